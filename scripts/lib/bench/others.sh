# The part `others` of scripts/bench: what has no goal, and what others would see. It is sourced, after family.sh and node.sh,
# and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

bench_others() {
  prepare_family
  bench_churn
  bench_sizes
  bench_connections
  bench_delay
}

# As many documents as the server keeps, and ten times as many: each is another to the byte.
bench_churn() {
  local count
  {
    printf 'distinct documents\trequests/s\tp99/ms\n'
    for count in 1 1000 10000; do
      awk -v count="$count" -v body="$(request_body Benchmarks/query.graphql)" '
        { token[NR] = $0 }
        END {
          for (i = 1; i <= count || i <= NR; i++) {
            text = body
            sub(/\{ family/, "query Q" (i - 1) % count " { family", text)
            print token[(i - 1) % NR + 1] "\t" text
          }
        }' "$work_folder/tokens" >"$work_folder/churn.requests"
      run_load "$work_folder/churn.requests" 1 "${addresses[gateway]}" "$connections" 0 >/dev/null
      report_load "$count" "$work_folder/churn.requests" "$connections"
    done
  } | show 'Documents: the nested family query, under other names'
}

# From large families, of which 20 come to the others for this.
bench_sizes() {
  local size count students assignments
  make_large_families hatched
  start_gateway sizes --max-rows 100000 --max-cost 10000000 --viewer-rate 0 --max-concurrent-per-viewer 0
  {
    printf 'answer/kB\trequests/s\tp99/ms\tMB/s\tfailed\n'
    for size in '1 1 4' '1 2 18' '1 18 20' '1 18 200' '9 20 200'; do
      read -r count students assignments <<<"$size"
      make_requests size "$(repeated_body "$count" "$students" "$assignments")" "$work_folder/large.tokens"
      run_load "$work_folder/size.requests" "$(((seconds + 1) / 2))" "${addresses[sizes]}" 4 0 | awk '
        { printf "%.1f\t%.0f\t%.1f\t%.0f\t%s\n", $7 / 1000, $1, $5, $1 * $7 / 1e6, $6 }'
    done
  } | show 'Answers by size, 4 connections, with --max-rows 100000'
  stop_server sizes
}

bench_connections() {
  local count most=1000 rate p50 p99 failed
  # What a process may open: a socket for each connection, and one here.
  ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
  start_gateway crowd --max-connections $((most + 100)) --max-connections-per-address $((most + 100))
  {
    printf 'connections\trequests/s\tp50/ms\tp99/ms\tfailed\n'
    for count in 1 4 16 64 256 "$most"; do
      read -r rate p50 _ _ p99 failed _ < <(
        run_load "$work_folder/family.requests" "$(((seconds + 1) / 2))" "${addresses[crowd]}" "$count" 0)
      printf '%s\t%.0f\t%.1f\t%.1f\t%s\n' "$count" "$rate" "$p50" "$p99" "$failed"
      point connections 'gateway over HTTP' "$count" "$rate"
    done
  } | show 'Connections, each sending its next request as soon as it has an answer'
  stop_server crowd
}

# A network's distance to the database: half a millisecond for each way.
bench_delay() {
  local folder=$work_folder/far name delay
  find_node
  mkdir "$folder"
  start_job "$work_folder/delay" "$folder/.s.PGSQL.5432" "$cluster_socket/.s.PGSQL.5432" 500
  jobs[delay]=$job job=
  DATABASE_URL=${DATABASE_URL/host=$cluster_socket/host=$folder} start_gateway far-gateway
  DATABASE_URL=${DATABASE_URL/host=$cluster_socket/host=$folder} start_node far-node 8
  start_node node 8
  {
    printf 'to the database\tone at a time: gateway/ms\tNode/ms\tNode ÷\t%s connections: gateway/s\tNode/s\tgateway ÷\n' \
      "$connections"
    for delay in '' far-; do
      printf '%s\t%s\n' "$([[ -n $delay ]] && echo '1 ms a round trip' || echo 'the same machine')" "$(delay_figures "$delay")"
    done
  } | show 'The distance to the database'
  for name in far-gateway far-node node delay; do stop_server "$name"; done
}

# delay_figures PREFIX: of the servers `gateway` and `node`, or those whose names begin so.
delay_figures() {
  local name figures=()
  for name in "$1gateway" "$1node"; do
    run_load "$work_folder/family.requests" 2 "${addresses[$name]}" "$connections" 0 >/dev/null
    figures+=("$(run_load "$work_folder/family.requests" "$(((seconds + 1) / 2))" "${addresses[$name]}" 1 0)"
      "$(run_load "$work_folder/family.requests" "$(((seconds + 1) / 2))" "${addresses[$name]}" "$connections" 0)")
  done
  printf '%s\n' "${figures[@]}" | awk '
    { median[NR] = $2; rate[NR] = $1 }
    END { printf "%.2f\t%.2f\t%.1f\t%.0f\t%.0f\t%.1f", median[1], median[3], median[3] / median[1], rate[2], rate[4],
      rate[2] / rate[4] }'
}

# report_load TITLE REQUESTS CONNECTIONS
report_load() {
  run_load "$2" "$(((seconds + 1) / 2))" "${addresses[gateway]}" "$3" 0 |
    awk -v title="$1" '{ printf "%s\t%.0f\t%.1f\n", title, $1, $5 }'
}
