# The part `latency` of scripts/bench: how long a request takes while more come at a rate of their own, whether or not those
# before them are answered; and how long PostgreSQL takes for the same statements at that rate. It is sourced, after
# family.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

latency_goal=2
# In hundredths of the gateway's peak. The goal is for the half.
latency_shares=(10 25 50 75 90)

bench_latency() {
  local peak share rate name
  prepare_family
  [[ -s $work_folder/gateway.figures ]] || alternate 3 gateway
  peak=$(median gateway 1)
  choose_latency_clients "$((${peak%.*} / 2))"
  for share in "${latency_shares[@]}"; do
    rate=$(awk "BEGIN { printf \"%.0f\", $peak * $share / 100 }")
    title[latency-$share]="gateway at $rate/s"
    title[latency-own-$share]="statements at $rate/s"
    runs[latency-$share]="run_load $work_folder/family.requests $seconds ${addresses[gateway]} $connections $rate"
    runs[latency-own-$share]="run_paced_pgbench $work_folder/own $latency_clients $seconds $rate"
    # The goal's rate counts, the others are for the picture.
    alternate "$((share == 50 ? rounds : (rounds + 2) / 3))" "latency-$share" "latency-own-$share"
  done

  {
    printf 'share of the peak\trequests/s\tgateway p50/ms\tp99/ms\tstatements p50/ms\tp99/ms\tp99 ÷\n'
    for share in "${latency_shares[@]}"; do
      rate=$(awk "BEGIN { printf \"%.0f\", $peak * $share / 100 }")
      printf '%s %%\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%s\n' "$share" "$rate" "$(median "latency-$share" 2)" \
        "$(median "latency-$share" 5)" "$(median "latency-own-$share" 2)" "$(median "latency-own-$share" 5)" \
        "$(latency_ratio "$share")"
      for name in '' own-; do
        point latency "$([[ -n $name ]] && echo statements || echo gateway), p50" "$rate" "$(median "latency-$name$share" 2)"
        point latency "$([[ -n $name ]] && echo statements || echo gateway), p99" "$rate" "$(median "latency-$name$share" 5)"
      done
    done
  } | show 'Latency, as requests come by themselves'
  judge "p99 at half the peak, open loop: gateway ÷ its statements by pgbench --rate" ≤ "$latency_goal" "$(latency_ratio 50)"
  judge_failures 'open loop at half the peak' "$(failures latency-50)"
}

latency_ratio() { divided "$(median "latency-$1" 5)" "$(median "latency-own-$1" 5)"; }

# choose_latency_clients RATE: with how many pgbench's slowest hundredth is fastest at that rate.
choose_latency_clients() {
  local count best= p99
  say "Trying how many clients of pgbench have the lowest latency at $1/s: 4 8 16"
  for count in 4 8 16; do
    p99=$(run_paced_pgbench "$work_folder/own" "$count" $(((seconds + 2) / 3)) "$1" | awk '{ print $5 }')
    if [[ -z $best ]] || is_at_least "$best" "$p99"; then best=$p99 latency_clients=$count; fi
  done
  say "  $latency_clients"
}

# run_paced_pgbench SCRIPT CLIENTS SECONDS RATE: transactions/s; latency in ms at 50, 75, 90 and 99 %, from the moment that
# each was due, without the median time of choosing a family, measured alone at the same rate.
run_paced_pgbench() {
  local choosing
  make_choice "$1"
  choosing=$(paced_figures "$1.choice" "$2" $((($3 + 3) / 4)) "$4" 0 | awk '{ print $2 }')
  paced_figures "$@" "$choosing"
}

# paced_figures SCRIPT CLIENTS SECONDS RATE LESS: of a run that takes a second longer, in which its connections come to know
# their statements. A line of its log has, as third, the latency in µs, with --rate from when the transaction was due; as fifth
# and sixth, seconds and µs of its end.
paced_figures() {
  local output log=$work_folder/paced-log
  rm -f "$log".*
  output=$("$postgres_programs_folder/pgbench" -n -M prepared -c "$2" -j 2 -T "$(($3 + 1))" --rate "$4" --log \
    --log-prefix "$log" -f "$1" "$DATABASE_URL" 2>&1) ||
    fail "pgbench failed with the script of ${1##*/}:" "$(tail -n 3 <<<"$output")"
  cat "$log".* | sort -n -k 5,5 -k 6,6 | awk '
    { end = $5 + $6 / 1e6 }
    NR == 1 { begin = end + 1 }
    end >= begin { print $3 }' | sort -n | awk -v seconds="$3" -v less="$5" '
    { value[NR] = $1 / 1000 - less }
    function part(share) { return value[int(share * (NR - 1)) + 1] }
    END { printf "%.1f %.3f %.3f %.3f %.3f\n", NR / seconds, part(0.5), part(0.75), part(0.9), part(0.99) }'
}
