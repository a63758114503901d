# The part `household-days` of scripts/bench: 200 days of 40 daily series of one family, with 500 exceptions each, for one client. It is
# sourced, after measure.sh, schools.sh and results.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

days_goal=30 # ms

bench_household_days() {
  local requests=$work_folder/household-days.requests tokens=$work_folder/household-days.tokens account
  # Of a family that no other part has.
  tail -n 1 "$work_folder/tokens" >"$tokens"
  account=$(subjects "$tokens")
  administer -v account="$account" -f - <Benchmarks/Household/household-days.sql ||
    fail 'The daily series could not be made; the message stands above.'
  make_requests household-days "$(request_body Benchmarks/Household/household-days.graphql)" "$tokens"
  # As by default but for the rate: a person asks for that less often.
  start_gateway household-days --viewer-rate 0
  check_days "$(<"$tokens")"
  # Prepares the statements.
  run_load "$requests" 2 "${addresses[household-days]}" 1 0 >/dev/null
  title[household-days]='200 days of the calendar'
  runs[household-days]="run_load $requests $seconds ${addresses[household-days]} 1 0"
  alternate "$rounds" household-days
  stop_server household-days
  report_days
}

# check_days TOKEN: that the answer has the entries that are measured, within the cost that is allowed by default.
check_days() {
  local body
  body=$(request_body Benchmarks/Household/household-days.graphql)
  ask "${addresses[household-days]}/graphql" "$1" "${body%\}},\"extensions\":{\"cost\":true}}" >"$work_folder/days.answer" ||
    fail 'The gateway refused 200 days of the calendar:' "$(head -c 500 "$work_folder/days.answer")"
  python3 -B - "$work_folder/days.answer" >"$work_folder/days.cost" <<'PYTHON' ||
import json, sys
answer = json.load(open(sys.argv[1]))
if answer.get("errors"):
    sys.exit(json.dumps(answer["errors"])[:500])
days = answer["data"]["calendar"]
entries = [entry for day in days for entry in day["entries"]]
if len(days) != 200 or sum(day["entryCount"] for day in days) != len(entries):
    sys.exit(f"{len(days)} days with {len(entries)} of {sum(day['entryCount'] for day in days)} entries")
changed = sum(entry["isChanged"] for entry in entries)
if not 7000 <= len(entries) <= 8000 or changed < 5000:
    sys.exit(f"{len(entries)} entries, of which {changed} differ from their series")
print(len(entries), answer["extensions"]["cost"]["requested"], answer["extensions"]["cost"]["maximum"])
PYTHON
    fail 'The 200 days are not those that are measured; the message stands above.'
}

report_days() {
  local entries cost maximum
  read -r entries cost maximum <"$work_folder/days.cost"
  {
    printf 'one client\tp50/ms\tp90/ms\tp99/ms\tbytes\n'
    printf '%s\t%.1f\t%.1f\t%.1f\t%.0f\n' "${title[household-days]}" "$(median household-days 2)" "$(median household-days 4)" \
      "$(median household-days 5)" "$(median household-days 7)"
  } | show 'The calendar of 200 days: 40 daily series with 500 exceptions each'
  note "An answer has $entries entries. Its cost is $cost of $maximum."
  judge '200 days of the calendar, one client: p50' ≤ "$days_goal" "$(median household-days 2)" ms
  judge 'cost of 200 days of the calendar' ≤ "$maximum" "$cost"
  judge_failures '200 days of the calendar' "$(failures household-days)"
}
