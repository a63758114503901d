# What the parts of scripts/bench measure with: a filled throwaway cluster, servers, wrk, pgbench, a load generator with
# an open loop, and figures of runs. It is sourced, after lib/common.sh, lib/cluster.sh and lib/hatched.sh.
# shellcheck shell=bash

start_patience=30      # seconds in which a server has to answer
work_folder=           # holds tokens, requests, pgbench scripts and figures
declare -A jobs=()     # of servers that run, by the server's name
declare -A addresses=()
# Of each contestant that `alternate` runs, by name: a command that prints figures, the first of which is requests/s.
declare -A runs=()
declare -A title=()

close_bench() {
  local name
  for name in "${!jobs[@]}"; do stop_server "$name"; done
  close_throwaway_cluster
  [[ -z $work_folder ]] || rm -rf "$work_folder"
}

prepare_tools() {
  local missing=() why=()
  command -v wrk >/dev/null || { missing+=(wrk) why+=('wrk   to send HTTP requests'); }
  command -v curl >/dev/null || { missing+=(curl) why+=('curl  to ask for the answers that are checked'); }
  command -v python3 >/dev/null || { missing+=(python3) why+=('python3  to draw the plots'); }
  ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
  [[ -x $(postgres_programs)/pgbench ]] || fail "There is no pgbench in $(postgres_programs)." \
    'On Debian it comes with the package postgresql; elsewhere it may be postgresql-contrib.'
}

# build_tools: the programs of Benchmarks/Load, with the compiler that comes with Swift where there is no other.
build_tools() {
  local compiler
  compiler=$(command -v cc || command -v gcc || command -v clang || echo "$(dirname "$(command -v swift)")/clang")
  "$compiler" -O2 -o "$work_folder/load" Benchmarks/Load/load.c -lm &&
    "$compiler" -O2 -pthread -o "$work_folder/delay" Benchmarks/Load/delay.c ||
    fail "$compiler could not compile Benchmarks/Load." 'Its messages stand above. Debian: apt-get install gcc libc6-dev'
}

# open_filled_cluster FAMILIES SEED: exports the addresses of its database; "$work_folder/tokens" has a line a family.
open_filled_cluster() {
  open_throwaway_cluster
  # So that the tables fit: a setting for a server's start.
  cluster_settings+=(shared_buffers=512MB)
  stop_cluster fast
  start_cluster
  DATABASE_URL=$(cluster_url hatched_app hatched)
  MIGRATION_DATABASE_URL=$(cluster_url hatched_owner hatched)
  HATCHED_TOKEN_SECRETS=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
  export DATABASE_URL MIGRATION_DATABASE_URL HATCHED_TOKEN_SECRETS
  unset LOG_LEVEL
  say "Making $1 families"
  "$hatched" migrate >&2 || fail 'The migrations failed; the message stands above.'
  "$hatched" seed --families "$1" --seed "$2" >&2 ||
    fail 'The families could not be made; the message stands above.'
  "$hatched" token --sample-families "$1" --seed "$2" >"$work_folder/tokens" ||
    fail 'No tokens could be made; the message stands above.'
  # Index-only scans need it. The vacuum of `hatched seed` came too early here: a commit that waits for no
  # disk is not known to last until its log is written.
  administer -c CHECKPOINT -c VACUUM
}

# administer ARGUMENT…: psql as the cluster's superuser, whom no policy binds.
administer() { cluster_sql -q -At -d "$(cluster_url postgres hatched)" "$@"; }

