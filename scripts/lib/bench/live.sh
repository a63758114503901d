# The part `live` of scripts/bench: streams of the nested family query, how soon a change reaches them, and what they take while
# nothing changes. It is sourced, after operations.sh and memory.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${root:?}"

live_streams=5000
live_families=1000
deploy_streams=2000
deploy_seconds=5
# At the same gateway, and through a second one; ms.
same_p50_goal=10 same_p99_goal=100
other_p50_goal=60 other_p99_goal=300
live_rate=40 # grades a second
round_trips_goal=8
idle_goal=0.02
stream_memory_goal=30 # kB
# Opened and dropped. Memory is flat when the last half adds no more than this.
churn_goal=1 # MiB
poll_interval=2 # s
poll_connections=64
poll_share=2 # So many times fewer clients poll, and their processor time counts so many times.

bench_live() {
  # A socket for each stream, and the clients have as many.
  ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
  (($(ulimit -n) >= live_streams + 1000)) || fail "A process may open $(ulimit -n) files, and $live_streams streams need more." \
    "As root: ulimit -n $((live_streams + 1000)), or a higher limit for the container."
  make_requests family "$(request_body Benchmarks/query.graphql)"
  prepare_operation_of_grades
  bench_live_latency
  bench_idle_streams
  bench_churn_of_streams
  bench_deploy
}

prepare_operation_of_grades() {
  [[ -n ${addresses[gateway]:-} ]] || start_gateway gateway
  [[ -s $work_folder/grade-assignment.requests ]] || prepare_operation grade-assignment
}

# start_live_gateway NAME [OPTION…]: as by default, with room for the streams, and with hints between processes.
start_live_gateway() {
  local admin
  admin=$(free_port)
  start_server "$1" "$hatched" serve --host 127.0.0.1 --port PORT --admin-address "127.0.0.1:$admin" \
    --listen-database-url "$DATABASE_URL" "${live_flags[@]}" "${@:2}"
  admin_ports[$1]=$admin
}

declare -A admin_ports=()
live_flags=(
  --max-streams $((live_streams + 500)) --max-streams-per-address $((live_streams + 500))
  --max-connections $((live_streams + 1000)) --max-connections-per-address $((live_streams + 1000))
)

# live PROGRAM ARGUMENT…: of Benchmarks/Live.
live() { python3 -B "$root/Benchmarks/Live/$1.py" "${@:2}" || fail "Benchmarks/Live/$1.py failed; its message stands above."; }

port_of() { echo "${addresses[$1]##*:}"; }

bench_live_latency() {
  local name count=$((live_families < families ? live_families : families))
  start_live_gateway one
  start_live_gateway two
  title[live-same]='same gateway' title[live-other]='second gateway'
  for name in same other; do
    runs[live-$name]="live latency $(port_of one) $(port_of "$([[ $name == same ]] && echo one || echo two)")"
    runs[live-$name]+=" $work_folder/tokens $work_folder/grade-assignment.requests $count $seconds $live_rate"
  done
  alternate "$rounds" live-same live-other
  stop_server one
  stop_server two
  {
    printf 'grades at\tevents\tp50/ms\tp90/ms\tp99/ms\n'
    for name in same other; do
      printf '%s\t%.0f\t%.1f\t%.1f\t%.1f\n' "${title[live-$name]}" "$(median "live-$name" 1)" "$(median "live-$name" 2)" \
        "$(median "live-$name" 3)" "$(median "live-$name" 4)"
    done
  } | show "From the answer to a grade to the event at another client, $count streams, $live_rate grades a second"
  judge 'answer to event, same gateway: p50' ≤ "$same_p50_goal" "$(median live-same 2)" ms
  judge 'answer to event, same gateway: p99' ≤ "$same_p99_goal" "$(median live-same 4)" ms
  judge 'answer to event, second gateway: p50' ≤ "$other_p50_goal" "$(median live-other 2)" ms
  judge 'answer to event, second gateway: p99' ≤ "$other_p99_goal" "$(median live-other 4)" ms
  judge 'grades without their event' ≤ 0 "$(cat "$work_folder"/live-{same,other}.figures | awk '{ sum += $5 } END { print sum }')"
}

