# The part `community` of scripts/bench: the dashboard of a school, an urgent announcement to 2,000 families, and a post to one class among
# 80. It is sourced, after family.sh, samples.sh, schools.sh, hand.sh, live.sh and letting-out.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}" "${root:?}"

# A family has one student there.
community_families=2000 community_classes=80 community_size=25
# Families of no school, which ask for the nested query meanwhile.
other_families=1000
dashboard_own_goal=0.7 dashboard_hand_goal=0.9
# From the answer to the last event, ms; until all is written, s; p99 of others ÷ alone.
announced_goal=1000 told_goal=10 others_goal=2

bench_community() {
  ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
  (($(ulimit -n) >= community_families + community_classes + 1000)) ||
    fail "A process may open $(ulimit -n) files, and the streams of $community_families families need more."
  # Left by other parts that push. It has no policies, with which no gateway starts.
  administer -c 'DROP TABLE IF EXISTS bench_parents'
  make_community_school
  bench_school_dashboard
  bench_announcements
}

make_community_school() {
  # Read by make_school.
  local school_families=$community_families
  make_school community "$community_classes" "$community_size" 1
  administer -v school=community -f - <Benchmarks/Community/community.sql ||
    fail 'The announcements, events and posts could not be made; the message stands above.'
  administer -c CHECKPOINT -c VACUUM
}

bench_school_dashboard() {
  local failed script=$work_folder/school-dashboard
  say 'Preparing school-dashboard'
  prepare_compared Community/school-dashboard hand
  start_gateway school-dashboard
  check_compared Community/school-dashboard school-dashboard hand
  check_dashboard
  # Prepares its statements on the connections, and looks into every answer.
  read -r _ _ _ _ _ failed _ < <(run_wrk "$script.requests" 3 "${addresses[school-dashboard]}" "$connections" check)
  [[ ${failed:-} == 0 ]] || fail "The dashboard of a school: HTTP requests that failed: ${failed:-all}."
  title[school-dashboard-gateway]='gateway over HTTP'
  title[school-dashboard-own]="the gateway's statements, pipelined"
  title[school-dashboard-hand]='JSON statement, best by hand'
  runs[school-dashboard-gateway]="run_wrk $script.requests $seconds ${addresses[school-dashboard]} $connections"
  runs[school-dashboard-own]="run_pgbench $script $connections $seconds"
  runs[school-dashboard-hand]="run_pgbench $script.hand $connections $seconds"
  alternate "$rounds" school-dashboard-gateway school-dashboard-own school-dashboard-hand
  stop_server school-dashboard
  report_school_dashboard
}

# check_dashboard: that the answer that was compared last has all that the dashboard is measured with.
check_dashboard() {
  python3 -B - "$work_folder/received" <<'PYTHON' || fail 'The dashboard of a school is not whole; the message stands above.'
import json, sys
school = json.load(open(sys.argv[1]))["school"]
counts = [len(school[name]) for name in ("announcements", "events", "posts")]
if counts != [5, 10, 20]:
    sys.exit(f"announcements, events, posts: {counts}")
if not all(row["picture"] for row in school["announcements"]) or not all(row["place"] for row in school["events"]):
    sys.exit("An announcement has no picture, or an event no place.")
if not all(post["author"]["picture"] and len(post["pictures"]) == 2 for post in school["posts"]):
    sys.exit("A post does not have two pictures and one of its author.")
PYTHON
}

report_school_dashboard() {
  local name
  {
    printf 'dashboard of a school\tclients\tmedian/s\tmin\tmax\tgateway ÷\n'
    for name in school-dashboard-gateway school-dashboard-own school-dashboard-hand; do
      printf '%s\t%s\t%.0f\t%.0f\t%.0f\t%s\n' "${title[$name]}" "$connections" "$(median "$name" 1)" \
        "$(column "$name" 1 | head -n 1)" "$(column "$name" 1 | tail -n 1)" "$(ratio school-dashboard-gateway "$name")"
    done
  } | show 'The dashboard of a school, as a parent sees it'
  note "p99 of the gateway, as fast as it goes: $(median school-dashboard-gateway 5) ms." \
    "An answer has $(median school-dashboard-gateway 7) bytes."
  judge "dashboard of a school: gateway ÷ its statements, pipelined, $connections clients" ≥ "$dashboard_own_goal" \
    "$(ratio school-dashboard-gateway school-dashboard-own)"
  judge "dashboard of a school: gateway ÷ JSON statement by hand, $connections clients" ≥ "$dashboard_hand_goal" \
    "$(ratio school-dashboard-gateway school-dashboard-hand)"
  judge_failures 'the dashboard of a school' "$(failures school-dashboard-gateway)"
}

bench_announcements() {
  local peak rate school
  add_families hatched others "$other_families" --seed 4
  administer -c CHECKPOINT -c VACUUM
  make_requests others "$(request_body Benchmarks/query.graphql)" "$work_folder/others.tokens"
  school=$(administer -c "SELECT id FROM schools WHERE name = 'community'")
  start_announcer
  administer -v school=community -f - <Benchmarks/Community/recipients.sql ||
    fail 'The devices and addresses could not be made; the message stands above.'
  # Prepares the statements of the nested query.
  run_wrk "$work_folder/others.requests" 3 "${addresses[announcer]}" "$connections" check >/dev/null
  read -r peak _ < <(run_wrk "$work_folder/others.requests" 3 "${addresses[announcer]}" "$connections")
  rate=$(awk "BEGIN { printf \"%.0f\", $peak / 4 }")
  title[announcements]='nested query beside an urgent announcement'
  runs[announcements]="announce $school $rate"
  alternate "$rounds" announcements
  stop_server announcer
  administer -c 'TRUNCATE messages' -c 'DELETE FROM push_senders' -c 'DELETE FROM devices'
  report_announcements "$rate"
}

