# The part `memory` of scripts/bench: what a server holds in memory after a million requests of all kinds. It is
# sourced, after measure.sh and samples.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

memory_goal=64 # MiB
# So much may lie between the two halves: what a process holds changes by less than that from one second to the next.
memory_growth_goal=1 # MiB

bench_memory() {
  local answered=0 failed=0 count bad
  make_mixed_requests
  start_gateway memory --answer-memory $((32 << 20))
  point memory 'resident memory' 0 "$(resident_memory memory)"
  printf '0 %s\n' "$(resident_memory memory)" >"$work_folder/memory.figures"
  say "Sending $memory_requests requests"
  while ((answered < memory_requests)); do
    read -r count _ _ _ _ bad _ < <(run_load "$work_folder/mixed.requests" "$seconds" "${addresses[memory]}" \
      "$connections" 0)
    answered=$(awk "BEGIN { printf \"%.0f\", $answered + $count * $seconds }")
    failed=$((failed + bad))
    printf '%s %s\n' "$answered" "$(resident_memory memory)" >>"$work_folder/memory.figures"
    point memory 'resident memory' "$answered" "$(resident_memory memory)"
    say "  $answered: $(tail -n 1 "$work_folder/memory.figures" | cut -d' ' -f2) MiB"
  done
  stop_server memory

  {
    printf 'requests\tresident memory/MiB\n'
    awk -v total="$answered" '$1 >= step * total / 10 { print $1 "\t" $2; while ($1 >= step * total / 10) step++ }' \
      "$work_folder/memory.figures"
  } | show 'Memory, as requests of all kinds are answered'
  judge "resident memory after $memory_requests mixed requests" ≤ "$memory_goal" \
    "$(tail -n 1 "$work_folder/memory.figures" | cut -d' ' -f2)" MiB
  judge 'its growth over the second half' ≤ "$memory_growth_goal" "$(memory_growth "$answered")" MiB
  judge_failures 'mixed' "$failed"
}

# memory_growth TOTAL: by the line through the figures of the second half, since single ones go up and down; MiB.
memory_growth() {
  awk -v total="$1" '
    $1 >= total / 2 { n++; x += $1; y += $2; xx += $1 * $1; xy += $1 * $2 }
    END { slope = n > 1 ? (n * xy - x * y) / (n * xx - x * x) : 0; printf "%.1f\n", slope * total / 2 }' \
    "$work_folder/memory.figures"
}

# resident_memory SERVER: MiB.
resident_memory() { awk '/^VmRSS/ { printf "%.1f\n", $2 / 1024 }' "/proc/${jobs[$1]}/status"; }

# make_mixed_requests: of ten, four are the nested family query, two a small one, three those of an app's pages, and one in
# thirty has an answer of 100 kB.
make_mixed_requests() {
  local name
  make_requests family "$(request_body Benchmarks/query.graphql)"
  make_requests small '{"query":"{ viewer { name } }"}'
  make_requests large "$(repeated_body 6)"
  for name in planner-week report-card dashboard; do
    make_requests "$name" "$(request_body "Benchmarks/Operations/$name.graphql")"
  done
  {
    for name in family family family family small small planner-week report-card dashboard; do
      head -n 1000 "$work_folder/$name.requests"
    done
    head -n 300 "$work_folder/large.requests"
  } >"$work_folder/mixed.requests"
}
