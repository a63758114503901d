# The part `operations` of scripts/bench, which holds operations of an app against their own statements. It is sourced,
# after measure.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

operations=(planner-week report-card weight-groups grade-progress grade-point-average dashboard grade-assignment)
# The gateway's throughput divided by that of its statements must be at least this.
operations_goal=0.7

bench_operations() {
  local operation figure contestants=() reached
  local -A clients_of=()
  [[ -n ${addresses[gateway]:-} ]] || start_gateway gateway
  for operation in "${operations[@]}"; do
    say "Preparing $operation"
    prepare_operation "$operation"
    read -r _ _ _ _ _ figure _ < <(run_wrk "$work_folder/$operation.requests" 3 "${addresses[gateway]}" "$connections" check)
    [[ ${figure:-} == 0 ]] || fail "$operation: HTTP requests that failed: ${figure:-all}."
    clients_of[$operation]=$(best_clients "$work_folder/$operation" $(((seconds + 4) / 5)) 2 4 8)
    contestants+=("$operation-gateway" "$operation-own" "$operation-own-alike")
    runs[$operation-gateway]="run_wrk $work_folder/$operation.requests $seconds ${addresses[gateway]} $connections"
    runs[$operation-own]="run_pgbench $work_folder/$operation ${clients_of[$operation]} $seconds"
    # As in the family query: as many clients as the gateway has connections.
    runs[$operation-own-alike]="run_pgbench $work_folder/$operation $connections $seconds"
  done
  alternate "$rounds" "${contestants[@]}"

  {
    printf 'operation\tgateway/s\tp99/ms\tstatements/s\tclients\tgateway ÷\tstatements/s, %s clients\tgateway ÷\n' \
      "$connections"
    for operation in "${operations[@]}"; do
      printf '%s\t%.0f\t%.1f\t%.0f\t%s\t%s\t%.0f\t%s\n' "$operation" "$(median "$operation-gateway" 1)" \
        "$(median "$operation-gateway" 5)" "$(median "$operation-own" 1)" "${clients_of[$operation]}" \
        "$(ratio "$operation-gateway" "$operation-own")" "$(median "$operation-own-alike" 1)" \
        "$(ratio "$operation-gateway" "$operation-own-alike")"
    done
  } | show 'Operations of an app, against their own statements'
  for operation in "${operations[@]}"; do
    reached=$(ratio "$operation-gateway" "$operation-own")
    judge "$operation: gateway ÷ its statements, pipelined" ≥ "$operations_goal" "$reached"
    reached=$(ratio "$operation-gateway" "$operation-own-alike")
    judge "$operation: gateway ÷ its statements, pipelined, $connections clients" ≥ "$operations_goal" "$reached"
  done
  judge_failures 'operations' "$(failures "${operations[@]/%/-gateway}")"
}

# prepare_operation NAME [FOLDER]: its requests for wrk, and its statements for pgbench.
prepare_operation() {
  local file=Benchmarks/${2:-Operations}/$1.graphql
  if [[ $(<"$file") == mutation* ]]; then
    prepare_grading "$1" "$file"
  else
    "$hatched" explain --pgbench --families "$families" --seed "$seed" "$(<"$file")" >"$work_folder/$1" ||
      fail "hatched explain --pgbench failed with $file; the message stands above."
    make_requests "$1" "$(request_body "$file")"
  fi
}

# prepare_grading NAME FILE: each family grades one assignment of its own. What a mutation does depends on what it finds,
# so its statements are those that PostgreSQL has in its log after one request. No two clients of pgbench grade for the
# same family, since it gives up where the gateway tries again.
prepare_grading() {
  local script=$work_folder/$1 account session family member assignment course
  prepare_grades "$1" "$2"

  administer -c "ALTER SYSTEM SET log_statement = 'all'" -c 'SELECT pg_reload_conf()' >/dev/null
  # Twice: what is asked for the first time is prepared.
  local token body log=$cluster_folder/log before
  IFS=$'\t' read -r token body <"$script.requests"
  ask "${addresses[gateway]}/graphql" "$token" "$body" >/dev/null && sleep 0.5
  before=$(as_cluster_user cat "$log" | wc -l)
  ask "${addresses[gateway]}/graphql" "$token" "$body" >/dev/null && sleep 0.5
  administer -c 'ALTER SYSTEM RESET log_statement' -c 'SELECT pg_reload_conf()' >/dev/null

  read -r account session family member < <(viewer "$script.viewers" 1)
  IFS=$'\t' read -r assignment course <"$script.assignments"
  {
    with_assignments "$script.assignments" "$(viewer_count "$script.viewers")" <"$script.viewers"
    as_cluster_user cat "$log" | tail -n +$((before + 1)) |
      logged_statements "$account=:account_id" "$session=:session_id" "$family=:family_id" "$member=:member_id" \
        "$assignment=:assignment_id" "$course=:course_id"
  } >"$script"
}

