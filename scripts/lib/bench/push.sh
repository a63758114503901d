# The part `push` of scripts/bench: how soon a push notification reaches its service, what many that wait take, and two gateways of which
# one is killed while it sends. It is sourced, after measure.sh, memory.sh, outbox.sh, python.sh and results.sh, and reads the variables of
# its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

# An account has at most 200 pushes that wait.
pushes_an_account=100 push_soon_goal=1000 push_memory_goal=16
# As many as a gateway has under way.
push_unknown_goal=64
push_options=()

bench_push() {
  local began seconds idle peak=0 soon taken twice sent unknown lost
  start_push_server
  start_pusher push-one
  start_pusher push-two
  await_push_senders
  register_devices $(((pushes + pushes_an_account - 1) / pushes_an_account))

  say 'Notifying of 500 dismissals, one after the other'
  administer -c 'TRUNCATE messages'
  notify 500 20 PICKUP
  await_messages 'ended_at IS NULL' 0 push-one
  # A notification by psql wakes no gateway: it is seen when the next one looks.
  soon=$(push_times)

  idle=$(resident_memory push-two)
  administer -c 'TRUNCATE messages'
  say "Notifying $pushes times"
  began=$EPOCHREALTIME
  notify "$pushes" 0 MESSAGE
  while (($(count_messages 'ended_at IS NOT NULL') < pushes / 2)); do
    peak=$(printf '%s\n' "$peak" "$(resident_memory push-two)" | sort -n | tail -n 1)
    sleep 0.1
  done
  say "Killing a gateway: $(count_messages 'ended_at IS NOT NULL') of $pushes are done"
  kill -KILL "${jobs[push-one]}"
  wait "${jobs[push-one]}" 2>/dev/null || true
  unset 'jobs[push-one]'
  while (($(count_messages "state = 'WAITING'") > 0)); do
    peak=$(printf '%s\n' "$peak" "$(resident_memory push-two)" | sort -n | tail -n 1)
    sleep 0.1
  done
  seconds=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $began }")
  # The claims of the gateway that was killed lapse after three minutes. The other one's are recorded by then.
  sleep 2
  administer -c "UPDATE messages SET claimed_until = now() WHERE state = 'SENDING'"
  await_messages 'ended_at IS NULL' 0 push-two
  stop_server push-two
  stop_server push-server

  pushes_taken >"$work_folder/taken"
  compare_outbox "channel = 'PUSH'" "$pushes"
  {
    printf 'pushes\ttaken by the services\tsent\tunknown\tlost\ttwice\tseconds\n'
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$pushes" "$taken" "$sent" "$unknown" "$lost" "$twice" "$seconds"
  } | show 'Push notifications by two gateways, of which one is killed'
  { printf 'p50/ms\tp99/ms\tslowest/ms\n' && echo "$soon"; } | show 'From the notification of a dismissal to the answer of the service'
  { printf 'none waiting/MiB\tat most/MiB\n' && printf '%s\t%s\n' "$idle" "$peak"; } | show "Resident memory while $pushes pushes wait"
  judge 'pushes that were lost' ≤ 0 "$lost"
  judge 'pushes that were sent twice' ≤ 0 "$twice"
  judge 'pushes told as unknown' ≤ "$push_unknown_goal" "$unknown"
  judge 'from a dismissal to its push, p99' ≤ "$push_soon_goal" "$(cut -f 2 <<<"$soon")" ms
  judge "resident memory for $pushes waiting pushes" ≤ "$push_memory_goal" "$(awk "BEGIN { printf \"%.1f\", $peak - $idle }")" MiB
}

# push_times: from a notification until the service has answered, in milliseconds, of pushes that were sent: p50, p99 and the slowest.
push_times() {
  administer -c "SELECT string_agg(round(extract(epoch FROM share) * 1000, 1)::text, E'\t') FROM unnest((
    SELECT percentile_disc(ARRAY[0.5, 0.99, 1]) WITHIN GROUP (ORDER BY ended_at - created_at) FROM messages
    WHERE channel = 'PUSH' AND state = 'SENT')) AS share"
}

