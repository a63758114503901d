# The part `small` of scripts/bench: the smallest query that says who asks, against Hummingbird's answer to nothing at
# all. It is sourced, after measure.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${release_flags:?}"

small_goal=0.5

bench_small() {
  local name figure
  build_hello
  [[ -n ${addresses[gateway]:-} ]] || start_gateway gateway
  start_server hello .build-hello/release/Hello PORT
  make_requests small '{"query":"{ viewer { name } }"}'
  title[small]='{ viewer { name } }' title[hello]="Hummingbird's GET /hello"
  runs[small]="run_wrk $work_folder/small.requests $(((seconds + 1) / 2)) ${addresses[gateway]} $connections"
  runs[hello]="run_plain_wrk ${addresses[hello]}/hello $(((seconds + 1) / 2)) $connections"
  read -r _ _ _ _ _ figure _ < <(run_wrk "$work_folder/small.requests" 2 "${addresses[gateway]}" "$connections" check)
  [[ ${figure:-} == 0 ]] || fail "{ viewer { name } }: HTTP requests that failed: ${figure:-all}."
  alternate "$rounds" small hello
  stop_server hello

  {
    printf 'small query\tmedian/s\tmin\tmax\n'
    for name in small hello; do
      printf '%s\t%.0f\t%.0f\t%.0f\n' "${title[$name]}" "$(median "$name" 1)" "$(column "$name" 1 | head -n 1)" \
        "$(column "$name" 1 | tail -n 1)"
    done
  } | show 'The smallest query, and Hummingbird with nothing to do'
  judge "{ viewer { name } } ÷ Hummingbird's hello-world" ≥ "$small_goal" "$(ratio small hello)"
  judge_failures 'the small query' "$(failures small)"
}

build_hello() {
  run_with_heartbeat "swift build, Benchmarks/Hello" swift build "${release_flags[@]}" --package-path Benchmarks/Hello \
    --scratch-path .build-hello >&2 || fail 'Benchmarks/Hello could not be built; the messages stand above.'
}

# run_plain_wrk URL SECONDS CONNECTIONS: requests/s, of a GET without any header of ours.
run_plain_wrk() {
  local output
  output=$(wrk -t2 -c"$3" -d"$2s" "$1") && ! grep -q 'Non-2xx\|Socket errors' <<<"$output" || fail 'wrk failed:' "$output"
  sed -nE 's/^Requests\/sec: +([0-9.]+)$/\1/p' <<<"$output"
}
