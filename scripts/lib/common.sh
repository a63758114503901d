# What every script here begins with. To be sourced.
# shellcheck shell=bash

# The checkout, and the folder in it for what a run of the scripts leaves there.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
private_folder=$root/.hatched
cd "$root" || exit

# Of every release build: other flags would build all packages anew.
release_flags=(-c release --static-swift-stdlib)

# The background job that runs, if one does.
job=

say() { printf '==> %s\n' "$*" >&2; }

# fail WHAT [WHAT TO DO…]: ends the script.
fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  (($# == 0)) || printf '       %s\n' "$@" >&2
  exit 1
}

# fail_usage WHAT: as for a wrong argument.
fail_usage() {
  printf 'error: %s\n       %s --help says what there is.\n' "$1" "$0" >&2
  exit 64
}

# The folder is nobody else's business: it holds the secret. The user of the cluster may pass through.
make_private_folder() {
  mkdir -p "$private_folder" 2>/dev/null || fail "$private_folder cannot be made." \
    "Is there room on the disk (df -h $root)? The checkout belongs to user $(stat -c %U "$root")."
  [[ -w $private_folder ]] || fail "$private_folder cannot be written to." \
    "Run this as its owner, $(stat -c %U "$private_folder"), or remove the folder."
}

# A job runs in a session of its own. So Ctrl-C reaches this script alone, which then decides in what order
# things stop; and all that the job started can be found, whatever process groups it made.

# start_job COMMAND…: sets $job.
start_job() {
  setsid "$@" </dev/null &
  job=$!
}

# stop_job JOB SECONDS: asks with SIGTERM, and after so many seconds no longer asks.
stop_job() {
  local deadline=$((SECONDS + $2)) members
  mapfile -t members < <(session_members "$1")
  # The job itself as well: it may not have come to its session yet.
  kill -TERM "$1" "${members[@]}" 2>/dev/null
  while mapfile -t members < <(session_members "$1") && ((${#members[@]} > 0)); do
    ((SECONDS < deadline)) || kill -KILL "${members[@]}" 2>/dev/null
    sleep 0.1
  done
  wait "$1" 2>/dev/null
  return 0
}

# session_members SESSION: the processes in it. /proc/PID/stat has: pid (name) state ppid group session …
session_members() {
  local file line fields
  for file in /proc/[0-9]*/stat; do
    { line=$(<"$file"); } 2>/dev/null || continue
    read -ra fields <<<"${line##*) }"
    [[ ${fields[3]} != "$1" || ${fields[0]} == Z ]] || basename "${file%/stat}"
  done
}

# run_with_heartbeat DESCRIPTION COMMAND…: a job to its end, with a sign of life each half minute. Its status.
run_with_heartbeat() {
  local description=$1 began=$SECONDS next=30 status=0
  shift
  start_job "$@"
  while kill -0 "$job" 2>/dev/null; do
    sleep 0.2
    ((SECONDS - began < next)) || {
      say "$description: still running after $next s"
      next=$((next + 30))
    }
  done
  wait "$job" || status=$?
  job=
  return "$status"
}

# on_end FUNCTION: calls it once, however the script ends.
on_end() {
  # shellcheck disable=SC2064  # the name is known now
  trap "end_with $1" EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

end_with() {
  local status=$?
  trap '' HUP INT TERM
  set +e
  [[ -z $job ]] || stop_job "$job" 12
  "$1"
  exit "$status"
}
