# Building and running `hatched`. To be sourced after common.sh.
# shellcheck shell=bash
: "${root:?}" "${private_folder:?}" "${release_flags:?}"

hatched=$root/.build/release/hatched

build_hatched() {
  [[ -x $hatched ]] || say 'Building hatched for release. The first time takes several minutes on two cores.'
  local product
  for product in hatched hatched-pictures; do
    run_with_heartbeat 'swift build' swift build "${release_flags[@]}" --product "$product" ||
      fail 'The build failed; its messages stand above.' \
        "If packages could not be fetched, is the network there? If the disk is full: df -h $root"
  done
}

# Sets HATCHED_TOKEN_SECRETS, unless the user did, to a secret that stays the same for this checkout.
use_token_secret() {
  [[ -z ${HATCHED_TOKEN_SECRETS:-} ]] || return 0
  local file=$private_folder/secret
  make_private_folder
  if [[ ! -s $file ]]; then
    (umask 077 && od -An -N32 -tx1 /dev/urandom | tr -d ' \n' >"$file.new" && mv "$file.new" "$file") ||
      fail "The token secret could not be written to $file." "Is there room on the disk (df -h $root)?"
  fi
  HATCHED_TOKEN_SECRETS=$(<"$file") || fail "The token secret cannot be read from $file." \
    "Run this as its owner, $(stat -c %U "$file"), or remove it: tokens given out before then end."
  export HATCHED_TOKEN_SECRETS
}

# write_environment VARIABLE…: into .hatched/environment, for commands of hatched in other shells. The file holds the token
# secret: only its owner can read it.
write_environment() {
  local file=$private_folder/environment variable
  make_private_folder
  (
    umask 077
    rm -f "$file.new"
    for variable in "$@"; do printf 'export %s=%q\n' "$variable" "${!variable}"; done >"$file.new"
    mv "$file.new" "$file"
  ) || fail "The environment could not be written to $file." "Is there room on the disk (df -h $root)?"
}

# check_port HOST PORT: that nothing listens there.
check_port() {
  ! (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null ||
    fail "Port $2 on $1 is taken." "What listens there: ss -ltnp 'sport = :$2'. Another port: $0 --port $(($2 + 1))"
}

# http_status HOST PORT PATH: the status of a GET, or nothing when there is no answer.
http_status() {
  if [[ -n ${HATCHED_TLS_CERTIFICATE:-} ]]; then
    # It is known whom this asks.
    curl -sk --max-time 5 -o /dev/null -w '%{http_code}' "https://${1/#*:*/[$1]}:$2$3"
    return
  fi
  (
    exec 3<>"/dev/tcp/$1/$2" || exit
    printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$3" >&3
    read -r -t 5 _ status _ <&3 && echo "${status%$'\r'}"
  ) 2>/dev/null
}

# await_ready JOB HOST PORT: until the server can answer queries.
await_ready() {
  local deadline=$((SECONDS + 30)) status=
  while [[ $status != 200 ]]; do
    kill -0 "$1" 2>/dev/null || fail 'The server ended as it started; its messages stand above.'
    ((SECONDS < deadline)) || fail "The server is not ready after 30 s: GET /ready gave ${status:-no answer}." \
      'Its messages stand above.'
    sleep 0.1
    status=$(http_status "$2" "$3" /ready) || true
  done
}
