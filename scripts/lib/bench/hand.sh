# The part `hand` of scripts/bench: operations, answered by the gateway, by its own statements, by the best JSON statement by
# hand and by the nested form that compilers print. It is sourced, after family.sh, operations.sh, schools.sh and class-queue.sh,
# and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

# Files of Benchmarks, each with .graphql, .hand.sql and .nested.sql; and .viewers.sql where variables differ from viewer to viewer.
compared=(Operations/{planner-week,report-card,weight-groups,grade-progress,grade-point-average,dashboard,grade-assignment}
  Pickup/class-queue
  Unfriendly/{paged-lists,filtered-by-relations,counted-pages,summaries,planner-year,five-nodes,school-queue,school-students})
# What the first is divided by the second must be at least this.
hand_goals=('gateway hand 0.9' 'gateway nested 1.7' 'own hand 1.1')
# A school of 2,000 students.
large_school_classes=80 large_school_size=25

# Reads `hand_rounds` and `hand_seconds` of main.
bench_hand() {
  local file name failed contestants=()
  make_queue_school
  make_school school "$large_school_classes" "$large_school_size" 1
  administer -v school=school -f - <Benchmarks/Pickup/queues.sql || fail 'The dismissals could not be made; the message stands above.'
  [[ -n ${addresses[gateway]:-} ]] || start_gateway gateway
  # Few of the staff ask as often as many would.
  start_gateway hand --viewer-rate 0 --max-concurrent-per-viewer 0
  for file in "${compared[@]}"; do
    name=${file##*/}
    say "Preparing $name"
    prepare_compared "$file" hand nested
    check_compared "$file" hand hand nested
    # Prepares its statements on the connections, and looks into every answer.
    read -r _ _ _ _ _ failed _ < <(run_wrk "$work_folder/$name.requests" "$hand_seconds" "${addresses[hand]}" "$connections" check)
    [[ ${failed:-} == 0 ]] || fail "$name: HTTP requests that failed: ${failed:-all}."
    runs[$name-gateway]="run_wrk $work_folder/$name.requests $hand_seconds ${addresses[hand]} $connections"
    runs[$name-own]="run_pgbench $work_folder/$name $connections $hand_seconds"
    runs[$name-hand]="run_pgbench $work_folder/$name.hand $connections $hand_seconds"
    runs[$name-nested]="run_pgbench $work_folder/$name.nested $connections $hand_seconds"
    contestants+=("$name-gateway" "$name-own" "$name-hand" "$name-nested")
  done
  alternate "$hand_rounds" "${contestants[@]}"
  stop_server hand
  report_hand
}

# prepare_compared FILE KIND…: its requests, and the pgbench scripts of its own statements and of those beside it: `hand`, `nested`.
prepare_compared() {
  local name=${1##*/} guards=2 kind
  if [[ -e Benchmarks/$1.viewers.sql ]]; then
    prepare_viewed "$1"
    guards=$guard_count
  else
    prepare_operation "$name" "${1%/*}"
  fi
  for kind in "${@:2}"; do
    with_statement "Benchmarks/$1.$kind.sql" "$guards" <"$work_folder/$name" >"$work_folder/$name.$kind"
  done
}

# prepare_viewed FILE: the requests and the script of an operation whose viewers and variables FILE.viewers.sql selects. Sets guard_count,
# how many of its statements guard a request.
prepare_viewed() {
  local file=Benchmarks/$1 script=$work_folder/${1##*/} role=account variables
  cat "$work_folder/tokens" <(cat "$work_folder"/*.staff 2>/dev/null | cut -f4) >"$work_folder/all.tokens"
  administer -F $'\t' -P tuples_only=off -P footer=off -v accounts="{$(subjects "$work_folder/tokens" | paste -sd,)}" -f - \
    <"$file.viewers.sql" >"$script.rows" || fail "$file.viewers.sql failed; the message stands above."
  [[ $(head -n 1 "$script.rows") != *family_id* ]] || role=parent
  variables=$(viewers_of variables "$script.rows")
  guard_count=$("$hatched" explain --role "$role" --variables "$variables" "$(<"$file.graphql")" |
    grep -cE '^-- (scope|membership check|places|places anew)$')
  "$hatched" explain --pgbench --role "$role" --families 1 --variables "$variables" "$(<"$file.graphql")" |
    viewers_of script "$script.rows" >"$script" || fail "The statements of $file.graphql could not be made; the message stands above."
  request_body "$file.graphql" >"$script.body"
  viewers_of requests "$script.rows" "$script.body" "$work_folder/all.tokens" >"$script.requests" ||
    fail "The requests of $file.graphql could not be made; the message stands above."
}

viewers_of() { python3 -B scripts/lib/bench/viewers.py "$@"; }

# check_compared FILE SERVER KIND…: that a benchmark would compare like with like. The gateway first: after a change all find the same.
check_compared() {
  local name=${1##*/} viewers lines number kind names values token body variables i
  mapfile -t names < <(sed -nE 's/.*\[:viewer\] AS ([a-z_]+),?$/\1/p' "$work_folder/$name")
  viewers=$(viewer "$work_folder/$name" 1- | cut -d' ' -f1 | tr ',' '\n' | wc -l)
  lines=$(wc -l <"$work_folder/$name.requests")
  for ((number = 1; number <= viewers; number += (viewers + families_checked - 1) / families_checked)); do
    read -ra values < <(viewer "$work_folder/$name" "$number")
    variables=()
    for i in "${!names[@]}"; do variables+=(-v "${names[i]}='${values[i]}'"); done
    IFS=$'\t' read -r token body < <(sed -n "$(((number - 1) * lines / viewers + 1))p" "$work_folder/$name.requests")
    ask "${addresses[$2]}/graphql" "$token" "$body" >"$work_folder/response" ||
      fail 'The gateway refused a request:' "$(<"$work_folder/response")"
    run_sql "$(<"$work_folder/response")" <<<"SELECT (:'received'::json -> 'data')::text" >"$work_folder/received"
    for kind in "${@:3}"; do
      transaction "$name.$kind" | run_sql '' "${variables[@]}" >"$work_folder/expected" || fail "Benchmarks/$1.$kind.sql failed."
      python3 -B scripts/lib/bench/same_answer.py "$work_folder/received" "$work_folder/expected" >&2 ||
        fail "The gateway's answer for viewer $number of $name is not that of Benchmarks/$1.$kind.sql." \
          'The first difference stands above: the gateway ≠ the statement.'
    done
  done
}

report_hand() {
  local file name goal one other least names
  {
    printf 'operation\tgateway/s\tits statements/s\tby hand/s\tnested/s\tgateway ÷ hand\tgateway ÷ nested\tstatements ÷ hand\n'
    for file in "${compared[@]}"; do
      name=${file##*/}
      printf '%s\t%.0f\t%.0f\t%.0f\t%.0f\t%s\t%s\t%s\n' "$name" "$(median "$name-gateway" 1)" "$(median "$name-own" 1)" \
        "$(median "$name-hand" 1)" "$(median "$name-nested" 1)" "$(ratio "$name-gateway" "$name-hand")" \
        "$(ratio "$name-gateway" "$name-nested")" "$(ratio "$name-own" "$name-hand")"
    done
  } | show "Operations, against one JSON statement, $connections clients"
  for file in "${compared[@]}"; do
    name=${file##*/}
    for goal in "${hand_goals[@]}"; do
      read -r one other least <<<"$goal"
      judge "$name: $one ÷ $other" ≥ "$least" "$(ratio "$name-$one" "$name-$other")"
    done
  done
  names=("${compared[@]##*/}")
  judge_failures 'operations compared with statements by hand' "$(failures "${names[@]/%/-gateway}")"
}
