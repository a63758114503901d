# The part `webhooks` of scripts/bench: many deliveries to webhooks by two servers, of which one is killed, a receiver that fails and stalls, and
# what that does to other requests. It is sourced, after measure.sh, results.sh and reminders.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

# In each round; --quick has fewer.
hooked_deliveries=10000
# The p99 of the nested query beside deliveries ÷ that without them.
beside_hooks_goal=1.5

bench_webhooks() {
  local round peak rate load began first
  start_receiver
  administer -v port="${addresses[receiver]##*:}" -f - <Benchmarks/Household/webhooks.sql ||
    fail 'The webhooks could not be made; the message stands above.'
  make_requests family "$(request_body Benchmarks/query.graphql)"
  start_worker webhooks-one --reachable-host 127.0.0.1
  start_worker webhooks-two --reachable-host 127.0.0.1
  # Prepares the statements of the nested query.
  run_wrk "$work_folder/family.requests" 3 "${addresses[webhooks-two]}" "$connections" check >/dev/null
  read -r peak _ < <(run_wrk "$work_folder/family.requests" 3 "${addresses[webhooks-two]}" "$connections")
  rate=$(awk "BEGIN { printf \"%.0f\", $peak / 4 }")
  for ((round = 1; round <= rounds; round++)); do
    run_load "$work_folder/family.requests" "$seconds" "${addresses[webhooks-two]}" "$connections" "$rate" \
      >>"$work_folder/webhooks-alone.figures"
    first=$(((round - 1) * hooked_deliveries + 1))
    say "Round $round: $hooked_deliveries deliveries"
    administer -v first="$first" -v last="$((first + hooked_deliveries - 1))" -f - <Benchmarks/Household/deliveries.sql >/dev/null ||
      fail 'The deliveries could not be made; the message stands above.'
    began=$EPOCHREALTIME
    run_load "$work_folder/family.requests" "$seconds" "${addresses[webhooks-two]}" "$connections" "$rate" \
      >>"$work_folder/webhooks-beside.figures" &
    load=$!
    if ((round == rounds)); then
      await_hooks $((hooked_deliveries / 2))
      say "Killing a server: $(count_hooks) of $hooked_deliveries wait"
      kill -KILL "${jobs[webhooks-one]}"
      wait "${jobs[webhooks-one]}" 2>/dev/null || true
      unset 'jobs[webhooks-one]'
    fi
    # The claims of a server that was killed lapse after 45 s, and what failed is tried again after 5 s.
    await_hooks 0
    awk "BEGIN { printf \"%.1f\n\", $EPOCHREALTIME - $began }" >>"$work_folder/webhooks-sending.figures"
    wait "$load"
  done
  stop_server webhooks-two
  stop_server receiver
  report_webhooks "$rate"
}

# start_receiver: it writes down what it takes.
start_receiver() {
  local port
  port=$(free_port)
  start_job python3 -B Benchmarks/Household/receiver.py "$port" "$work_folder/hooks"
  jobs[receiver]=$job addresses[receiver]=http://127.0.0.1:$port job=
  until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    kill -0 "${jobs[receiver]}" 2>/dev/null || fail 'The receiver of webhooks ended as it started; its messages stand above.'
    sleep 0.05
  done
}

# count_hooks: the deliveries that wait or are under way.
count_hooks() { administer -c 'SELECT count(*) FROM webhook_queue'; }

# await_hooks COUNT: until at most so many wait.
await_hooks() {
  local deadline=$((SECONDS + 300))
  while (($(count_hooks) > $1)); do
    ((SECONDS < deadline)) || fail "There are $(count_hooks) deliveries that wait." "$(tail -n 5 "$work_folder/webhooks-two.log")"
    sleep 0.2
  done
}

# compare_hooks: how many deliveries there are, how many were tried, lost, and taken more than once, and of how many more than one id came.
compare_hooks() {
  administer -F $'\t' -c "SELECT deliveries.id, deliveries.data::jsonb ->> 'shoppingListId', deliveries.state FROM webhook_deliveries deliveries
    JOIN webhooks ON webhooks.family_id = deliveries.family_id AND webhooks.id = deliveries.webhook_id
    WHERE webhooks.url LIKE 'http://127.0.0.1:%'" >"$work_folder/hooks.noted"
  python3 -B - "$work_folder/hooks.noted" "$work_folder/hooks" <<'PYTHON'
import collections, sys
noted, tried = ([line.rstrip("\n").split("\t") for line in open(file)] for file in sys.argv[1:3])
taken = collections.Counter((message, number) for message, number, status in tried if status == "204")
ids = collections.defaultdict(set)
for message, number, _ in tried:
    ids[number].add(message)
# Neither sent, or said to be sent and not there.
lost = sum(state != "SENT" or (message, number) not in taken for message, number, state in noted)
print(len(noted), len(tried), lost, sum(count > 1 for count in taken.values()), sum(len(known) > 1 for known in ids.values()))
PYTHON
}

# report_webhooks RATE
report_webhooks() {
  local noted tried lost twice renamed expected=$((rounds * hooked_deliveries))
  read -r noted tried lost twice renamed < <(compare_hooks)
  {
    printf 'deliveries\ttries\tlost\ttaken more than once\twith more than one id\tof a round, median/s\twith a server that is killed/s\n'
    printf '%s\t%s\t%s\t%s\t%s\t%.1f\t%s\n' "$noted" "$tried" "$lost" "$twice" "$renamed" "$(median webhooks-sending 1)" \
      "$(tail -n 1 "$work_folder/webhooks-sending.figures")"
  } | show 'Deliveries to webhooks of 100 families, two servers, of which one is killed'
  note "Of ten families the receiver fails at first or does not answer: a round lasts as long as its slowest delivery." \
    'What a server had claimed that is killed is sent again after 45 s, with the same id.'
  {
    printf 'nested query\trequests/s\tp50/ms\tp99/ms\n'
    printf 'alone\t%.0f\t%.2f\t%.2f\n' "$(median webhooks-alone 1)" "$(median webhooks-alone 2)" "$(median webhooks-alone 5)"
    printf 'beside the deliveries\t%.0f\t%.2f\t%.2f\n' "$(median webhooks-beside 1)" "$(median webhooks-beside 2)" \
      "$(median webhooks-beside 5)"
  } | show "The nested query at $1/s, at one of the servers that send"
  judge 'deliveries that were lost' ≤ 0 "$((lost + expected - noted))"
  judge 'deliveries that came with more than one id' ≤ 0 "$renamed"
  judge 'p99 of the nested query: beside deliveries to webhooks ÷ alone' ≤ "$beside_hooks_goal" \
    "$(divided "$(median webhooks-beside 5)" "$(median webhooks-alone 5)")"
  judge_failures 'nested query beside deliveries to webhooks' "$(failures webhooks-alone webhooks-beside)"
}
