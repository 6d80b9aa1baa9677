-- Take note that a group is done with announcements, and let old ones go that no group needs.
--
-- KEYS  the stream of one partition
-- ARGV  group, how many are kept for groups that go back, ids…
-- Answers how many were settled

local stream, group, kept = KEYS[1], ARGV[1], tonumber(ARGV[2])

local settled = 0
for i = 3, #ARGV do
  settled = settled + redis.call('XACK', stream, group, ARGV[i])
end
if redis.call('XLEN', stream) <= 2 * kept then
  return settled
end

local function before(a, b)
  local a_ms, a_n = string.match(a, '^(%d+)-(%d+)$')
  local b_ms, b_n = string.match(b, '^(%d+)-(%d+)$')
  if a_ms ~= b_ms then
    return tonumber(a_ms) < tonumber(b_ms)
  end
  return tonumber(a_n) < tonumber(b_n)
end

-- The first that some group has not been told or has not settled: all from there on are needed.
local needed
for _, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
  local info = {}
  for i = 1, #flat, 2 do
    info[flat[i]] = flat[i + 1]
  end
  local first = info['last-delivered-id']
  if info['pending'] > 0 then
    first = redis.call('XPENDING', stream, info['name'])[2]
  end
  if not needed or before(first, needed) then
    needed = first
  end
end
local oldest = redis.call('XREVRANGE', stream, needed, '-', 'COUNT', kept)
if #oldest == kept then
  redis.call('XTRIM', stream, 'MINID', oldest[kept][1])
end
return settled
