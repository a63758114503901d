-- The common part of the scripts for wrk: a seed for each thread, and the figures at the end.
--
-- A script reads it with `dofile`, has each thread count bad_answers, and has the figures printed on a line that begins with
-- "figures": requests/s; latency in ms at 50, 75, 90 and 99 %; how many requests failed; and the mean size of an answer in bytes.
local threads = {}

function setup(thread)
  thread:set("seed", 7919 * #threads + os.time())
  table.insert(threads, thread)
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout
  local bad = 0
  for _, thread in ipairs(threads) do bad = bad + thread:get("bad_answers") end
  -- A bad answer may have the status of an error, and must not count twice.
  failed = failed + math.max(bad, errors.status)

  local figures = { "figures", string.format("%.1f", summary.requests / (summary.duration / 1e6)) }
  for _, percent in ipairs({ 50, 75, 90, 99 }) do
    table.insert(figures, string.format("%.2f", latency:percentile(percent) / 1e3))
  end
  table.insert(figures, failed)
  table.insert(figures, string.format("%.0f", summary.bytes / math.max(summary.requests, 1)))
  print(table.concat(figures, " "))
end
