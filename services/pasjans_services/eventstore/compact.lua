-- Put the archive of a finished game in the place of its log and its snapshot.
--
-- KEYS  log, commands, snapshot, archive
-- ARGV  head of the log that was archived, head and blob as they are kept
-- Answers the archive's length; 0 when the game has not ended, or the log is another one

local log, commands, snapshot, archive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

local length = redis.call('STRLEN', archive)
if length > 0 then
  return length
end
if redis.call('XLEN', log) ~= tonumber(ARGV[1])
  or redis.call('HEXISTS', commands, FINAL_MARK) == 0 then
  return 0
end
redis.call('SET', archive, ARGV[2])
redis.call('DEL', log, snapshot)
redis.call('PEXPIRE', commands, COMMANDS_TTL_MS)
return #ARGV[2]