free_port() {
  local port
  while port=$((20000 + RANDOM % 10000)); (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

# request_body FILE [VARIABLES]: what is posted of a query, as JSON.
request_body() {
  # Lines stay lines: a comment ends with its own.
  printf '{"query":"%s"%s}' "$(sed 's/[\\"]/\\&/g; s/$/\\n/' "$1" | tr -d '\n' | tr -s ' ')" "${2:+,\"variables\":$2}"
}

# make_requests NAME BODY [TOKENS]: a file of requests for wrk and for Benchmarks/Load, each of another token.
make_requests() {
  awk -v body="${2//\\/\\\\}" '{ print $0 "\t" body }' "${3:-$work_folder/tokens}" >"$work_folder/$1.requests"
}

# ask ADDRESS TOKEN BODY
ask() {
  curl -sS --fail-with-body "$1" -H 'Content-Type: application/json' -H "Authorization: Bearer $2" -d "$3"
}

# viewer SCRIPT NUMBER: the ids of account, session, family and member in a pgbench script's list.
viewer() {
  sed -nE "s/^  \('\{(.*)\}'::uuid.*/\1/p" "$1" | cut -d, -f"$2" | paste -sd' '
}

# viewer_count SCRIPT
viewer_count() { sed -nE 's/^.set viewer random\(1, ([0-9]+)\)$/\1/p' "$1"; }

# viewers_token NUMBER VIEWERS FAMILIES: a script that has not all families has them at equal distances.
viewers_token() { sed -n "$((($1 - 1) * $3 / $2 + 1))p" "$work_folder/tokens"; }

# run_wrk REQUESTS SECONDS ADDRESS CONNECTIONS [check]: the figures of figures.lua.
run_wrk() {
  local output
  output=$(wrk -t2 -c"$4" -d"$2s" -s Benchmarks/gateway.lua "$3" -- "$1" "${5:-}") || fail 'wrk failed:' "$output"
  sed -n 's/^figures //p' <<<"$output"
}

# run_pgbench SCRIPT CLIENTS SECONDS: transactions/s, without the time that choosing their families takes: what stands
# before the pipeline. It is measured alone, with as many clients and for a quarter of the time.
run_pgbench() {
  local with choosing
  make_choice "$1"
  with=$(pgbench_rate "$@")
  choosing=$(pgbench_rate "$1.choice" "$2" $((($3 + 3) / 4)))
  awk "BEGIN { print 1 / (1 / $with - 1 / $choosing) }"
}

# make_choice SCRIPT: another of what stands before its pipeline.
make_choice() { [[ -e $1.choice ]] || sed '/^.startpipeline/,$d' "$1" >"$1.choice"; }

# pgbench_rate SCRIPT CLIENTS SECONDS: transactions/s.
pgbench_rate() {
  local output
  output=$("$postgres_programs_folder/pgbench" -n -M prepared -c "$2" -j 2 -T "$3" -f "$1" "$DATABASE_URL" 2>&1) ||
    fail "pgbench failed with the script of ${1##*/}:" "$(tail -n 3 <<<"$output")"
  sed -nE 's/^tps = ([0-9.]+).*/\1/p' <<<"$output"
}

# best_clients SCRIPT SECONDS COUNT…: with how many clients a script is fastest. Twice over, unless in a hurry, and the best
# figure counts: what disturbs a short run makes it slower, never faster. Reads `rounds` of main.
best_clients() {
  local best=0 clients pass count figure
  for ((pass = 1; pass <= (rounds > 2 ? 2 : 1); pass++)); do
    for count in "${@:3}"; do
      figure=$(run_pgbench "$1" "$count" "$2")
      if is_at_least "$figure" "$best"; then best=$figure clients=$count; fi
    done
  done
  echo "$clients"
}

# column NAME NUMBER: of a contestant's figures, ascending.
column() { awk -v number="$2" '{ print $number }' "$work_folder/$1.figures" | sort -n; }

# median NAME NUMBER
median() {
  column "$@" |
    awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'
}

# start_server NAME COMMAND…: on a free port, which stands in place of PORT in the command. Returns when it answers.
start_server() {
  local name=$1 port status='' deadline=$((SECONDS + start_patience))
  shift
  port=$(free_port)
  start_job "${@/%PORT/$port}"
  jobs[$name]=$job job=
  addresses[$name]=http://127.0.0.1:$port
  until [[ -n $status && $status != 503 ]]; do
    kill -0 "${jobs[$name]}" 2>/dev/null || fail "The server $name ended as it started; its messages stand above."
    ((SECONDS < deadline)) || fail "The server $name does not answer after $start_patience s." 'Its messages stand above.'
    sleep 0.1
    status=$(http_status 127.0.0.1 "$port" /ready) || true
  done
}

# start_gateway NAME [OPTION…]. It remembers no answer, unless an option says so: what is done for each is measured.
start_gateway() { start_server "$1" "$hatched" serve --host 127.0.0.1 --port PORT --answer-memory 0 "${@:2}"; }

# stop_server NAME [SECONDS]: after so many it is killed.
stop_server() {
  # Its own status is that of what was stopped, and no failure here.
  stop_job "${jobs[$1]}" "${2:-12}" || true
  unset "jobs[$1]" "addresses[$1]"
}

# run_load REQUESTS SECONDS ADDRESS CONNECTIONS RATE: the figures of load.c. Rate 0: as fast as it goes.
run_load() {
  local place=${3#http://} output
  output=$("$work_folder/load" "${place%:*}" "${place#*:}" "$1" "$4" "$5" "$2") || fail 'The load generator failed.'
  echo "${output#figures }"
}

# alternate ROUNDS NAME…: runs each in turn with the others; a line a run, in a file for each.
alternate() {
  local round name
  for ((round = 1; round <= $1; round++)); do
    for name in "${@:2}"; do
      # The commands have no spaces in their words.
      # shellcheck disable=SC2086
      ${runs[$name]} >>"$work_folder/$name.figures"
      say "Round $round: ${title[$name]:-$name}: $(latest "$name")/s"
    done
  done
}

# ratio NAME NAME [DIGITS]: of the medians of their rates.
ratio() { divided "$(median "$1" 1)" "$(median "$2" 1)" "${3:-2}"; }

divided() { awk "BEGIN { printf \"%.${3:-2}f\", $1 / $2 }"; }

# failures NAME…: how many requests failed, of contestants with wrk's figures.
failures() {
  local name sum=0
  for name in "$@"; do sum=$((sum + $(column "$name" 6 | awk '{ sum += $1 } END { print sum + 0 }'))); done
  echo "$sum"
}

# latest NAME: the last run's requests/s.
latest() { awk '{ last = $1 } END { printf "%.0f", last }' "$work_folder/$1.figures"; }

is_at_least() { awk "BEGIN { exit !($1 >= $2) }"; }
