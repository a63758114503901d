# The part `sign-in` of scripts/bench: what many sign-ins with passwords do to others, and whether their time tells that there is an
# account. It is sourced, after family.sh and latency.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}"

sign_in_clients=200
sign_in_goal=3
# The least p of a Mann-Whitney test that does not tell two samples apart.
sign_in_p_goal=0.01

bench_sign_in() {
  local peak rate before after known unknown p
  prepare_family
  [[ -s $work_folder/gateway.figures ]] || alternate 3 gateway
  peak=$(median gateway 1)
  rate=$(awk "BEGIN { printf \"%.0f\", $peak / 4 }")
  # Each client and each try has an address of its own: the limits of attempts are measured elsewhere.
  start_gateway sign-in --client-address-header X-Forwarded-For --max-connections-per-address 1000
  title[sign-in-without]="nested query at $rate/s"
  title[sign-in-with]="the same, beside $sign_in_clients clients that sign in"
  runs[sign-in-without]="run_load $work_folder/family.requests $seconds ${addresses[sign-in]} $connections $rate"
  runs[sign-in-with]="run_beside_sign_ins $rate"
  alternate "$rounds" sign-in-without sign-in-with
  before=$(median sign-in-without 5)
  after=$(median sign-in-with 5)
  {
    printf 'nested query at a quarter of the peak\trequests/s\tp50/ms\tp99/ms\tsign-ins by status\n'
    printf 'alone\t%s\t%.2f\t%.2f\t\n' "$rate" "$(median sign-in-without 2)" "$before"
    printf 'beside %s clients that sign in again and again\t%s\t%.2f\t%.2f\t%s\n' "$sign_in_clients" "$rate" \
      "$(median sign-in-with 2)" "$after" "$(tail -n 1 "$work_folder/sign-ins")"
  } | show 'Sign-ins with passwords, and what they do to others'
  judge "p99 of the nested query: beside $sign_in_clients sign-ins at once ÷ alone" ≤ "$sign_in_goal" "$(divided "$after" "$before")"
  judge_failures 'nested query beside sign-ins' "$(failures sign-in-with)"

  make_sign_in_accounts "$sign_in_tries"
  say "Timing $sign_in_tries wrong passwords with an account, and $sign_in_tries without"
  read -r known unknown p < <(sign_in compare "${addresses[sign-in]}" "$sign_in_tries" 'a password that is wrong') ||
    fail 'The comparison failed; its message stands above.'
  {
    printf 'wrong passwords, one after the other\twith an account: median/ms\twithout/ms\tMann-Whitney p\n'
    printf '%s each\t%s\t%s\t%s\n' "$sign_in_tries" "$known" "$unknown" "$p"
  } | show 'The time that a sign-in takes, with an account and without'
  judge 'sign-in with and without an account, 2 × tries: p of a Mann-Whitney test' ≥ "$sign_in_p_goal" "$p"
  stop_server sign-in
}

sign_in() { python3 "$root/scripts/lib/bench/sign_in.py" "$@"; }

# run_beside_sign_ins RATE: the figures of load.c, while others sign in.
run_beside_sign_ins() {
  local flood
  sign_in flood "${addresses[sign-in]}" "$sign_in_clients" "$((seconds + 2))" >>"$work_folder/sign-ins" &
  flood=$!
  sleep 1
  run_load "$work_folder/family.requests" "$seconds" "${addresses[sign-in]}" "$connections" "$1"
  wait "$flood" || fail 'The sign-ins failed; the message stands above.'
}

# make_sign_in_accounts COUNT: accounts with confirmed addresses. All have the hash of one that registers, as each has one.
make_sign_in_accounts() {
  local account
  account=$(sign_in register "${addresses[sign-in]}" bench@example.org 'a password that is right') ||
    fail 'Nobody can register; the message stands above.'
  administer >/dev/null <<SQL
INSERT INTO accounts (id, name) SELECT md5('bench' || n)::uuid, 'Bench' FROM generate_series(1, $1) AS n;
INSERT INTO sign_in_addresses (account_id, id, channel, address, lookup, confirmed_at)
SELECT md5('bench' || n)::uuid, md5('bench' || n)::uuid, 'EMAIL', address, address, now()
FROM generate_series(1, $1) AS n, LATERAL (SELECT 'bench-' || lpad(n::text, 6, '0') || '@example.org' AS address) AS made;
INSERT INTO passwords (account_id, hash, is_long)
SELECT md5('bench' || n)::uuid, hash, true FROM generate_series(1, $1) AS n, passwords WHERE account_id = '$account';
ANALYZE accounts, sign_in_addresses, passwords;
SQL
}
