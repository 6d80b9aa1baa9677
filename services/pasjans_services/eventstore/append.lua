-- Append records to a game, keep the command id, tell the other nodes: one atomic step.
--
-- KEYS  log, commands, nodes, archive
-- ARGV  expected version, command id, '1' when the last record ends the game, this node, records…
-- Answers {'appended', version, time}, {'repeated', version}, {'stale', head}, {'finished', head}
--
-- Entries of the log have the ids 1-0, 2-0, 3-0, … and none is ever deleted. So its length is its
-- last id, and XADD at length + 1 leaves no gap; where there is one already, it fails.

local log, commands, nodes, archive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local expected, command, final, this_node = tonumber(ARGV[1]), ARGV[2], ARGV[3] == '1', ARGV[4]
local FIRST_RECORD = 5

local known = redis.call('HMGET', commands, command, FINAL_MARK)
if known[1] then
  return {'repeated', tonumber(known[1])}
end
local head = redis.call('XLEN', log)
local finished = known[2]
if head == 0 then
  head = version_of(archive)
  finished = head > 0
end
if head ~= expected then
  return {'stale', head}
end
if finished then
  return {'finished', head}
end

local now = now_ms()
local version = head
for i = FIRST_RECORD, #ARGV do
  version = version + 1
  redis.call('XADD', log, version .. '-0', 't', now, 'r', ARGV[i])
end
redis.call('HSET', commands, command, version)

if final then
  redis.call('HSET', commands, FINAL_MARK, version)
  redis.call('PERSIST', log)
  redis.call('PERSIST', commands)
elseif version == 1 then
  redis.call('PEXPIRE', log, DEALT_TTL_MS)
  redis.call('PEXPIRE', commands, DEALT_TTL_MS)
elseif redis.call('PTTL', log) < LIVE_TTL_MS then
  redis.call('PEXPIRE', log, LIVE_TTL_MS + TTL_SLACK_MS)
  redis.call('PEXPIRE', commands, LIVE_TTL_MS + TTL_SLACK_MS)
end

local message
for _, node in ipairs(redis.call('HKEYS', nodes)) do
  if node ~= this_node then
    if not message then
      local lengths = {}
      for i = FIRST_RECORD, #ARGV do
        lengths[#lengths + 1] = #ARGV[i]
      end
      message = table.concat({'appended', head + 1, now, unpack(lengths)}, ' ')
        .. '\n' .. table.concat(ARGV, '', FIRST_RECORD)
    end
    -- A node that does not listen is gone. When it is back, it registers again.
    if redis.call('SPUBLISH', channel(nodes, node), message) == 0 then
      redis.call('HDEL', nodes, node)
    end
  end
end
return {'appended', version, now}
