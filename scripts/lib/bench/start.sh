# The part `start` of scripts/bench: how long it takes from the start of the server until it is ready, and the first
# request after that. It is sourced, after measure.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

start_goal=0.3 # s

bench_start() {
  local round
  make_requests family "$(request_body Benchmarks/query.graphql)"
  for ((round = 1; round <= rounds; round++)); do
    time_start >>"$work_folder/start.figures"
    say "Round $round: $(tail -n 1 "$work_folder/start.figures")"
  done
  {
    printf 'after the start\tmedian/ms\tmin\tmax\n'
    print_moment 'until it is ready' 1
    print_moment 'the first request: connecting, planning, preparing' 2
    print_moment 'the same again' 3
  } | show 'Cold start, with the database up'
  judge 'start to ready' ≤ "$start_goal" "$(awk "BEGIN { printf \"%.3f\", $(median start 1) / 1000 }")" s
}

# print_moment TITLE COLUMN
print_moment() {
  printf '%s\t%.1f\t%.1f\t%.1f\n' "$1" "$(median start "$2")" "$(column start "$2" | head -n 1)" \
    "$(column start "$2" | tail -n 1)"
}

# time_start: ms to ready, for the first request, and for the second. What is ready is asked every few milliseconds.
time_start() {
  local port began ready token body first
  port=$(free_port)
  began=${EPOCHREALTIME/[.,]/}
  start_job "$hatched" serve --host 127.0.0.1 --port "$port"
  jobs[start]=$job addresses[start]=http://127.0.0.1:$port job=
  until [[ $(http_status 127.0.0.1 "$port" /ready) == 200 ]]; do
    ready=${EPOCHREALTIME/[.,]/}
    ((ready - began < 30000000)) || fail 'The server is not ready after 30 s.' 'Its messages stand above.'
    sleep 0.003
  done
  ready=${EPOCHREALTIME/[.,]/}
  IFS=$'\t' read -r token body <"$work_folder/family.requests"
  first=$(first_time "$token" "$body")
  awk "BEGIN { print ($ready - $began) / 1000, $first * 1000, $(first_time "$token" "$body") * 1000 }"
  stop_server start
}

# first_time TOKEN BODY: s
first_time() {
  curl -sS --fail -o /dev/null -w '%{time_total}' "${addresses[start]}/graphql" -H 'Content-Type: application/json' \
    -H "Authorization: Bearer $1" -d "$2"
}
