-- Make a group of readers, unless it is there, and forget readers that are long gone.
--
-- KEYS  the stream of one partition
-- ARGV  group, ms after which a reader that holds nothing is gone

local stream, group, gone_ms = KEYS[1], ARGV[1], tonumber(ARGV[2])

local made = redis.pcall('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
if type(made) == 'table' and made.err and not string.find(made.err, 'BUSYGROUP') then
  return made
end
for _, flat in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group)) do
  local info = {}
  for i = 1, #flat, 2 do
    info[flat[i]] = flat[i + 1]
  end
  if info['pending'] == 0 and info['idle'] > gone_ms then
    redis.call('XGROUP', 'DELCONSUMER', stream, group, info['name'])
  end
end
return 1
