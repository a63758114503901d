-- wrk's part for calendar feeds: each request fetches one of a file at random, as far as it has changed. The file has a path and a tag a
-- line, with a tab between them.
--
--     wrk … -s Benchmarks/Household/feed.lua ADDRESS -- FEEDS [check]
--
-- Each request is of another network, by X-Forwarded-For: requests without a session count for theirs. With `check` every status is
-- looked at; without it the size of the answers tells. At the end it prints the figures of figures.lua.
dofile("Benchmarks/figures.lua")

function init(arguments)
  math.randomseed(seed)
  bad_answers = 0
  requests = {}
  local feeds = {}
  for line in io.lines(arguments[1]) do
    local path, tag = line:match("^([^\t]*)\t([^\t]*)$")
    feeds[#feeds + 1] = { path = path, tag = tag }
  end
  for number = 1, 20000 do
    local feed = feeds[1 + number % #feeds]
    local client = string.format("10.%d.%d.%d", math.random(0, 254), math.random(0, 255), math.random(1, 254))
    requests[number] = wrk.format("GET", feed.path, { ["If-None-Match"] = feed.tag, ["X-Forwarded-For"] = client })
  end
  if arguments[2] == "check" then response = check end
end

function request()
  return requests[math.random(#requests)]
end

function check(status)
  if status ~= 304 then bad_answers = bad_answers + 1 end
end
