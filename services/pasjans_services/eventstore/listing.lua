-- Take members out of a listing and put members in: one atomic step.
--
-- KEYS  the listing, a sorted set in which all scores are 0, so that members are in byte order
-- ARGV  number of members to take out, these, then those to put in
-- Answers how many came or went

local listing = KEYS[1]
local removed = tonumber(ARGV[1])

local staying = {}
for i = removed + 2, #ARGV do
  staying[ARGV[i]] = true
end
local changed = 0
for i = 2, removed + 1 do
  if not staying[ARGV[i]] then
    changed = changed + redis.call('ZREM', listing, ARGV[i])
  end
end
for member in pairs(staying) do
  changed = changed + redis.call('ZADD', listing, 0, member)
end
return changed
