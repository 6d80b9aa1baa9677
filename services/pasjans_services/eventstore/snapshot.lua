-- Keep a snapshot, unless a newer one is there or the log is behind it. It goes when the log goes.
--
-- KEYS  log, snapshot
-- ARGV  version, version and blob as they are kept
-- Answers 1 when it was kept, else 0

local log, snapshot = KEYS[1], KEYS[2]
local version = tonumber(ARGV[1])

if version > redis.call('XLEN', log) or version <= version_of(snapshot) then
  return 0
end
redis.call('SET', snapshot, ARGV[2])
local ttl = redis.call('PTTL', log)
if ttl > 0 then
  redis.call('PEXPIRE', snapshot, ttl)
end
return 1
