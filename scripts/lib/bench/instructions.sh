# The part `instructions` of scripts/bench with another build: how many instructions the gateway and PostgreSQL take for the nested family query, of this
# build and of another, each with a database of the same families that its own migrations made. Callgrind counts them, since virtual
# machines seldom have the processor's own counters. It is sourced, after measure.sh, live.sh and growth.sh, and reads the variables of
# its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

instructions_goal=1.02
# Runs that send so many requests more than others tell what one takes. All families have asked once by the end of the shorter one.
counted_families=100 fewer_requests=150 more_requests=650

declare -A program=()

bench_instructions() {
  local name
  need_valgrind
  program=([this]=$hatched [before]=$before)
  cp "$work_folder/tokens" "$work_folder/this.tokens"
  hatched=$before make_sample before "$families"
  administer -c CHECKPOINT -c VACUUM
  cluster_sql -q -d "$(cluster_url postgres before)" -c VACUUM
  for name in this before; do
    make_requests "$name" "$(request_body Benchmarks/query.graphql)" "$work_folder/$name.tokens"
    head -n "$counted_families" "$work_folder/$name.requests" >"$work_folder/$name-counted.requests"
  done
  compare_processor_time
  for name in this before; do
    # Valgrind ends at debugging information that it does not know.
    strip --strip-debug -o "$work_folder/$name.hatched" "${program[$name]}" || fail "The program $name could not be copied."
    program[$name]=$work_folder/$name.hatched
    count_instructions "$name"
  done
  report_instructions
}

need_valgrind() {
  local missing=() why=()
  command -v valgrind >/dev/null || { missing+=(valgrind) why+=('valgrind  to count instructions'); }
  command -v strip >/dev/null || { missing+=(binutils) why+=('binutils  to take debugging information from programs'); }
  ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
}

# start_compared NAME [COMMAND…]: the gateway of a build with its database, run by a command.
start_compared() {
  local database=hatched
  [[ $1 == this ]] || database=before
  DATABASE_URL=$(cluster_url hatched_app "$database") start_server "$1" "${@:2}" "${program[$1]}" serve --host 127.0.0.1 --port PORT \
    --answer-memory 0
}

# compare_processor_time: of both builds in turn, as fast as they go.
compare_processor_time() {
  local name
  for name in this before; do
    start_compared "$name"
    title[time-$name]=$name
    runs[time-$name]="run_timed $name"
    run_load "$work_folder/$name.requests" 3 "${addresses[$name]}" "$connections" 0 >/dev/null
  done
  alternate "$rounds" time-this time-before
  for name in this before; do stop_server "$name"; done
}

# run_timed NAME: the figures of load.c, and the processor time of a request in µs: all of it, and the gateway's alone.
run_timed() {
  local both gateway figures
  both=$(total_processor_time "$1") gateway=$(gateway_time "$1")
  figures=$(run_load "$work_folder/$1.requests" "$seconds" "${addresses[$1]}" "$connections" 0)
  awk -v both="$(awk "BEGIN { print $(total_processor_time "$1") - $both }")" \
    -v gateway="$(awk "BEGIN { print $(gateway_time "$1") - $gateway }")" -v seconds="$seconds" '
    { print $0, both / seconds / $1 * 1e6, gateway / seconds / $1 * 1e6 }' <<<"$figures"
}

# gateway_time SERVER: seconds of processor time.
gateway_time() { awk -v tick="$(getconf CLK_TCK)" '{ sub(/.*[)] /, ""); print ($12 + $13) / tick }' "/proc/${jobs[$1]}/stat"; }

# count_instructions NAME: those of a request, in the gateway and in PostgreSQL, into "$work_folder/NAME.instructions".
count_instructions() {
  local requests
  for requests in "$fewer_requests" "$more_requests"; do
    say "Counting instructions of $requests requests: $1"
    counted_run "$1" "$requests" >"$work_folder/$1.counts-$requests"
  done
  paste -d ' ' "$work_folder/$1".counts-{"$fewer_requests","$more_requests"} | awk -v count=$((more_requests - fewer_requests)) '
    # A process of PostgreSQL has its parent`s counts when it begins: it must be as many.
    $3 != $6 { exit 1 }
    { printf "%.0f %.0f\n", ($4 - $1) / count, ($5 - $2) / count }' >"$work_folder/$1.instructions" ||
    fail 'PostgreSQL had not as many processes in both runs, so that their instructions cannot be compared.' 'Run it again.'
}

# counted_run NAME REQUESTS: those of all that the gateway and PostgreSQL did from their start to their end; and how many processes
# PostgreSQL had.
counted_run() {
  local counts=$cluster_folder/counts start_patience=300
  as_cluster_user rm -rf "$counts"
  as_cluster_user mkdir "$counts"
  rm -f "$work_folder"/counts.*
  restart_cluster valgrind --tool=callgrind --trace-children=yes --callgrind-out-file="$counts/%p"
  start_compared "$1" valgrind -q --tool=callgrind --callgrind-out-file="$work_folder/counts.%p"
  python3 -B Benchmarks/Load/in_turn.py "${addresses[$1]##*:}" "$work_folder/$1-counted.requests" "$2" ||
    fail 'A request failed while instructions were counted; its message stands above.'
  stop_server "$1" 120
  restart_cluster
  printf '%s %s\n' "$(counted "$work_folder"/counts.*)" "$(as_cluster_user sh -c "cat $counts/*" | counted)" |
    awk '{ print $1, $3, $4 }'
}

# counted [FILE…]: the sum of what Callgrind has counted, and of how many processes.
counted() { awk '/^totals:/ { sum += $2; processes++ } END { printf "%.0f %d\n", sum, processes }' "$@"; }

# restart_cluster [COMMAND…]: with its postmaster run by a command.
restart_cluster() {
  stop_cluster fast
  if (($# == 0)); then
    start_cluster
    return
  fi
  local wrapper=$cluster_folder/postgres
  printf '#!/bin/sh\nTMPDIR=%s exec %s %s "$@"\n' "$cluster_folder" "$*" "$postgres_programs_folder/postgres" |
    as_cluster_user tee "$wrapper" >/dev/null
  as_cluster_user chmod +x "$wrapper"
  as_cluster_user "$postgres_programs_folder/pg_ctl" start -s -w -t 120 -D "$cluster_folder/data" -l "$cluster_folder/log" -p "$wrapper" \
    -o "-c listen_addresses='' -c unix_socket_directories=$cluster_socket -c shared_buffers=512MB -c max_connections=200" \
    -o '-c autovacuum=off -c fsync=off' >&2 || fail 'The private cluster did not start under valgrind:' "$(as_cluster_user tail -n 5 "$cluster_folder/log")"
}

report_instructions() {
  local name
  {
    printf 'nested family query\tinstructions: gateway\tPostgreSQL\tboth\tprocessor time/µs: gateway\tboth\trequests/s\n'
    for name in before this; do
      printf '%s\t%s\t%s\t%s\t%.0f\t%.0f\t%.0f\n' "$name" $(<"$work_folder/$name.instructions") "$(both_instructions "$name")" \
        "$(median "time-$name" 9)" "$(median "time-$name" 8)" "$(median "time-$name" 1)"
    done
  } | show 'What a nested request takes: this build, and one before'
  judge 'instructions of a nested request ÷ before' ≤ "$instructions_goal" \
    "$(divided "$(both_instructions this)" "$(both_instructions before)" 4)"
  judge_failures 'this build and one before' "$(failures time-this time-before)"
}

both_instructions() { awk '{ printf "%.0f", $1 + $2 }' "$work_folder/$1.instructions"; }
