# The part `ticks` of scripts/bench: a tick on a shared list, and how soon another telephone shows it. It is sourced, after measure.sh and
# live.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

tick_streams=1000
tick_rate=40 # a second
# From when it is sent until the event at another telephone, p99; ms.
tick_goal=100

bench_ticks() {
  local name place count=$((tick_streams < families ? tick_streams : families))
  ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
  start_live_gateway one
  start_live_gateway two
  title[ticks-same]='same gateway' title[ticks-other]='second gateway'
  for name in same other; do
    place=$([[ $name == same ]] && echo one || echo two)
    runs[ticks-$name]="live ticking $(port_of one) $(port_of "$place") $work_folder/tokens $count $seconds $tick_rate"
  done
  alternate "$rounds" ticks-same ticks-other
  stop_server one
  stop_server two
  report_ticks "$count"
}

# report_ticks STREAMS
report_ticks() {
  local name
  {
    printf 'ticks at\tevents\tp50/ms\tp90/ms\tp99/ms\tfrom the answer p50/ms\tp90/ms\tp99/ms\twithout event\n'
    for name in same other; do
      printf '%s\t%.0f' "${title[ticks-$name]}" "$(median "ticks-$name" 1)"
      printf '\t%.1f' "$(median "ticks-$name" 2)" "$(median "ticks-$name" 3)" "$(median "ticks-$name" 4)" "$(median "ticks-$name" 5)" \
        "$(median "ticks-$name" 6)" "$(median "ticks-$name" 7)"
      printf '\t%s\n' "$(total "ticks-$name" 8)"
    done
  } | show "A tick on a shared list to another telephone, $1 streams, $tick_rate ticks a second"
  judge 'tick to another telephone, same gateway: p99' ≤ "$tick_goal" "$(median ticks-same 4)" ms
  judge 'ticks without their event' ≤ 0 "$(($(total ticks-same 8) + $(total ticks-other 8)))"
}
