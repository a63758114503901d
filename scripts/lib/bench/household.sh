# The part `household` of scripts/bench: a month of a full calendar against its own statements, and sums of many expenses against one
# aggregate by hand. It is sourced, after measure.sh and hand.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

month_goal=0.7 plain_goal=1.5 sums_goal=0.7
calendar_families=50
household_contestants=(
  calendar-month-gateway calendar-month-own calendar-plain-gateway calendar-plain-own
  expense-sums-gateway expense-sums-own expense-sums-hand
)

bench_household() {
  local name failed
  make_full_calendars
  administer -f - <Benchmarks/Household/expenses.sql || fail 'The expenses could not be made; the message stands above.'
  administer -v families="$calendar_families" -f - <Benchmarks/Household/calendar-plain.sql ||
    fail 'The calendars of single events could not be made; the message stands above.'
  prepare_viewed Household/calendar-month
  prepare_viewed Household/calendar-plain
  prepare_compared Household/expense-sums hand
  # One family asks as often as many would.
  start_gateway household --viewer-rate 0 --max-concurrent-per-viewer 0
  for name in calendar-month calendar-plain expense-sums; do
    read -r _ _ _ _ _ failed _ < <(run_wrk "$work_folder/$name.requests" 3 "${addresses[household]}" "$connections" check)
    [[ ${failed:-} == 0 ]] || fail "$name: HTTP requests that failed: ${failed:-all}."
    runs[$name-gateway]="run_wrk $work_folder/$name.requests $seconds ${addresses[household]} $connections"
    runs[$name-own]="run_pgbench $work_folder/$name $connections $seconds"
  done
  runs[expense-sums-hand]="run_pgbench $work_folder/expense-sums.hand $connections $seconds"
  alternate "$rounds" "${household_contestants[@]}"
  stop_server household
  report_household
}

# make_full_calendars: once, for all parts that need them.
make_full_calendars() {
  [[ ! -e $work_folder/full-calendars ]] || return 0
  administer -v families="$calendar_families" -f - <Benchmarks/Household/calendar-month.sql ||
    fail 'The calendars could not be made; the message stands above.'
  touch "$work_folder/full-calendars"
}

report_household() {
  local name
  {
    printf 'household\tmedian/s\tmin\tmax\n'
    for name in "${household_contestants[@]}"; do
      printf '%s\t%.1f\t%.1f\t%.1f\n' "$name" "$(median "$name" 1)" "$(column "$name" 1 | head -n 1)" "$(column "$name" 1 | tail -n 1)"
    done
  } | show "A month of 300 entries, and 50,000 expenses, $connections clients"
  note "p99 of a month, as fast as it goes: $(median calendar-month-gateway 5) ms. An answer has $(median calendar-month-gateway 7) bytes."
  judge "month of the calendar: gateway ÷ its statements, pipelined, $connections clients" ≥ "$month_goal" \
    "$(ratio calendar-month-gateway calendar-month-own)"
  # Both keep the processors busy: their rates tell what a request takes.
  judge "month of the calendar: processor time ÷ that of single events, $connections clients" ≤ "$plain_goal" \
    "$(ratio calendar-plain-gateway calendar-month-gateway)"
  judge "sums of 50,000 expenses: gateway ÷ one aggregate by hand, $connections clients" ≥ "$sums_goal" \
    "$(ratio expense-sums-gateway expense-sums-hand)"
  judge_failures 'the household' "$(failures calendar-month-gateway calendar-plain-gateway expense-sums-gateway)"
}
