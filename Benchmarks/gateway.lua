-- wrk's part: each request is one of a file at random, which has a token and a body a line, with a tab between them. A line
-- that goes on with a tag is a GET, with a query in place of the body.
--
--     wrk … -s Benchmarks/gateway.lua ADDRESS -- REQUESTS [check]
--
-- With `check` every answer is looked into: that costs wrk half as much again, on processors that it shares
-- with the gateway. Without it wrk still counts the statuses of errors, and the size of the answers tells.
--
-- At the end it prints, on a line that begins with "figures": requests/s; latency in ms at 50, 75, 90 and
-- 99 %; how many requests failed; and the mean size of an answer in bytes.
local threads = {}

function setup(thread)
  thread:set("seed", 7919 * #threads + os.time())
  table.insert(threads, thread)
end

function init(arguments)
  math.randomseed(seed)
  bad_answers = 0
  requests = {}
  for line in io.lines(arguments[1]) do
    local token, body, tag = line:match("^([^\t]*)\t([^\t]*)\t?(.*)$")
    local headers = { ["Authorization"] = "Bearer " .. token }
    if tag == "" then
      headers["Content-Type"] = "application/json"
      requests[#requests + 1] = wrk.format("POST", "/graphql", headers, body)
    else
      headers["If-None-Match"] = tag
      requests[#requests + 1] = wrk.format("GET", "/graphql?query=" .. body, headers)
    end
  end
  -- wrk keeps answers only for a script that has such a function.
  if arguments[2] == "check" then response = check end
end

function request()
  return requests[math.random(#requests)]
end

-- GraphQL over HTTP gives errors a status of 200 as well.
function check(status, _, body)
  if status ~= 200 or body:sub(1, 9) ~= '{"data":{' then bad_answers = bad_answers + 1 end
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
