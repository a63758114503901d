# The parts `nested` and `node` of scripts/bench: the nested family query, answered by the gateway, by statements alone, and
# by a server on Node. It is sourced, after measure.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

title[gateway]='gateway over HTTP'
title[own]="the gateway's statements, pipelined"
title[nested-json]='JSON statement, nested per object'
title[best-json]='JSON statement, best by hand'
# The gateway's throughput divided by another's must be at least this.
declare -A family_goal=([own]=0.75 [nested-json]=2.0 [best-json]=1.2 [node]=6)
families_checked=10
answer_size= # the mean, of answers that were looked into
declare -A clients=()

bench_family() {
  local contestants=(gateway)
  prepare_family
  if wants nested; then
    contestants+=(own nested-json best-json own-alike nested-json-alike best-json-alike)
    check_answers
    choose_clients $(((seconds + 4) / 5))
    match_clients
  fi
  if wants node; then
    contestants+=(node)
    find_node
    start_best_node $(((seconds + 4) / 5))
    runs[node]="run_wrk $work_folder/family.requests $seconds ${addresses[node]} $connections"
    clients[node]=$connections
  fi
  alternate "$rounds" "${contestants[@]}"
  report_family
  if wants node; then stop_server node; fi
}

# The gateway, its requests and pgbench's scripts; once, for all parts that need them.
prepare_family() {
  [[ -z $answer_size ]] || return 0
  [[ -n ${addresses[gateway]:-} ]] || start_gateway gateway
  make_scripts
  make_requests family "$(request_body Benchmarks/query.graphql)"
  warm_up
  clients[gateway]=$connections
  runs[gateway]="run_wrk $work_folder/family.requests $seconds ${addresses[gateway]} $connections"
}

# make_scripts: for pgbench. All choose their viewers, set the scope and check the membership alike.
make_scripts() {
  "$hatched" explain --pgbench --families "$families" --seed "$seed" "$(<Benchmarks/query.graphql)" \
    >"$work_folder/own" || fail 'hatched explain --pgbench failed; the message stands above.'
  local name
  for name in nested-json best-json; do
    with_statement "Benchmarks/$name.sql" <"$work_folder/own" >"$work_folder/$name"
  done
}

# with_statement FILE [GUARDS]: the pgbench script of the input, with FILE's statement in place of all that follow BEGIN
# and those that guard a request: two, which set the scope and check the membership, unless an account's places are read as well.
with_statement() {
  awk -v file="$1" -v wanted="${2:-2}" '
    /^COMMIT;/ { while ((getline line < file) > 0) print line; is_replaced = 0 }
    !is_replaced { print }
    /^BEGIN / { is_inside = 1; next }
    is_inside && /;$/ && ++guards == wanted { is_inside = 0; is_replaced = 1 }'
}

# check_answers: that a benchmark would compare like with like.
check_answers() {
  local viewers number name account session family member received
  viewers=$(viewer_count "$work_folder/own")
  say 'Checking that all give the same answers'
  for ((number = 1; number <= viewers; number += (viewers + families_checked - 1) / families_checked)); do
    read -r account session family member < <(viewer "$work_folder/own" "$number")
    received=$(ask "${addresses[gateway]}/graphql" "$(viewers_token "$number" "$viewers" "$families")" \
      "$(request_body Benchmarks/query.graphql)") || fail 'The gateway refused a request:' "$received"
    pretty_answer "$received" >"$work_folder/received"
    for name in nested-json best-json; do
      transaction "$name" | run_sql "$received" -v account_id="'$account'" -v session_id="'$session'" \
        -v family_id="'$family'" -v member_id="'$member'" | plain_numbers >"$work_folder/expected"
      diff "$work_folder/expected" "$work_folder/received" >&2 ||
        fail "The gateway's answer for family $family is not that of Benchmarks/$name.sql." \
          'The differences stand above: < the statement, > the gateway.'
    done
  done
  rm "$work_folder/received" "$work_folder/expected"
}

