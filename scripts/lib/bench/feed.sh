# The part `feed` of scripts/bench: calendar feeds that have not changed since they were fetched last. It is sourced, after measure.sh,
# hand.sh and household.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

# Of a request whose feed has not changed: the look-up of its address, besides BEGIN and COMMIT.
feed_statements_goal=1
feed_requests_counted=100

bench_feed() {
  local failed statements
  make_full_calendars
  prepare_feeds
  # The network of each client, as behind a proxy: else one has all requests.
  start_gateway feed --client-address-header X-Forwarded-For --viewer-rate 0
  say 'Making the feeds, and fetching each'
  feeds make "$(port_of feed)" "$work_folder/feed.requests" >"$work_folder/feeds"
  read -r _ _ _ _ _ failed _ < <(run_feeds 3 check)
  [[ ${failed:-} == 0 ]] || fail "Feeds that have not changed: answers other than 304: ${failed:-all}."
  statements=$(statements_of_feeds)
  title[feed]='feeds that have not changed'
  runs[feed]="run_feeds $seconds"
  alternate "$rounds" feed
  # Once more, whether they were the answers that are measured.
  feeds ask "$(port_of feed)" "$work_folder/feeds" "$(wc -l <"$work_folder/feeds")"
  stop_server feed
  report_feed "$statements"
}

# prepare_feeds: a request for a feed for each family with a full calendar.
prepare_feeds() {
  local rows=$work_folder/feed.rows
  administer -F $'\t' -P tuples_only=off -P footer=off -v accounts="{$(subjects "$work_folder/tokens" | paste -sd,)}" -f - \
    <Benchmarks/Household/calendar-month.viewers.sql >"$rows" || fail 'The families with calendars are not to be found.'
  request_body Benchmarks/Household/feed.graphql >"$work_folder/feed.body"
  viewers_of requests "$rows" "$work_folder/feed.body" "$work_folder/tokens" >"$work_folder/feed.requests" ||
    fail 'The requests for feeds could not be made; the message stands above.'
}

# feeds COMMAND ARGUMENT…
feeds() { python3 -B Benchmarks/Household/feeds.py "$@" || fail 'Benchmarks/Household/feeds.py failed; its message stands above.'; }

# run_feeds SECONDS [check]: the figures of figures.lua.
run_feeds() {
  local output
  output=$(wrk -t2 -c"$connections" -d"$1s" -s Benchmarks/Household/feed.lua "${addresses[feed]}" -- "$work_folder/feeds" "${2:-}") ||
    fail 'wrk failed:' "$output"
  sed -n 's/^figures //p' <<<"$output"
}

# statements_of_feeds: how many a request takes, by PostgreSQL's log. What connections prepare is prepared by then.
statements_of_feeds() {
  local log=$cluster_folder/log before count
  administer -c "ALTER SYSTEM SET log_statement = 'all'" -c 'SELECT pg_reload_conf()' >/dev/null
  sleep 0.5
  before=$(as_cluster_user cat "$log" | wc -l)
  feeds ask "$(port_of feed)" "$work_folder/feeds" "$feed_requests_counted"
  sleep 0.5
  count=$(as_cluster_user cat "$log" | tail -n +$((before + 1)) | sed -nE 's/.*LOG:  (execute [^:]*|statement): //p' |
    grep -cvE '^(BEGIN|COMMIT)' || true)
  administer -c 'ALTER SYSTEM RESET log_statement' -c 'SELECT pg_reload_conf()' >/dev/null
  # A single statement of the server's own, such as that it is ready, is none of a request.
  awk "BEGIN { printf \"%.1f\", $count / $feed_requests_counted }"
}

# report_feed STATEMENTS
report_feed() {
  {
    printf 'If-None-Match\tmedian/s\tmin\tmax\tp99/ms\tbytes\tstatements a request\n'
    printf '%s\t%.0f\t%.0f\t%.0f\t%.1f\t%.0f\t%s\n' "${title[feed]}" "$(median feed 1)" "$(column feed 1 | head -n 1)" \
      "$(column feed 1 | tail -n 1)" "$(median feed 5)" "$(median feed 7)" "$1"
  } | show "Calendar feeds of $(wc -l <"$work_folder/feeds") families, $connections clients"
  note 'A feed has 490 days of a full calendar. It is made anew only for a tag that is not that of now.'
  judge 'statements for a feed that has not changed' ≤ "$feed_statements_goal" "$1"
  judge_failures 'calendar feeds' "$(failures feed)"
}
