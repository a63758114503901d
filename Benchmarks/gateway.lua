-- wrk's part: each request is one of a file at random, which has a token and a body a line, with a tab between them. A line
-- that goes on with a tag is a GET, with a query in place of the body.
--
--     wrk … -s Benchmarks/gateway.lua ADDRESS -- REQUESTS [check]
--
-- With `check` every answer is looked into: that costs wrk half as much again, on processors that it shares
-- with the gateway. Without it wrk still counts the statuses of errors, and the size of the answers tells.
--
-- At the end it prints the figures of figures.lua.
dofile("Benchmarks/figures.lua")

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
