# The part `instructions` of scripts/bench without another build: how many instructions the gateway and PostgreSQL take for ten
# operations, against those that Benchmarks/instructions.txt keeps. It is sourced, after operations.sh, hand.sh and instructions.sh, and
# reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}" "${instructions_goal:?}"

# Files of Benchmarks. The mutation is last: reads after it would find other rows.
kept_operations=(query Operations/{planner-week,report-card,grade-progress,dashboard} Unfriendly/{paged-lists,summaries,five-nodes}
  Pickup/class-queue Operations/grade-assignment)
kept_file=Benchmarks/instructions.txt
# Each viewer asks once before the requests that count, and once in each batch of them: statements are prepared and tokens are verified by
# then. The batch with the fewest instructions counts, since background work at its times adds some to others.
kept_viewers=50 kept_batches=4
idle_seconds=5

# Reads `records_instructions` of main. All else that the file depends on stands in its first line.
bench_kept_instructions() {
  local file
  [[ -n $records_instructions ]] || check_kept_file
  need_valgrind
  make_queue_school
  for file in "${kept_operations[@]}"; do
    say "Preparing ${file##*/}"
    prepare_counted "$file"
  done
  administer -c CHECKPOINT -c VACUUM
  count_operations
  if [[ -n $records_instructions ]]; then keep_instructions; else compare_instructions; fi
}

check_kept_file() {
  [[ -s $kept_file ]] || fail "There is no $kept_file." 'scripts/bench --record-instructions writes it.'
}