# Of both, the gateway has answered what the streams ask for when it begins: what that takes is not the streams'.
bench_idle_streams() {
  local count=$((live_families < families ? live_families : families)) figures round_trips time memory lost rate failed
  local began polling remembered
  start_live_gateway idle
  head -n "$count" "$work_folder/family.requests" >"$work_folder/poll.requests"
  run_load "$work_folder/poll.requests" 3 "${addresses[idle]}" 32 0 >/dev/null
  say "Opening $live_streams streams of $count families, and waiting"
  figures=$(live idle "$(port_of idle)" "${admin_ports[idle]}" "${jobs[idle]}" "$(postmaster)" "$work_folder/tokens" \
    "$live_streams" "$count" "$((seconds * 3))")
  read -r round_trips time memory lost <<<"$figures"
  rate=$((live_streams / poll_interval / poll_share))
  say "Polling, $rate requests a second"
  remembered=$(polling_time idle "$rate")
  stop_server idle
  start_live_gateway idle --answer-memory 0
  run_load "$work_folder/poll.requests" 3 "${addresses[idle]}" 32 0 >/dev/null
  polling=$(polling_time idle "$rate")
  stop_server idle
  {
    printf '%s clients\tprocessor/(s/s)\n' "$live_streams"
    printf 'idle streams\t%.4f\n' "$time"
    printf 'asking every %s s, remembered\t%.3f\n' "$poll_interval" "$remembered"
    printf 'asking every %s s, not remembered\t%.3f\n' "$poll_interval" "$polling"
  } | show "While nothing changes: $live_streams clients of $count families"
  note "The gateway ran with \`${live_flags[*]}\`. One in $poll_share clients asked; their processor time counts $poll_share times." \
    "Round trips a second: $round_trips. Resident memory for each stream: $memory bytes."
  judge "round trips a second with $live_streams idle streams" ≤ "$round_trips_goal" "$round_trips"
  judge 'processor time: idle streams ÷ asking every two seconds' ≤ "$idle_goal" "$(divided "$time" "$polling" 3)"
  judge 'processor time: idle streams ÷ asking every two seconds, remembered' ≤ "$idle_goal" "$(divided "$time" "$remembered" 3)"
  judge 'resident memory of an idle stream' ≤ "$stream_memory_goal" "$(awk "BEGIN { printf \"%.1f\", $memory / 1000 }")" kB
  judge 'idle streams lost' ≤ 0 "$lost"
}

# polling_time SERVER RATE: processor seconds a second, as if all polled.
polling_time() {
  local began failed
  began=$(total_processor_time "$1")
  failed=$(run_load "$work_folder/poll.requests" "$seconds" "${addresses[$1]}" "$poll_connections" "$2" | awk '{ print $6 }')
  [[ $failed == 0 ]] || fail "$failed of the clients that poll were not answered."
  awk "BEGIN { print ($(total_processor_time "$1") - $began) / $seconds * $poll_share }"
}

# total_processor_time SERVER: of it and of PostgreSQL, s.
total_processor_time() { live usage "${jobs[$1]}" "$(postmaster)"; }

postmaster() { as_cluster_user head -n 1 "$cluster_folder/data/postmaster.pid"; }

bench_churn_of_streams() {
  start_live_gateway churn --viewer-rate 0
  say "Opening and dropping $churn_streams streams"
  live churn "$(port_of churn)" "${jobs[churn]}" "$work_folder/tokens" "$churn_streams" >"$work_folder/churn.figures"
  stop_server churn
  { printf 'opened and dropped\tresident memory/MiB\n' && tr ' ' '\t' <"$work_folder/churn.figures"; } |
    show 'Memory, as streams are opened and dropped'
  judge "growth over the second half of $churn_streams streams" ≤ "$churn_goal" \
    "$(awk '{ before = last; last = $2 } END { printf "%.1f", last - before }' "$work_folder/churn.figures")" MiB
}

bench_deploy() {
  local told otherwise late first last
  start_live_gateway deploy --stream-drain "$deploy_seconds"
  say "Ending a gateway with $deploy_streams streams"
  read -r told otherwise late first last < <(
    live drain "$(port_of deploy)" "${jobs[deploy]}" "$work_folder/tokens" "$deploy_streams" "$deploy_seconds")
  stop_server deploy
  note "A deploy with $deploy_streams streams and --stream-drain $deploy_seconds: $told were told, between $first and $last s after SIGTERM."
  judge "deploy with $deploy_streams streams: not told" ≤ 0 "$((otherwise + late))"
  judge 'deploy: the last stream ends after' ≤ "$deploy_seconds" "$last" s
}
