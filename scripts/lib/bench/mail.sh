# The part `mail` of scripts/bench: many mails in the outbox, two servers that send them, and a mail server that dies twice. It is
# sourced, after measure.sh, outbox.sh, python.sh and results.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

mail_port=

bench_mail() {
  local began seconds died taken twice sent unknown lost
  python_environment HATCHED_BENCH_PYTHON_MAIL "$root/Tests/Clients/mail.txt"
  [[ -n ${HATCHED_BENCH_PYTHON_MAIL:-} ]] || fail 'There is no mail server to send to.' 'It comes from PyPI: see above.'
  mail_port=$(free_port)
  start_mail_server
  say "Putting $mails mails into the outbox"
  administer >/dev/null <<SQL
SELECT enqueue_message(gen_random_uuid(), 'EMAIL', 'a' || n || '@example.org', 'confirm-address', 'en', '{}', gen_random_uuid(),
  NULL, 86400) FROM generate_series(1, $mails) AS n
SQL
  began=$EPOCHREALTIME
  start_mailer mail-one
  start_mailer mail-two
  for died in 1 2; do
    await_messages "ended_at IS NOT NULL" $((mails * died / 3)) mail-one
    say "Killing the mail server: $(count_messages "ended_at IS NOT NULL") of $mails are done"
    kill -KILL "${jobs[mail-server]}"
    wait "${jobs[mail-server]}" 2>/dev/null || true
    sleep 2
    start_mail_server
  done
  # What failed is due after a minute.
  await_messages "state IN ('WAITING', 'SENDING')" 0 mail-one
  seconds=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $began }")
  stop_server mail-one
  stop_server mail-two
  stop_server mail-server

  mails_taken >"$work_folder/taken"
  compare_outbox "channel = 'EMAIL'" "$mails"
  {
    printf 'mails\ttaken by the mail server\tsent\tunknown\tlost\ttwice\tseconds\n'
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$mails" "$taken" "$sent" "$unknown" "$lost" "$twice" "$seconds"
  } | show 'Two servers, and a mail server that dies twice'
  note 'A mail whose try failed is tried again after a minute, which the seconds have in them.'
  judge 'mails that were lost' ≤ 0 "$lost"
  judge 'mails that were sent twice' ≤ 0 "$twice"
  # Two servers with two connections each, twice.
  judge 'mails told as unknown' ≤ 8 "$unknown"
}

# start_mail_server: it writes down what it takes, on in the same file.
start_mail_server() {
  start_job "$HATCHED_BENCH_PYTHON_MAIL/bin/python3" Tests/Clients/mail_server.py --record "$work_folder/mails" \
    --port "$mail_port" --lasting >/dev/null
  jobs[mail-server]=$job addresses[mail-server]=smtp://localhost:$mail_port job=
  until (exec 3<>"/dev/tcp/127.0.0.1/$mail_port") 2>/dev/null; do
    kill -0 "${jobs[mail-server]}" 2>/dev/null || fail 'The mail server ended as it started; its messages stand above.'
    sleep 0.05
  done
}

# start_mailer NAME: a server that sends mail.
start_mailer() {
  WORKER_DATABASE_URL=$(cluster_url hatched_worker hatched)
  export WORKER_DATABASE_URL
  start_gateway "$1" --mail-server "${addresses[mail-server]}" --mail-encryption off --mail-from no-reply@example.org \
    --public-url https://app.example.org --mail-timeout 30 2>"$work_folder/$1.log"
  unset WORKER_DATABASE_URL
}

# mails_taken: the ids of the mails that the mail server has taken, a line each.
mails_taken() {
  "$HATCHED_BENCH_PYTHON_MAIL/bin/python3" - "$work_folder/mails" <<'PYTHON'
import base64, email, json, sys
for line in open(sys.argv[1]):
    message = email.message_from_bytes(base64.b64decode(json.loads(line)["content"]))
    print(message["Message-ID"].strip("<>").split("@")[0])
PYTHON
}