# transaction NAME: of a pgbench script, for psql; it prints the answer, and nothing else.
transaction() {
  printf '\\o /dev/null\n'
  sed -n '/^\\startpipeline/,/^\\endpipeline/ { /^\\/d; s/ AS answer;$/ AS answer \\gset/; p }' \
    "$work_folder/$1"
  printf "\\\\o\nSELECT jsonb_pretty(:'answer'::jsonb);\n"
}

# run_sql RECEIVED ARGUMENT…: psql as the gateway's role, with a server's answer as a variable.
run_sql() {
  "$postgres_programs_folder/psql" -X -q -At -v ON_ERROR_STOP=1 -d "$DATABASE_URL" -v received="$1" "${@:2}" \
    -f -
}

# pretty_answer ANSWER: its data, so that two can be compared.
pretty_answer() { run_sql "$1" <<<"SELECT jsonb_pretty(:'received'::jsonb -> 'data')" | plain_numbers; }

# 87.50 and 87.5 are the same number. In pretty JSON a number ends its line.
plain_numbers() { sed -E 's/(: -?[0-9]+\.[0-9]*[1-9])0+(,?)$/\1\2/; s/(: -?[0-9]+)\.0+(,?)$/\1\2/'; }

# warm_up: prepares statements on every connection, and looks into every answer.
warm_up() {
  say 'Warming up'
  local failed
  read -r _ _ _ _ _ failed answer_size < \
    <(run_wrk "$work_folder/family.requests" 3 "${addresses[gateway]}" "$connections" check)
  [[ ${failed:-} == 0 ]] ||
    fail "HTTP requests that failed: ${failed:-all}." 'The messages of the server stand above.'
}

# choose_clients SECONDS: so that the gateway is not compared with a pgbench that has too few or too many.
choose_clients() {
  local name
  say 'Trying how many clients are best: 2 4 8 16'
  for name in own nested-json best-json; do
    clients[$name]=$(best_clients "$work_folder/$name" "$1" 2 4 8 16)
    say "  ${title[$name]}: ${clients[$name]}"
    runs[$name]="run_pgbench $work_folder/$name ${clients[$name]} $seconds"
  done
}

# match_clients: the same statements from as many clients as the gateway has connections, which is more than is best for
# them. It is what an application has that opens a connection to PostgreSQL for each of its own.
match_clients() {
  local name
  for name in own nested-json best-json; do
    title[$name-alike]="${title[$name]}, $connections clients"
    family_goal[$name-alike]=${family_goal[$name]}
    clients[$name-alike]=$connections
    runs[$name-alike]="run_pgbench $work_folder/$name $connections $seconds"
  done
}

# Reads `contestants` of bench_family.
report_family() {
  local name
  {
    printf 'nested family query\tclients\tmedian/s\tmin\tmax\tgateway ÷\n'
    for name in "${contestants[@]}"; do
      printf '%s\t%s\t%.0f\t%.0f\t%.0f\t%s\n' "${title[$name]}" "${clients[$name]}" "$(median "$name" 1)" \
        "$(column "$name" 1 | head -n 1)" "$(column "$name" 1 | tail -n 1)" "$(ratio gateway "$name")"
      point throughput "${title[$name]}" "$(median "$name" 1)" "$(column "$name" 1 | head -n 1)" \
        "$(column "$name" 1 | tail -n 1)"
    done
  } | show 'Throughput'
  {
    printf "gateway's latency at $connections connections, median of rounds\t50 %%\t75 %%\t90 %%\t99 %%\n"
    printf 'ms\t%.1f\t%.1f\t%.1f\t%.1f\n' \
      "$(median gateway 2)" "$(median gateway 3)" "$(median gateway 4)" "$(median gateway 5)"
  } | show 'Latency, as fast as it goes'
  for name in "${contestants[@]:1}"; do
    judge "gateway ÷ ${title[$name]}" ≥ "${family_goal[$name]}" "$(ratio gateway "$name")"
  done
  # An error is much shorter than an answer.
  is_at_least "$(column gateway 7 | head -n 1)" "0.98 * $answer_size" ||
    fail "The gateway's answers were shorter than $answer_size bytes, the mean of those that were looked into."
  judge_failures 'the nested family query' "$(failures gateway)"
}
