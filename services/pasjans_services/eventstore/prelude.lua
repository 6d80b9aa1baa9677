-- Put before every script, behind the constants that Python and Lua share.

-- The version in front of a snapshot or an archive, `41\n…`; 0 when there is none.
local function version_of(key)
  return tonumber(string.match(redis.call('GETRANGE', key, 0, 15), '^(%d+)\n')) or 0
end

-- The pub/sub channel of one node for a game, in the same slot as the game's keys.
local function channel(nodes, node)
  return string.sub(nodes, 1, -1 - #'nodes') .. 'to:' .. node
end

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
