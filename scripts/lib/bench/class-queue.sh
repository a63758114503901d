# The part `class-queue` of scripts/bench: the queue of a class as its teacher sees it, against its own statements. It is sourced, after
# measure.sh, schools.sh and hand.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

queue_goal=0.65
queue_classes=50 queue_size=30

bench_class_queue() {
  local failed size script=$work_folder/class-queue best
  make_queue_school
  prepare_viewed Pickup/class-queue
  # Few teachers ask as often as many would.
  start_gateway class-queue --viewer-rate 0 --max-concurrent-per-viewer 0
  check_queue "$(head -n 1 "$script.requests")"
  read -r _ _ _ _ _ failed size < <(run_wrk "$script.requests" 3 "${addresses[class-queue]}" "$connections" check)
  [[ ${failed:-} == 0 ]] || fail "The queue of a class: HTTP requests that failed: ${failed:-all}."
  best=$(best_clients "$script" $(((seconds + 4) / 5)) 2 4 8)
  title[class-queue-gateway]='gateway over HTTP'
  title[class-queue-own]="the gateway's statements, pipelined"
  title[class-queue-own-alike]="the gateway's statements, pipelined, $connections clients"
  runs[class-queue-gateway]="run_wrk $script.requests $seconds ${addresses[class-queue]} $connections"
  runs[class-queue-own]="run_pgbench $script $best $seconds"
  runs[class-queue-own-alike]="run_pgbench $script $connections $seconds"
  alternate "$rounds" class-queue-gateway class-queue-own class-queue-own-alike
  stop_server class-queue
  report_class_queue "$best"
}

# make_queue_school: once, for all parts that need it.
make_queue_school() {
  [[ ! -e $work_folder/queue.staff ]] || return 0
  make_school queue "$queue_classes" "$queue_size" 3
  administer -v school=queue -f - <Benchmarks/Pickup/queues.sql || fail 'The dismissals could not be made; the message stands above.'
}

# report_class_queue CLIENTS: of the statements alone, where they are fastest.
report_class_queue() {
  local name clients=("$connections" "$1" "$connections") number=0
  {
    printf 'queue of a class\tclients\tmedian/s\tmin\tmax\tgateway ÷\n'
    for name in class-queue-gateway class-queue-own class-queue-own-alike; do
      printf '%s\t%s\t%.0f\t%.0f\t%.0f\t%s\n' "${title[$name]}" "${clients[number++]}" "$(median "$name" 1)" \
        "$(column "$name" 1 | head -n 1)" "$(column "$name" 1 | tail -n 1)" "$(ratio class-queue-gateway "$name")"
    done
  } | show "The queue of a class of $queue_size students, as its teacher sees it"
  note "p99 of the gateway, as fast as it goes: $(median class-queue-gateway 5) ms. An answer has $(median class-queue-gateway 7) bytes."
  judge "queue of a class: gateway ÷ its statements, pipelined, $connections clients" ≥ "$queue_goal" \
    "$(ratio class-queue-gateway class-queue-own-alike)"
  judge_failures 'the queue of a class' "$(failures class-queue-gateway)"
}

# check_queue REQUEST: that it has all students of the class, with those who collect them.
check_queue() {
  local token body answer
  IFS=$'\t' read -r token body <<<"$1"
  answer=$(ask "${addresses[class-queue]}/graphql" "$token" "$body") || fail 'The gateway refused a request:' "$answer"
  [[ $(grep -o '"guardians":\[{' <<<"$answer" | wc -l) == "$queue_size" &&
    $(grep -o '"collectors":\[{' <<<"$answer" | wc -l) == "$queue_size" ]] ||
    fail "The queue of a class does not have $queue_size students:" "${answer:0:500}"
}
