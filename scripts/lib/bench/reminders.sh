# The part `reminders` of scripts/bench: many reminders that are due within one minute, and two servers that send them, of which one is
# killed. It is sourced, after measure.sh, outbox.sh and results.sh.
# shellcheck shell=bash
: "${work_folder?}"

# --quick has fewer.
reminders_due=100000
# From the moment that a reminder is due; s.
reminders_goal=60
# Until the first is due: what servers look at first when they start is looked at by then; s.
reminders_lead=120

bench_reminders() {
  local start now killed seconds sent twice late
  start=$((EPOCHSECONDS + reminders_lead))
  say "Making $reminders_due reminders"
  administer -v count="$reminders_due" -v start="$start" -f - <Benchmarks/Household/reminders.sql ||
    fail 'The reminders could not be made; the message stands above.'
  start_worker reminders-one
  start_worker reminders-two
  until (($(administer -c "SELECT count(*) FROM reminder_times WHERE look_at = '-infinity'") == 0)); do
    ((EPOCHSECONDS < start)) || fail "The servers have not looked at all reminders within $reminders_lead s." \
      "$(tail -n 5 "$work_folder/reminders-one.log")"
    sleep 0.5
  done
  say "Waiting $((start - EPOCHSECONDS)) s until the first is due"
  await_reminders $((reminders_due / 2)) $((start + 60 + reminders_goal))
  killed=$(count_reminders)
  say "Killing a server: $killed of $reminders_due are sent"
  kill -KILL "${jobs[reminders-one]}"
  wait "${jobs[reminders-one]}" 2>/dev/null || true
  unset 'jobs[reminders-one]'
  # Longer than the goal, so that a figure says by how much it is missed.
  await_reminders "$reminders_due" $((start + 60 + 4 * reminders_goal))
  now=$EPOCHREALTIME
  # Two passes more: one that sends again would do so then.
  sleep 5
  stop_server reminders-two

  seconds=$(awk "BEGIN { printf \"%.1f\", $now - $start - 60 }")
  sent=$(administer -c 'SELECT count(DISTINCT reminder_id) FROM notifications WHERE reminder_id IS NOT NULL')
  twice=$(($(count_reminders) - sent))
  late=$(reminders_lateness)
  {
    printf 'reminders\tsent when one is killed\tsent\ttwice\tlate p50/s\tp99/s\tslowest/s\tall sent after the minute/s\n'
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$reminders_due" "$killed" "$sent" "$twice" "$late" "$seconds"
  } | show 'Reminders that are due within one minute, two servers, of which one is killed'
  note 'A server looks for reminders that are due every two seconds. Pushes and mails follow from the notifications: see the part push.'
  judge 'reminders that were not sent' ≤ 0 "$((reminders_due - sent))"
  judge 'reminders that were sent twice' ≤ 0 "$twice"
  judge 'from when a reminder is due until it is sent, the slowest' ≤ "$reminders_goal" "$(cut -f 3 <<<"$late")" s
  judge 'from when the last reminder is due until all are sent' ≤ "$reminders_goal" "$seconds" s
  # Other parts do not have them.
  administer -c 'SET session_replication_role = replica' -c 'DELETE FROM notifications WHERE reminder_id IS NOT NULL' \
    -c 'DELETE FROM reminders' -c 'DELETE FROM reminder_times' -c "DELETE FROM events WHERE title LIKE 'Reminded %'"
}

# start_worker NAME [OPTION…]: a gateway that does background work as well; its log is NAME.log.
start_worker() {
  WORKER_DATABASE_URL=$(cluster_url hatched_worker hatched)
  export WORKER_DATABASE_URL
  start_gateway "$1" "${@:2}" 2>"$work_folder/$1.log"
  unset WORKER_DATABASE_URL
}

# count_reminders: the notifications of reminders.
count_reminders() { administer -c 'SELECT count(*) FROM notifications WHERE reminder_id IS NOT NULL'; }

# await_reminders COUNT LATEST: until so many are sent, or a moment in seconds since 1970.
await_reminders() {
  while (($(count_reminders) < $1 && EPOCHSECONDS < $2)); do sleep 0.2; done
}

# reminders_lateness: from when one is due until the transaction that sends it, in seconds: p50, p99 and the slowest.
reminders_lateness() {
  administer -c "SELECT string_agg(round(extract(epoch FROM share), 1)::text, E'\t') FROM unnest((
    SELECT percentile_disc(ARRAY[0.5, 0.99, 1]) WITHIN GROUP (ORDER BY created_at - reminded_at) FROM notifications
    WHERE reminder_id IS NOT NULL)) AS share"
}