# prepare_grades NAME FILE: its requests, and the families' assignments in NAME.assignments.
prepare_grades() {
  local script=$work_folder/$1 viewers number token assignment
  "$hatched" explain --pgbench --families "$families" --seed "$seed" '{ family { id } }' >"$script.viewers"
  viewers=$(viewer_count "$script.viewers")
  list_assignments "$script.viewers" >"$script.assignments"
  for ((number = 1; number <= viewers; number++)); do viewers_token "$number" "$viewers" "$families"; done |
    paste - "$script.assignments" | while IFS=$'\t' read -r token assignment _; do
    printf '%s\t%s\n' "$token" "$(request_body "$2" "{\"id\":\"$assignment\"}")"
  done >"$script.requests"
}

# with_assignments FILE VIEWERS: the choice of a viewer of the input, and of its line of FILE.
with_assignments() {
  awk -v file="$1" -v viewers="$2" -v lanes="$lanes" '
    BEGIN {
      while ((getline line < file) > 0) {
        split(line, id, "\t")
        assignments = assignments separator id[1]
        courses = courses separator id[2]
        separator = ","
      }
      quote = "\047"
    }
    /^.startpipeline/ { exit }
    /^.set viewer / { print "\\set viewer random(0, " (int(viewers / lanes) - 1) ") * " lanes " + :client_id + 1"; next }
    / AS member_id$/ {
      print $0 ","
      print "  (" quote "{" assignments "}" quote "::uuid[])[:viewer] AS assignment_id,"
      print "  (" quote "{" courses "}" quote "::uuid[])[:viewer] AS course_id"
      next
    }
    { print }'
}

# list_assignments SCRIPT: for each of its viewers an assignment of the family's and its course, with a tab between them.
list_assignments() {
  local families_list
  families_list=$(sed -nE "s/^  \('\{(.*)\}'::uuid.*/\1/p" "$1" | sed -n 3p)
  administer -F $'\t' -f - <<SQL
SELECT found.* FROM unnest('{$families_list}'::uuid[]) WITH ORDINALITY AS family (id, number),
LATERAL (SELECT id, course_id FROM assignments WHERE family_id = family.id AND course_id IS NOT NULL AND points_possible >= 10
  ORDER BY id LIMIT 1)
  AS found ORDER BY number;
SQL
}

# logged_statements VALUE=NAME…: what PostgreSQL logged, as a pgbench script. All of it is sent together, as the gateway
# does.
#
#     … LOG:  execute s14: UPDATE assignments SET points_awarded = $1, … WHERE assignments.family_id = $2 …
#     … DETAIL:  parameters: $1 = '0193…', …
logged_statements() {
  awk -v names="$*" '
    function finish(   parameter) {
      if (statement == "") return
      for (parameter = count; parameter > 0; parameter--)
        gsub("[$]" parameter, value[parameter], statement)
      if (statement ~ /^BEGIN/) print "\\startpipeline"
      print statement ";"
      if (statement ~ /^COMMIT/) print "\\endpipeline"
      statement = ""
      count = 0
    }
    BEGIN {
      total = split(names, pairs, " ")
      for (i = 1; i <= total; i++) { split(pairs[i], pair, "="); name_of[pair[1]] = pair[2] }
    }
    match($0, /LOG:  execute [^:]*: /) { finish(); statement = substr($0, RSTART + RLENGTH); next }
    match($0, /DETAIL:  parameters: /) {
      count = split(substr($0, RSTART + RLENGTH), given, /(, )?[$][0-9]+ = /) - 1
      for (i = 1; i <= count; i++) {
        text = given[i + 1]
        bare = substr(text, 2, length(text) - 2)
        value[i] = (bare in name_of) ? name_of[bare] : text
      }
      next
    }
    /^\t/ { statement = statement " " substr($0, 2) }
    END { finish() }'
}