# start_announcer: one gateway for all, with background work. It answers once it has looked for overdue assignments.
start_announcer() {
  local deadline=$((SECONDS + 300))
  WORKER_DATABASE_URL=$(cluster_url hatched_worker hatched)
  export WORKER_DATABASE_URL
  start_live_gateway announcer --answer-memory 0
  unset WORKER_DATABASE_URL
  say 'Waiting until it has looked for overdue assignments'
  until curl -sS "http://127.0.0.1:${admin_ports[announcer]}/metrics" | grep '^hatched_overdue_last_pass_timestamp_seconds ' >/dev/null; do
    ((SECONDS < deadline)) || fail 'The gateway has not looked for overdue assignments within five minutes.'
    sleep 0.5
  done
}

# announce SCHOOL RATE: the figures of announcing.py.
announce() {
  administer -c 'TRUNCATE messages'
  live announcing "$(port_of announcer)" "${admin_ports[announcer]}" "$postgres_programs_folder/psql" "$(cluster_url postgres hatched)" "$1" \
    "$work_folder/parents" "$work_folder/community.staff" "$work_folder/community.students" \
    "$work_folder/load" "$work_folder/others.requests" "$connections" "$2" "$seconds"
}

# report_announcements RATE: figures 5 to 13 are of an announcement alone, and 9 more of one beside other families.
report_announcements() {
  local place first streams=$((community_families + community_classes)) missing
  {
    printf 'urgent announcement\tanswer/ms\tevents p50/ms\tlast/ms\tlost\tall told/s\tnotifications\tpushes\tmails\tof each\n'
    for place in alone beside; do
      first=$([[ $place == alone ]] && echo 5 || echo 14)
      printf '%s' "$([[ $place == alone ]] && echo alone || echo "beside the nested query at $1/s")"
      printf '\t%.1f' "$(median announcements "$first")" "$(median announcements $((first + 1)))" "$(median announcements $((first + 2)))"
      printf '\t%s' "$(total announcements $((first + 3)))"
      printf '\t%.2f' "$(median announcements $((first + 4)))"
      printf '\t%.0f' "$(median announcements $((first + 5)))" "$(median announcements $((first + 6)))" \
        "$(median announcements $((first + 7)))" "$(median announcements $((first + 8)))"
      printf '\n'
    done
  } | show "An urgent announcement to $community_families families, with $streams streams"
  {
    printf 'nested query of other families\trequests/s\tp99/ms\n'
    printf 'with streams alone\t%s\t%.2f\n' "$1" "$(median announcements 3)"
    printf 'while the families are told\t%.0f\t%.2f\n' "$(median announcements 1)" "$(median announcements 2)"
  } | show 'Other families, while a school announces something urgent'
  {
    printf 'streams of the class with the post\twithout it\tothers with an event\tqueries that ran again\tlast event/ms\n'
    printf '%.0f\t%s\t%s\t%.0f\t%.1f\n' "$(median announcements 23)" "$(total announcements 24)" "$(total announcements 25)" \
      "$(median announcements 26)" "$(median announcements 27)"
  } | show "A post to one class among $community_classes, with $streams streams"
  # The slowest of all rounds, as there is one in each.
  judge "urgent announcement: to the last of $streams streams, beside other families" ≤ "$announced_goal" \
    "$(column announcements 16 | tail -n 1)" ms
  judge 'urgent announcement: notifications, pushes and mails all written' ≤ "$told_goal" "$(column announcements 18 | tail -n 1)" s
  missing=$(awk '{ for (i = 10; i <= 12; i++) sum += ($13 > $i ? $13 - $i : $i - $13) + ($22 > $(i + 9) ? $22 - $(i + 9) : $(i + 9) - $22) }
    END { print sum + 0 }' "$work_folder/announcements.figures")
  judge 'urgent announcement: notifications, pushes and mails too few or too many' ≤ 0 "$missing"
  judge 'urgent announcement: streams without an event' ≤ 0 "$(($(total announcements 8) + $(total announcements 17)))"
  judge 'p99 of the nested query of others: while the families are told ÷ alone' ≤ "$others_goal" \
    "$(divided "$(median announcements 2)" "$(median announcements 3)")"
  judge 'post to one class: its streams without an event' ≤ 0 "$(total announcements 24)"
  judge 'post to one class: other streams with an event' ≤ 0 "$(total announcements 25)"
  # Each stream of the class once, whether or not it has seen the post.
  judge 'post to one class: queries of other streams that ran again' ≤ 0 \
    "$(awk '{ other = $26 - $23 - $24; sum += other > 0 ? other : 0 } END { print sum + 0 }' "$work_folder/announcements.figures")"
  judge_failures 'nested query beside an urgent announcement' "$(total announcements 4)"
}
