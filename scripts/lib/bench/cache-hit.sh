# The part `cache-hit` of scripts/bench: what it costs to come from a request to its plan when both are known. It is sourced,
# after family.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${release_flags:?}"

cache_hit_goal=5       # µs
cache_hit_share_goal=3 # hundredths

bench_cache_hit() {
  local -x HATCHED_TOOLS=1 # Package.swift has its program then.
  local name=hatched-preparation-benchmark round hit before after cost
  run_with_heartbeat 'swift build' swift build "${release_flags[@]}" --product "$name" >&2 ||
    fail 'The build failed; its messages stand above.'
  prepare_family
  for ((round = 1; round <= rounds; round++)); do
    ".build/release/$name" Benchmarks/query.graphql >"$work_folder/hit" || fail "$name failed; its message stands above."
    awk '{ print $2 }' "$work_folder/hit" >>"$work_folder/hit.figures"
    before=$(processor_time gateway)
    run_load "$work_folder/family.requests" "$(((seconds + 1) / 2))" "${addresses[gateway]}" "$connections" 0 \
      >>"$work_folder/hit-requests.figures"
    after=$(processor_time gateway)
    awk -v time=$((after - before)) -v seconds=$(((seconds + 1) / 2)) 'END { print time / 1000 / ($1 * seconds) }' \
      "$work_folder/hit-requests.figures" >>"$work_folder/request-time.figures"
    say "Round $round: $(tail -n 1 "$work_folder/hit.figures") µs of $(tail -n 1 "$work_folder/request-time.figures")"
  done
  hit=$(median hit 1)
  cost=$(median request-time 1)
  {
    printf 'the nested family query, known before\tµs of a processor\n'
    printf "from its document to its plan\t%.2f\n" "$hit"
    printf 'the whole request, in the gateway\t%.1f\n' "$cost"
  } | show 'A cache hit'
  judge 'parse, validate and plan on a cache hit' ≤ "$cache_hit_goal" "$(awk "BEGIN { printf \"%.2f\", $hit }")" µs
  judge "the same, of the gateway's processor time for a request" ≤ "$cache_hit_share_goal" \
    "$(awk "BEGIN { printf \"%.2f\", 100 * $hit / $cost }")" %
}

# processor_time SERVER: ns that its threads have run, those that have ended left out.
processor_time() { cat /proc/"${jobs[$1]}"/task/*/schedstat | awk '{ sum += $1 } END { printf "%.0f\n", sum }'; }
