-- Make a group of readers, unless it is there.
--
-- KEYS  the stream of one partition
-- ARGV  group

local made = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
if type(made) == 'table' and made.err and not string.find(made.err, 'BUSYGROUP') then
  return made
end
return 1
