# The part `repeats` of scripts/bench: requests whose answers have not changed, and what versions cost those that change
# something. It is sourced, after operations.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

# Each of an app's five operations is asked 19 times by a family, and five assignments are graded.
repeated_operations=(query planner-week report-card dashboard weight-groups)
repeats_goal=2.2 # the nested query, all repeated: remembered ÷ not
not_modified_goal=2.4
mix_goal=1.5
versions_goal=0.82 # grades with versions ÷ without
changes_goal=0.72 # and with what changed
tagged_families=500

bench_repeats() {
  local name
  start_gateway remembering --answer-memory $((32 << 20))
  start_gateway forgetting
  prepare_repeats
  title[repeat-plain]='nested query, not remembered' title[repeat]='nested query, remembered'
  title[repeat-304]='nested query, GET, 304'
  title[mix-plain]='mix, without versions and memory' title[mix]='mix'
  title[grade-plain]='grades, without versions and changes' title[grade-versions]='grades, with versions'
  title[grade]='grades, with versions and changes'
  runs[repeat-plain]="run_wrk $work_folder/repeat.requests $seconds ${addresses[forgetting]} $connections"
  runs[repeat]="run_wrk $work_folder/repeat.requests $seconds ${addresses[remembering]} $connections"
  runs[repeat-304]="run_wrk $work_folder/tagged.requests $seconds ${addresses[remembering]} $connections"
  runs[mix-plain]="without bump,record run_wrk $work_folder/mix.requests $seconds ${addresses[forgetting]} $connections"
  runs[mix]="run_wrk $work_folder/mix.requests $seconds ${addresses[remembering]} $connections"
  runs[grade-plain]="without bump,record run_wrk $work_folder/grade-assignment.requests $seconds ${addresses[forgetting]} $connections"
  runs[grade-versions]="without record run_wrk $work_folder/grade-assignment.requests $seconds ${addresses[forgetting]} $connections"
  runs[grade]="run_wrk $work_folder/grade-assignment.requests $seconds ${addresses[forgetting]} $connections"
  # So that all is remembered that is asked for, and tags are those of now.
  run_wrk "$work_folder/repeat.requests" 3 "${addresses[remembering]}" "$connections" check >/dev/null
  alternate "$rounds" repeat-plain repeat repeat-304 mix-plain mix grade-plain grade-versions grade
  stop_server remembering
  stop_server forgetting

  {
    printf 'repeats\tmedian/s\tmin\tmax\tp99/ms\n'
    for name in repeat-plain repeat repeat-304 mix-plain mix grade-plain grade-versions grade; do
      printf '%s\t%.0f\t%.0f\t%.0f\t%.1f\n' "${title[$name]}" "$(median "$name" 1)" "$(column "$name" 1 | head -n 1)" \
        "$(column "$name" 1 | tail -n 1)" "$(median "$name" 5)"
    done
  } | show 'Answers that have not changed'
  judge 'nested query, all repeated: remembered ÷ not' ≥ "$repeats_goal" "$(ratio repeat repeat-plain)"
  judge 'nested query, all repeated: 304 ÷ not remembered' ≥ "$not_modified_goal" "$(ratio repeat-304 repeat-plain)"
  judge '95 reads to 5 grades: with versions and memory ÷ without' ≥ "$mix_goal" "$(ratio mix mix-plain)"
  judge 'grades with versions ÷ without' ≥ "$versions_goal" "$(ratio grade-versions grade-plain)"
  judge 'grades with versions and changes ÷ without' ≥ "$changes_goal" "$(ratio grade grade-plain)"
  judge_failures 'repeats' "$(failures repeat repeat-304 mix grade-versions grade)"
}

# prepare_repeats: the requests. A request with a tag is a GET.
prepare_repeats() {
  local operation token tag query
  [[ -n ${addresses[gateway]:-} ]] || start_gateway gateway
  prepare_operation grade-assignment
  head -n "$tagged_families" "$work_folder/tokens" >"$work_folder/some.tokens"
  make_requests repeat "$(request_body Benchmarks/query.graphql)" "$work_folder/some.tokens"
  query=$(sed 's/ *#.*//' Benchmarks/query.graphql | tr -s ' \n' ' ' | sed 's/ /%20/g; s/{/%7B/g; s/}/%7D/g; s/"/%22/g')
  say "Asking for $tagged_families tags"
  while read -r token; do
    tag=$(curl -sS -o /dev/null -D - "${addresses[remembering]}/graphql?query=$query" -H "Authorization: Bearer $token" |
      sed -nE 's/^etag: (.*)\r$/\1/p')
    [[ -n $tag ]] || fail 'An answer has no tag.'
    printf '%s\t%s\t%s\n' "$token" "$query" "$tag"
  done <"$work_folder/some.tokens" >"$work_folder/tagged.requests"
  for operation in "${repeated_operations[@]}"; do
    [[ $operation == query ]] || operation=Operations/$operation
    make_requests "mix-${operation##*/}" "$(request_body "Benchmarks/$operation.graphql")" "$work_folder/some.tokens"
    for _ in {1..19}; do cat "$work_folder/mix-${operation##*/}.requests"; done
  done >"$work_folder/mix.requests"
  for _ in {1..5}; do
    awk -F '\t' 'NR == FNR { known[$1]; next } $1 in known' "$work_folder/some.tokens" "$work_folder/grade-assignment.requests"
  done >>"$work_folder/mix.requests"
}

# without PREFIX,… COMMAND…: runs it while changes fire no trigger of that name: bump_ writes versions, and record_ what changed.
without() {
  toggle_triggers DISABLE "$1"
  "${@:2}"
  toggle_triggers ENABLE "$1"
}

# toggle_triggers ENABLE|DISABLE PREFIX,…
toggle_triggers() {
  administer >/dev/null <<SQL
DO \$\$
DECLARE t record;
BEGIN
  FOR t IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE tgname ~ '^(${2//,/|})_(added|changed|removed)$' LOOP
    EXECUTE format('ALTER TABLE %s $1 TRIGGER %I', t.name, t.tgname);
  END LOOP;
END
\$\$
SQL
}