# start_push_server: it writes down what it takes.
start_push_server() {
  local folder=$work_folder/push port
  python_environment HATCHED_BENCH_PYTHON_PUSH "$root/Tests/Clients/push.txt"
  [[ -n ${HATCHED_BENCH_PYTHON_PUSH:-} ]] || fail 'There is no server to push to.' 'It comes from PyPI: see above.'
  port=$(free_port)
  mkdir -p "$folder"
  Tests/TestSupport/TLS/certificates "$folder"
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$folder/apns.p8" 2>/dev/null
  openssl pkey -in "$folder/apns.p8" -pubout -out "$folder/apns.pub"
  openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$folder/fcm.key" 2>/dev/null
  openssl pkey -in "$folder/fcm.key" -pubout -out "$folder/fcm.pub"
  printf '{"type":"service_account","project_id":"bench","private_key_id":"a1","client_email":"push@bench","token_uri":"%s","private_key":"%s"}' \
    "https://localhost:$port/token" "$(sed 's/$/\\n/' "$folder/fcm.key" | tr -d '\n')" >"$folder/account.json"
  start_job "$HATCHED_BENCH_PYTHON_PUSH/bin/python3" Tests/Clients/push_server.py --record "$work_folder/pushes" --port "$port" \
    --certificate "$folder/server.crt" --key "$folder/server.key" --team TEAMTEAM11 --key-id KEYKEYKEY1 --topic org.example.bench \
    --apns-key "$folder/apns.pub" --email push@bench --project bench --fcm-key "$folder/fcm.pub" --lasting >/dev/null
  jobs[push-server]=$job addresses[push-server]=https://localhost:$port job=
  until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    kill -0 "${jobs[push-server]}" 2>/dev/null || fail 'The server to push to ended as it started; its messages stand above.'
    sleep 0.05
  done
  push_options=(--apns-key-file "$folder/apns.p8" --apns-key-id KEYKEYKEY1 --apns-team-id TEAMTEAM11 --apns-topic org.example.bench
    --apns-url "${addresses[push-server]}" --fcm-service-account "$folder/account.json" --fcm-url "${addresses[push-server]}"
    --push-authorities "$folder/root.crt")
}

# start_pusher NAME: a gateway that sends pushes.
start_pusher() {
  WORKER_DATABASE_URL=$(cluster_url hatched_worker hatched)
  export WORKER_DATABASE_URL
  start_gateway "$1" "${push_options[@]}" 2>"$work_folder/$1.log"
  unset WORKER_DATABASE_URL
}

# await_push_senders: from then on notifications become pushes.
await_push_senders() {
  local deadline=$((SECONDS + 30))
  until (($(administer -c 'SELECT count(*) FROM push_senders') == 2)); do
    ((SECONDS < deadline)) || fail 'No gateway looks for pushes.' "$(tail -n 5 "$work_folder/push-one.log")"
    sleep 0.1
  done
}

# register_devices COUNT: of so many parents, by turns of both services. What is overdue is no part of it.
register_devices() {
  administer <<SQL
UPDATE members SET push_notifications = true, push_muted_kinds = ARRAY['OVERDUE'];
DELETE FROM devices;
CREATE TABLE IF NOT EXISTS bench_parents AS
  SELECT row_number() OVER (ORDER BY id) AS n, family_id, id FROM members WHERE role = 'PARENT' AND account_id IS NOT NULL;
INSERT INTO devices (family_id, id, member_id, platform, token)
SELECT family_id, gen_random_uuid(), id, CASE n % 2 WHEN 0 THEN 'IOS' ELSE 'ANDROID' END,
  CASE n % 2 WHEN 0 THEN encode(convert_to('ok-' || n, 'UTF8'), 'hex') ELSE 'ok-' || n END
FROM bench_parents WHERE n <= $1;
SQL
}

# notify COUNT PAUSE KIND: so many notifications, of all these parents by turns; with a pause, one transaction after the other with so many
# milliseconds between them.
notify() {
  administer <<SQL
DO \$notify\$
BEGIN
  FOR number IN 1..$1 LOOP
    INSERT INTO notifications (family_id, id, recipient_id, kind, title, body)
    SELECT family_id, gen_random_uuid(), id, '$3', 'Ada is ready', 'B' FROM bench_parents
    WHERE n = 1 + number % (SELECT count(*) FROM devices);
    IF $2 > 0 THEN
      COMMIT;
      PERFORM pg_sleep($2 / 1000.0);
    END IF;
  END LOOP;
END
\$notify\$;
SQL
}

# pushes_taken: the ids of the pushes of the last round that the services have taken, a line each.
pushes_taken() {
  "$HATCHED_BENCH_PYTHON_PUSH/bin/python3" - "$work_folder/pushes" <<'PYTHON'
import json, sys
for line in open(sys.argv[1]):
    push = json.loads(line)
    if push["service"] != "grant" and '"kind":"message"' in push["body"]:
        print(push["id"])
PYTHON
}