# prepare_counted FILE: its requests, in "$work_folder/NAME-counted.requests".
prepare_counted() {
  local name=${1##*/} file=Benchmarks/$1.graphql
  if [[ -e Benchmarks/$1.viewers.sql ]]; then
    prepare_viewed "$1"
  elif [[ $(<"$file") == mutation* ]]; then
    prepare_grades "$name" "$file"
  else
    make_requests "$name" "$(request_body "$file")"
  fi
  head -n "$kept_viewers" "$work_folder/$name.requests" >"$work_folder/$name-counted.requests"
}

# count_operations: into "$work_folder/instructions", a line each. One gateway and one postmaster serve all: what is counted is
# written, and begins at 0 again, before the requests that count and after them.
count_operations() {
  local file name batch idle backend
  open_counted
  for file in "${kept_operations[@]}"; do
    name=${file##*/}
    say "Counting instructions of $name"
    send_counted "$name" "$kept_viewers"
    backend=$(find_backend)
    [[ -n ${idle:-} ]] || idle=$(count_idle)
    for ((batch = 1; batch <= kept_batches; batch++)); do count_batch "$name" "$backend" "$idle"; done >"$work_folder/$name.counts"
    [[ $(find_backend) == "$backend" ]] || fail 'The gateway has taken another connection while instructions were counted.' 'Run it again.'
    printf '%s %s %s\n' "$name" "$(cut -d' ' -f1 "$work_folder/$name.counts" | sort -n | head -n 1)" \
      "$(cut -d' ' -f2 "$work_folder/$name.counts" | sort -n | head -n 1)" >>"$work_folder/instructions"
  done
  stop_server counted 120
  restart_cluster
}

# count_batch NAME BACKEND IDLE: the instructions of a request, in the gateway and in PostgreSQL. Taken off is what the gateway does in that
# time without requests.
count_batch() {
  local began ended gateway
  mark_backend "$2"
  take_gateway_counts >/dev/null
  began=$EPOCHREALTIME
  send_counted "$1" "$kept_viewers"
  ended=$EPOCHREALTIME
  gateway=$(take_gateway_counts)
  mark_backend "$2"
  # It writes its counts as it begins with the request after the mark.
  send_counted "$1" 1
  printf '%s %s %s %s\n' "$gateway" "$3" "$(awk "BEGIN { print $ended - $began }")" "$(take_backend_counts "$2")" |
    awk -v count="$kept_viewers" '{ printf "%.0f %.0f\n", ($1 - $2 * $3) / count, $4 / count }'
}

# count_idle: the gateway's instructions of a second without requests.
count_idle() {
  take_gateway_counts >/dev/null
  sleep "$idle_seconds"
  take_gateway_counts | awk -v seconds="$idle_seconds" '{ print $1 / seconds }'
}

# open_counted: the gateway and PostgreSQL, each run by Callgrind. A process of PostgreSQL writes what it has counted when it reads its
# configuration anew: before, which are the requests, and after. Asking with vgdb makes its processes crash.
open_counted() {
  local start_patience=300 options=(--tool=callgrind --dump-line=no)
  as_cluster_user mkdir "$cluster_folder/counts"
  mkdir "$work_folder/counts"
  # Valgrind ends at debugging information that it does not know.
  strip --strip-debug -o "$work_folder/counted.hatched" "$hatched" || fail "The program $hatched could not be copied."
  restart_cluster valgrind "${options[@]}" --trace-children=yes --vgdb=no --dump-before=ProcessConfigFile \
    --dump-after=ProcessConfigFile "--callgrind-out-file=$cluster_folder/counts/count.%p"
  # One connection, on which each statement is prepared once; and hashes that are the same in each run.
  SWIFT_DETERMINISTIC_HASHING=1 start_server counted valgrind -q "${options[@]}" "--vgdb-prefix=$work_folder/counts/vgdb" \
    "--callgrind-out-file=$work_folder/counts/count.%p" "$work_folder/counted.hatched" serve --host 127.0.0.1 --port PORT \
    --answer-memory 0 --slow-operation off --long-request 10000 --viewer-rate 0 --max-concurrent-per-viewer 0 --pool-size 1 --preferred-pool-size 1
}

# send_counted NAME REQUESTS
send_counted() {
  python3 -B Benchmarks/Load/in_turn.py "${addresses[counted]##*:}" "$work_folder/$1-counted.requests" "$2" ||
    fail 'A request failed while instructions were counted; its message stands above.'
}

# take_gateway_counts: what the gateway has counted since they were taken before.
take_gateway_counts() {
  local log=$work_folder/vgdb.log
  vgdb --vgdb-prefix="$work_folder/counts/vgdb" --pid="${jobs[counted]}" dump >/dev/null 2>"$log" ||
    fail 'The gateway could not be asked what it has counted:' "$(tail -n 3 "$log")"
  cat "$work_folder"/counts/count.*.* | counted | cut -d' ' -f1
  rm "$work_folder"/counts/count.*.*
}

# find_backend: the process of PostgreSQL that answers the gateway.
find_backend() {
  local found
  found=$(administer -c "SELECT pid FROM pg_stat_activity WHERE usename = 'hatched_app' AND backend_type = 'client backend'")
  [[ $found =~ ^[0-9]+$ ]] || fail "The gateway has not one connection, but these processes answer it: ${found//$'\n'/, }." 'Run it again.'
  echo "$found"
}

# mark_backend PROCESS: has it read its configuration anew before it begins with the next request.
mark_backend() {
  as_cluster_user sh -c "rm -f $cluster_folder/counts/count.$1.* && kill -HUP $1"
  sleep 0.5
}

# take_backend_counts PROCESS: what it had counted when it read its configuration.
take_backend_counts() {
  as_cluster_user sh -c "cat \$(grep -l 'Trigger: --dump-before=' $cluster_folder/counts/count.$1.*)" | counted | cut -d' ' -f1
}

# kept_versions: what counts depend on besides this checkout.
kept_versions() {
  printf 'PostgreSQL %s; Swift %s; %s; %s families' "$("$postgres_programs_folder/postgres" --version | awk '{ print $3 }')" \
    "$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | head -n 1)" "$(uname -m)" "$families"
}

keep_instructions() {
  {
    printf 'commit %s%s; %s; %s\n' "$(git rev-parse --short=8 HEAD)" \
      "$(git diff --quiet HEAD -- Sources migrations schema Package.resolved || echo ' with changes')" "$(date -u +%Y-%m-%d)" "$(kept_versions)"
    printf '%s %s %s\n' operation gateway PostgreSQL
    cat "$work_folder/instructions"
  } | tr ' ' '\t' | sed '1 s/\t/ /g' >"$work_folder/kept"
  cp "$work_folder/kept" "$kept_file"
  as_text "Written: $kept_file" <"$kept_file"
}

compare_instructions() {
  local name gateway database kept_gateway kept_database first
  first=$(head -n 1 "$kept_file")
  tail -n +3 "$kept_file" | tr '\t' ' ' | sort | join -a 1 -o 0,1.2,1.3,2.2,2.3 -e - <(sort "$work_folder/instructions") - \
    >"$work_folder/compared"
  {
    printf 'operation\tgateway\tkept\t÷\tPostgreSQL\tkept\t÷\n'
    while read -r name gateway database kept_gateway kept_database; do
      [[ $kept_gateway != - ]] || fail "$kept_file has no operation $name." 'scripts/bench --record-instructions writes it anew.'
      printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$gateway" "$kept_gateway" "$(divided "$gateway" "$kept_gateway" 3)" \
        "$database" "$kept_database" "$(divided "$database" "$kept_database" 3)"
    done <"$work_folder/compared"
  } | show "Instructions of a request: this build, and those that $kept_file keeps"
  note "Kept: $first"
  if [[ $first != *"; $(kept_versions)" ]]; then
    note "Here: $(kept_versions). Counts of other versions are not comparable: no goal is judged."
    return
  fi
  while read -r name gateway database kept_gateway kept_database; do
    judge "$name: instructions of the gateway ÷ kept" ≤ "$instructions_goal" "$(divided "$gateway" "$kept_gateway" 3)"
    judge "$name: instructions of PostgreSQL ÷ kept" ≤ "$instructions_goal" "$(divided "$database" "$kept_database" 3)"
  done <"$work_folder/compared"
}
