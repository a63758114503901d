# The part `growth` of scripts/bench: whether a request takes as long among many families as among few, and a row of a large
# family as long as one of a small one. It is sourced, after measure.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

growth_goal=0.9
row_goal=1.1

bench_growth() {
  local sizes=($((growth / 100)) $((growth / 10)) "$growth") size names=()
  # Their figures would count what else works in the same memory.
  [[ -z ${jobs[gateway]:-} ]] || stop_server gateway
  for size in "${sizes[@]}"; do make_sample "families_$size" "$size"; done
  make_large_families "families_${sizes[0]}"
  make_small_families "families_${sizes[0]}"
  fit_shared_buffers "${sizes[@]/#/families_}"

  for size in "${sizes[@]}"; do
    # Few families are asked by as many connections as many are.
    DATABASE_URL=$(cluster_url hatched_app "families_$size") \
      start_gateway "growth-$size" --viewer-rate 0 --max-concurrent-per-viewer 0
    make_requests "growth-$size" "$(request_body Benchmarks/query.graphql)" "$work_folder/families_$size.tokens"
    title[growth-$size]="among $size families"
    # Not wrk: while its second thread reads a hundred thousand requests, its first already sends some, which count.
    runs[growth-$size]="run_load $work_folder/growth-$size.requests $seconds ${addresses[growth-$size]} $connections 0"
    names+=("growth-$size")
    # So that statements are prepared.
    run_load "$work_folder/growth-$size.requests" "$seconds" "${addresses[growth-$size]}" "$connections" 0 >/dev/null
  done
  alternate "$rounds" "${names[@]}"
  report_sizes
  bench_large_families "growth-${sizes[0]}"
  for name in "${names[@]}"; do stop_server "$name"; done
}

report_sizes() {
  local size
  {
    printf 'families\tMiB\tmedian/s\tmin\tmax\tp99/ms\n'
    for size in "${sizes[@]}"; do
      printf '%s\t%s\t%.0f\t%.0f\t%.0f\t%.1f\n' "$size" "$(database_size "families_$size")" \
        "$(median "growth-$size" 1)" "$(column "growth-$size" 1 | head -n 1)" \
        "$(column "growth-$size" 1 | tail -n 1)" "$(median "growth-$size" 5)"
      point growth 'gateway over HTTP' "$size" "$(median "growth-$size" 1)"
    done
  } | show 'The nested family query, by how many families there are'
  note "shared_buffers is $(cluster_sql -At -c 'SHOW shared_buffers'): $buffers_note" \
    "What grows is what lies outside of the processor's caches: a request is of a random family of all."
  judge "throughput with ${sizes[2]} families ÷ with ${sizes[0]}" ≥ "$growth_goal" \
    "$(ratio "growth-${sizes[2]}" "growth-${sizes[0]}")"
  judge_failures 'among many families' "$(failures "${names[@]}")"
}

# bench_large_families SERVER: one request at a time, all assignments of a family.
bench_large_families() {
  local body name
  body=$(request_body Benchmarks/query.graphql)
  make_requests large-page "$body" "$work_folder/large.tokens"
  body=${body/first: 20/first: 200}
  make_requests small-family "$body" "$work_folder/small.tokens"
  make_requests large-family "$body" "$work_folder/large.tokens"
  for name in small-family large-family large-page; do
    runs[$name]="run_load $work_folder/$name.requests $(((seconds + 1) / 2)) ${addresses[$1]} 1 0"
  done
  alternate "$rounds" small-family large-family large-page
  {
    printf 'one request at a time\tassignments answered\tkB\tms\tµs a row\n'
    print_rows "a family of $small_assignments assignments" small-family "$small_assignments"
    print_rows "a family of $large_assignments assignments" large-family "$large_assignments"
    print_rows 'the same, 20 for each student' large-page 400
  } | show 'The nested family query, by how large the family is'
  judge "time a row, a family with 100 times the assignments ÷ the small one's" ≤ "$row_goal" "$(awk "BEGIN {
    printf \"%.2f\", $small_assignments * $(median small-family 1) / ($large_assignments * $(median large-family 1)) }")"
  judge_failures 'large families' "$(failures small-family large-family large-page)"
}

# print_rows TITLE NAME ROWS
print_rows() {
  awk -v title="$1" -v rows="$3" -v rate="$(median "$2" 1)" -v size="$(median "$2" 7)" 'BEGIN {
    printf "%s\t%d\t%.0f\t%.2f\t%.1f\n", title, rows, size / 1000, 1000 / rate, 1e6 / rate / rows }'
}

# make_sample DATABASE FAMILIES: with a file of tokens of that name.
make_sample() {
  cluster_sql -q -c "CREATE DATABASE $1 OWNER hatched_owner"
  MIGRATION_DATABASE_URL=$(cluster_url hatched_owner "$1") "$hatched" migrate >/dev/null 2>&1 ||
    fail "The migrations failed in the database $1."
  add_families "$1" "$1" "$2" --seed "$seed"
}

# fit_shared_buffers DATABASE…: so that all tables and indexes fit, where the machine has the memory; and reads them. A
# setting for a server's start.
fit_shared_buffers() {
  local name size=0 memory wanted
  memory=$(awk '/^MemTotal/ { printf "%d", $2 / 1024 }' /proc/meminfo)
  for name in "$@"; do
    size=$((size + $(database_size "$name")))
    cluster_sql -q -d "$(cluster_url postgres "$name")" -c CHECKPOINT -c VACUUM
  done
  wanted=$((size * 11 / 10 + 128))
  buffers_note='all that there is fits in.'
  if ((wanted > memory * 6 / 10)); then
    wanted=$((memory * 6 / 10))
    buffers_note="what there is takes $size MiB, and the rest comes from the system's cache, or its disk."
  fi
  cluster_settings+=("shared_buffers=${wanted}MB")
  stop_cluster fast
  start_cluster
  for name in "$@"; do
    cluster_sql -q -d "$(cluster_url postgres "$name")" -c 'CREATE EXTENSION IF NOT EXISTS pg_prewarm' -c "
      SELECT count(pg_prewarm(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')" \
      >/dev/null
  done
}

# database_size DATABASE: MiB.
database_size() { cluster_sql -At -c "SELECT pg_database_size('$1') >> 20"; }
