# The part `school-search` of scripts/bench: a search in 10,000 passages of one school among 100. It is sourced, after measure.sh,
# schools.sh, hand.sh and class-queue.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

search_goal=20

bench_school_search() {
  local failed size script=$work_folder/school-search plan
  make_queue_school
  administer -v school=queue -f - <Benchmarks/Community/passages.sql || fail 'The passages could not be made; the message stands above.'
  prepare_viewed Community/school-search
  # Few teachers ask as often as many would.
  start_gateway school-search --viewer-rate 0 --max-concurrent-per-viewer 0
  read -r _ _ _ _ _ failed size < <(run_wrk "$script.requests" 3 "${addresses[school-search]}" "$connections" check)
  [[ ${failed:-} == 0 ]] || fail "The search in a school: HTTP requests that failed: ${failed:-all}."
  title[school-search-gateway]='gateway over HTTP'
  title[school-search-own]="the gateway's statements, pipelined, $connections clients"
  runs[school-search-gateway]="run_wrk $script.requests $seconds ${addresses[school-search]} $connections"
  runs[school-search-own]="run_pgbench $script $connections $seconds"
  alternate "$rounds" school-search-gateway school-search-own
  stop_server school-search
  plan=$(administer -c "SELECT count(*) FROM pg_stat_user_tables WHERE relname = 'school_passages' AND seq_scan > 1")
  report_school_search "$plan"
}

# report_school_search SCANS: whether passages were read one by one.
report_school_search() {
  local name
  {
    printf 'search\tclients\tmedian/s\tmin\tmax\tgateway ÷\n'
    for name in school-search-gateway school-search-own; do
      printf '%s\t%s\t%.0f\t%.0f\t%.0f\t%s\n' "${title[$name]}" "$connections" "$(median "$name" 1)" \
        "$(column "$name" 1 | head -n 1)" "$(column "$name" 1 | tail -n 1)" "$(ratio school-search-gateway "$name")"
    done
  } | show 'A search in 10,000 passages of one school among 100'
  judge "search in a school, $connections clients: p99, ms" ≤ "$search_goal" "$(median school-search-gateway 5)"
  judge 'search in a school: scans of all passages' ≤ 0 "$1"
  judge_failures 'the search in a school' "$(failures school-search-gateway)"
}
