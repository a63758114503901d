# The part `bookings` of scripts/bench: twenty clients who book the same free hour, at two gateways. It is sourced, after measure.sh,
# schools.sh, live.sh and results.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

booking_clients=20
# --quick has fewer.
booked_hours=500

bench_bookings() {
  local tokens=$work_folder/bookings.tokens service figures made conflicts others none double p50 p99 overlaps
  ((families > booking_clients)) || fail "Each of $booking_clients clients books for a family of its own: as many --families are needed."
  head -n "$booking_clients" "$work_folder/tokens" >"$tokens"
  sed -n "$((booking_clients + 1))p" "$work_folder/tokens" >"$work_folder/provider.token"
  service=$(administer -v account="$(subjects "$work_folder/provider.token")" -f - <Benchmarks/Household/provider.sql) ||
    fail 'The provider could not be made; the message stands above.'
  # A client asks as soon as it has an answer.
  start_gateway bookings-one --viewer-rate 0
  start_gateway bookings-two --viewer-rate 0
  say "Booking $booked_hours hours, each by $booking_clients clients at once"
  figures=$(python3 -B Benchmarks/Household/bookings.py "$(port_of bookings-one),$(port_of bookings-two)" "$tokens" "$service" \
    "$booked_hours") || fail 'Benchmarks/Household/bookings.py failed; its message stands above.'
  stop_server bookings-one
  stop_server bookings-two
  read -r made conflicts others none double p50 p99 <<<"$figures"
  overlaps=$(count_overlaps "$service")
  {
    printf 'hours\tclients\tbooked\tCONFLICT\tother answers\tp50/ms\tp99/ms\n'
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$booked_hours" "$booking_clients" "$made" "$conflicts" "$others" "$p50" "$p99"
  } | show 'Clients who book the same free hour, at two gateways'
  judge 'hours that two clients have, by their answers or by the database' ≤ 0 "$((double + overlaps))"
  judge 'free hours that no client has' ≤ 0 "$none"
  judge 'bookings that were refused for another reason than CONFLICT' ≤ 0 "$others"
}

# count_overlaps SERVICE: the pairs of its bookings that overlap.
count_overlaps() {
  administer -c "SELECT count(*) FROM bookings one JOIN bookings other
    ON other.service_id = one.service_id AND other.id > one.id
      AND tstzrange(other.starts_at, other.ends_at) && tstzrange(one.starts_at, one.ends_at)
    WHERE one.service_id = '$1' AND one.state <> 'CANCELLED' AND other.state <> 'CANCELLED'"
}
