# The part `letting-out` of scripts/bench: a school of 2,000 students lets out, and all parents and staff watch. It is sourced, after
# measure.sh, schools.sh, live.sh and push.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

school_classes=80 school_size=25
# From the answer to a change until the event at another client, p99; ms.
own_events_goal=250 whole_events_goal=500
# 2,000 students in ten minutes, three changes each; and the same in two minutes.
usual_pace=10 hasty_pace=50

bench_letting_out() {
  local name place pace
  ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
  make_school letting-out "$school_classes" "$school_size" 1
  start_live_gateway one
  start_live_gateway two
  start_push_server
  start_pusher push-one
  await_push_senders
  # Last: it makes a table without policies, with which no gateway starts.
  register_devices $((2 * school_classes * school_size))
  title[out-same]='same gateway' title[out-other]='second gateway' title[out-hasty]='same gateway, in a fifth of the time'
  for name in same other hasty; do
    pace=$([[ $name == hasty ]] && echo "$hasty_pace" || echo "$usual_pace")
    place=$([[ $name == other ]] && echo two || echo one)
    runs[out-$name]="let_out $(port_of one) $(port_of "$place") $pace"
  done
  alternate "$rounds" out-same out-other out-hasty
  stop_server one
  stop_server two
  stop_server push-one
  stop_server push-server
  report_letting_out
}

# let_out PORT OTHER-PORT PACE: the figures of letting_out.py, on a day on which nobody has left.
let_out() {
  administer -c "DELETE FROM dismissals USING schools WHERE schools.id = school_id AND schools.name = 'letting-out'" -c 'VACUUM ANALYZE dismissals'
  administer -c 'TRUNCATE messages'
  live letting_out "$1" "$2" "$work_folder/parents" "$work_folder/letting-out.staff" "$work_folder/letting-out.students" \
    "$seconds" "$3"
  await_messages 'ended_at IS NULL' 0 push-one
  printf '%s\t%s\t%s\n' "$3" "$(count_messages "state = 'SENT'")" "$(push_times)" >>"$work_folder/letting-out.pushes"
}

report_letting_out() {
  local name
  {
    printf 'changes at\tchanges/s\tanswer p50/ms\tp99\tparents p50/ms\tp99\tteachers p50/ms\tp99\twhole school p50/ms\tp99\tevents\tlost\n'
    for name in same other hasty; do
      printf '%s' "${title[out-$name]}"
      printf '\t%.1f' "$(median "out-$name" 1)" "$(median "out-$name" 9)" "$(median "out-$name" 10)" "$(median "out-$name" 3)" \
        "$(median "out-$name" 4)" "$(median "out-$name" 5)" "$(median "out-$name" 6)" "$(median "out-$name" 7)" "$(median "out-$name" 8)"
      printf '\t%s\t%s\n' "$(total "out-$name" 2)" "$(total "out-$name" 11)"
    done
  } | show "A school of $((school_classes * school_size)) students lets out: from the answer to a change to the event at another client"
  note "Streams: $school_families parents, $school_classes teachers, 4 dispatchers and an administrator, who see the whole school." \
    "$usual_pace changes a second are a school that lets out within ten minutes."
  {
    printf 'changes/s\tpushes\tp50/ms\tp99/ms\tslowest/ms\n'
    cat "$work_folder/letting-out.pushes"
  } | show 'From a change to the answer of the push service, by a third gateway'
  judge 'letting out: from a change to its push, p99' ≤ "$push_soon_goal" \
    "$(awk -F '\t' -v pace="$usual_pace" '$1 == pace { print $4 }' "$work_folder/letting-out.pushes" | sort -n | tail -n 1)" ms
  for name in same other; do
    judge "letting out, ${title[out-$name]}: parents, p99" ≤ "$own_events_goal" "$(median "out-$name" 4)" ms
    judge "letting out, ${title[out-$name]}: teachers, p99" ≤ "$own_events_goal" "$(median "out-$name" 6)" ms
    judge "letting out, ${title[out-$name]}: dispatchers, p99" ≤ "$whole_events_goal" "$(median "out-$name" 8)" ms
  done
  judge 'letting out: events that are lost' ≤ 0 "$(($(total out-same 11) + $(total out-other 11) + $(total out-hasty 11)))"
  judge_failures 'letting out' "$(($(total out-same 12) + $(total out-other 12) + $(total out-hasty 12)))"
}

# total NAME NUMBER: the sum of a contestant's figures.
total() { awk -v number="$2" '{ sum += $number } END { print sum + 0 }' "$work_folder/$1.figures"; }
