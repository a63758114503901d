# The outbox of messages, for the parts `mail` and `push` of scripts/bench. It is sourced, after measure.sh.
# shellcheck shell=bash
: "${work_folder?}"

# count_messages CONDITION
count_messages() { administer -c "SELECT count(*) FROM messages WHERE $1"; }

# await_messages CONDITION COUNT SERVER: until there are so many, or none for 0. The server's log tells why there are not.
await_messages() {
  local deadline=$((SECONDS + 600)) count
  while count=$(count_messages "$1") && { (($2 > 0)) && ((count < $2)) || (($2 == 0)) && ((count > 0)); }; do
    ((SECONDS < deadline)) || fail "There are $count messages of: $1" "$(tail -n 5 "$work_folder/$3.log")"
    sleep 0.2
  done
}

# compare_outbox CONDITION COUNT: sets `taken`, `twice`, `sent`, `unknown` and `lost` of the caller, for the messages of a condition and for
# the ids in "$work_folder/taken".
compare_outbox() {
  administer -c "SELECT id FROM messages WHERE $1 AND state = 'SENT' ORDER BY id::text COLLATE \"C\"" >"$work_folder/sent"
  taken=$(wc -l <"$work_folder/taken")
  twice=$(LC_ALL=C sort "$work_folder/taken" | uniq -d | wc -l)
  sent=$(wc -l <"$work_folder/sent")
  unknown=$(count_messages "$1 AND state = 'UNKNOWN'")
  # Said to be sent, and not there; or neither sent nor unknown.
  lost=$(($2 - sent - unknown + $(LC_ALL=C comm -23 "$work_folder/sent" <(LC_ALL=C sort -u "$work_folder/taken") | wc -l)))
}
