-- Register how many follow a game through a node, and count them over all nodes.
--
-- KEYS  nodes
-- ARGV  this node, its count (0 takes it out), ms after which a registration is stale
-- Answers {total, 1 when this node was registered before, else 0}
--
-- The other nodes are told the total when it has changed. Those that do not listen are taken out.

local nodes = KEYS[1]
local this_node, count, stale_ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local now = now_ms()
local counts, before, total = {}, 0, count

local entries = redis.call('HGETALL', nodes)
for i = 1, #entries, 2 do
  local node = entries[i]
  local watching, since = string.match(entries[i + 1], '^(%d+) (%d+)$')
  counts[node] = tonumber(watching)
  before = before + counts[node]
  if node ~= this_node then
    if now - since > stale_ms then
      redis.call('HDEL', nodes, node)
      counts[node] = nil
    else
      total = total + counts[node]
    end
  end
end
local was_registered = counts[this_node] and 1 or 0
counts[this_node] = nil

if count > 0 then
  redis.call('HSET', nodes, this_node, count .. ' ' .. now)
  redis.call('PEXPIRE', nodes, 2 * stale_ms)
else
  redis.call('HDEL', nodes, this_node)
end

-- Who does not listen is gone: the total falls, and those who were told another one hear again.
local told = before
while total ~= told do
  told = total
  for node, watching in pairs(counts) do
    if redis.call('SPUBLISH', channel(nodes, node), 'watching ' .. told .. '\n') == 0 then
      redis.call('HDEL', nodes, node)
      counts[node] = nil
      total = total - watching
    end
  end
end
return {total, was_registered}
