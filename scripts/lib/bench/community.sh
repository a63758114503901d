# The part `community` of scripts/bench: the dashboard of a school, an urgent announcement to its families, and a post to one of its
# classes. It is sourced, after measure.sh, schools.sh, hand.sh, class-queue.sh, live.sh and push.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

dashboard_own_goal=0.7 dashboard_hand_goal=0.9
urgent_classes=80 urgent_size=25 urgent_families=2000
urgent_streams_goal=1000 # ms
urgent_written_goal=10 # s
urgent_p99_goal=2

bench_community() {
  bench_school_dashboard
  bench_urgent
}

bench_school_dashboard() {
  local failed script=$work_folder/school-dashboard
  make_queue_school
  administer -v school=queue -f - <Benchmarks/Community/school-dashboard.sql || fail 'The rows could not be made; the message stands above.'
  prepare_viewed Community/school-dashboard
  with_statement Benchmarks/Community/school-dashboard.hand.sql "$guard_count" <"$script" >"$script.hand"
  start_gateway hand
  check_dashboard
  read -r _ _ _ _ _ failed _ < <(run_wrk "$script.requests" 3 "${addresses[hand]}" "$connections" check)
  [[ ${failed:-} == 0 ]] || fail "The dashboard of a school: HTTP requests that failed: ${failed:-all}."
  title[school-dashboard-gateway]='gateway over HTTP'
  title[school-dashboard-own]="the gateway's statements, pipelined, $connections clients"
  title[school-dashboard-hand]="one JSON statement by hand, $connections clients"
  runs[school-dashboard-gateway]="run_wrk $script.requests $seconds ${addresses[hand]} $connections"
  runs[school-dashboard-own]="run_pgbench $script $connections $seconds"
  runs[school-dashboard-hand]="run_pgbench $script.hand $connections $seconds"
  alternate "$rounds" school-dashboard-gateway school-dashboard-own school-dashboard-hand
  stop_server hand
  {
    local name
    printf 'dashboard of a school\tmedian/s\tmin\tmax\tgateway ÷\n'
    for name in school-dashboard-gateway school-dashboard-own school-dashboard-hand; do
      printf '%s\t%.0f\t%.0f\t%.0f\t%s\n' "${title[$name]}" "$(median "$name" 1)" "$(column "$name" 1 | head -n 1)" \
        "$(column "$name" 1 | tail -n 1)" "$(ratio school-dashboard-gateway "$name")"
    done
  } | show "Five announcements, ten events and twenty posts of a school, for a parent"
  judge "dashboard of a school: gateway ÷ its statements, pipelined, $connections clients" ≥ "$dashboard_own_goal" \
    "$(ratio school-dashboard-gateway school-dashboard-own)"
  judge 'dashboard of a school: gateway ÷ one JSON statement by hand' ≥ "$dashboard_hand_goal" \
    "$(ratio school-dashboard-gateway school-dashboard-hand)"
  judge_failures 'the dashboard of a school' "$(failures school-dashboard-gateway)"
}

# check_dashboard: that the gateway and the statement by hand answer the same, for some viewers.
check_dashboard() {
  local script=$work_folder/school-dashboard number token body values names variables i
  mapfile -t names < <(sed -nE 's/.*\[:viewer\] AS ([a-z_]+),?$/\1/p' "$script")
  for number in 1 100 1000; do
    read -ra values < <(viewer "$script" "$number")
    variables=()
    for i in "${!names[@]}"; do variables+=(-v "${names[i]}='${values[i]}'"); done
    IFS=$'\t' read -r token body < <(sed -n "${number}p" "$script.requests")
    ask "${addresses[hand]}/graphql" "$token" "$body" >"$work_folder/response" || fail 'The gateway refused a request:' "$(<"$work_folder/response")"
    run_sql "$(<"$work_folder/response")" <<<"SELECT (:'received'::json -> 'data')::text" >"$work_folder/received"
    transaction school-dashboard.hand | run_sql '' "${variables[@]}" >"$work_folder/expected" || fail 'school-dashboard.hand.sql failed.'
    python3 -B scripts/lib/bench/same_answer.py "$work_folder/received" "$work_folder/expected" >&2 ||
      fail "The gateway's answer for viewer $number is not that of school-dashboard.hand.sql. The first difference stands above."
  done
}

bench_urgent() {
  local school_families=$urgent_families streams woken p50 p99 slowest written
  ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
  make_school urgent "$urgent_classes" "$urgent_size" 1
  cut -f2 "$work_folder/urgent.students" | sort -u >"$work_folder/urgent.accounts"
  make_requests family "$(request_body Benchmarks/query.graphql)"
  start_push_server
  start_pusher push-one
  start_live_gateway one
  await_push_senders
  register_devices $((2 * urgent_families))
  read -r streams woken p50 p99 slowest < <(live announcement "$(port_of one)" "$work_folder/parents" "$work_folder/urgent.staff" post)
  note "A post to one class of $urgent_classes: of $streams streams of parents $woken got an answer; $urgent_size families are of the class."
  judge 'a post to one class: streams that it wakes' ≤ "$urgent_size" "$woken"
  runs[urgent-alone]="run_wrk $work_folder/family.requests 5 ${addresses[one]} $connections"
  runs[urgent-meanwhile]="run_wrk $work_folder/family.requests 5 ${addresses[one]} $connections"
  title[urgent-alone]='nested query alone' title[urgent-meanwhile]='nested query meanwhile'
  ${runs[urgent-alone]} >>"$work_folder/urgent-alone.figures"
  ${runs[urgent-meanwhile]} >>"$work_folder/urgent-meanwhile.figures" &
  local load=$!
  sleep 1
  administer -c 'TRUNCATE messages' -c 'DELETE FROM notifications'
  read -r streams woken p50 p99 slowest < <(live announcement "$(port_of one)" "$work_folder/parents" "$work_folder/urgent.staff" urgent)
  wait "$load"
  await_told
  written=$(administer -c "SELECT round(extract(epoch FROM greatest((SELECT max(created_at) FROM notifications WHERE event = 'ANNOUNCEMENT'),
    (SELECT max(created_at) FROM messages)) - max(created_at))::numeric, 1) FROM announcements WHERE priority = 'URGENT'")
  {
    printf 'streams\treached\tp50/ms\tp99/ms\tslowest/ms\tnotifications\tpushes and mails\twritten/s\n'
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$streams" "$woken" "$p50" "$p99" "$slowest" \
      "$(administer -c "SELECT count(*) FROM notifications WHERE event = 'ANNOUNCEMENT'")" "$(administer -c 'SELECT count(*) FROM messages')" "$written"
  } | show "An urgent announcement to a school of $urgent_families families"
  judge 'urgent announcement: at the last stream' ≤ "$urgent_streams_goal" "$slowest" ms
  judge 'urgent announcement: notifications, pushes and mails written' ≤ "$urgent_written_goal" "$written" s
  judge 'urgent announcement: p99 of the nested query ÷ alone' ≤ "$urgent_p99_goal" \
    "$(awk -v one="$(median urgent-meanwhile 5)" -v other="$(median urgent-alone 5)" 'BEGIN { printf "%.2f", one / other }')"
  stop_server one
  stop_server push-one
  stop_server push-server
}

# await_told: until nothing is left to tell of the school.
await_told() {
  local deadline=$((SECONDS + 60))
  until [[ $(administer -c 'SELECT count(*) FROM school_tellings WHERE ended_at IS NULL AND due_at <= now()') == 0 ]]; do
    ((SECONDS < deadline)) || fail 'The announcement is not told after 60 seconds.'
    sleep 0.1
  done
  sleep 2
}
