# Run by scripts/image in namespaces of its own for mounts and the network: starts PostgreSQL and the services of docker-compose.yml.
#
#     check.sh FOLDER
set -euo pipefail
shopt -s inherit_errexit
folder=$1
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
for library in machine cluster hatched image/build; do
  # shellcheck disable=SC1090
  source "$root/scripts/lib/$library.sh"
done
image_folder=$folder
settings=$folder/env
data=$folder/postgres
container=
mounted=

main() {
  on_end close_services
  ip link set lo up
  mount --make-rprivate /
  find_cluster_user
  postgres_programs_folder=$(postgres_programs)
  scripts/new-env --demo --file "$settings"
  start_postgres
  open_container
  check_writing
  run_service migrate
  start_gateway
  check_answers
  stop_gateway
}

close_services() {
  [[ ! -e $data/postmaster.pid ]] || as_cluster_user "$postgres_programs_folder/pg_ctl" stop -s -m immediate -D "$data"
  [[ -z $mounted ]] || umount --recursive --lazy "$mounted"
}

# compose KIND SERVICE: into the array `words`.
compose() {
  local list=$folder/words
  /usr/bin/python3 -B scripts/lib/image/compose_environment.py "$1" "$2" "$settings" <docker-compose.yml >"$list" ||
    fail "The service $2 of docker-compose.yml could not be read; the message stands above."
  mapfile -d '' -t words <"$list"
}

# As the image of PostgreSQL does with a new volume.
start_postgres() {
  local words
  compose environment postgres
  local "${words[@]}"
  say 'Starting PostgreSQL'
  (umask 077 && printf %s "$POSTGRES_PASSWORD" >"$folder/password" && chown "$cluster_user" "$folder/password")
  install -d -o "$cluster_user" -m 700 "$data"
  # shellcheck disable=SC2086  # its words are options
  as_cluster_user "$postgres_programs_folder/initdb" -D "$data" --username="$POSTGRES_USER" --pwfile="$folder/password" \
    --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS >"$folder/log" 2>&1 ||
    fail 'No cluster could be made:' "$(tail -n 5 "$folder/log")"
  as_cluster_user "$postgres_programs_folder/pg_ctl" start -s -w -t 60 -D "$data" -l "$data/log" \
    -o "-c listen_addresses=127.0.0.1 -c unix_socket_directories=$data -c fsync=off" >&2 ||
    fail 'PostgreSQL did not start:' "$(tail -n 5 "$data/log")"
  sed "s|/hatched/|$root/scripts/|" scripts/lib/compose-init.sh |
    env "${words[@]}" PGHOST="$data" PATH="$postgres_programs_folder:$PATH" bash >"$folder/log" 2>&1 ||
    fail 'scripts/lib/compose-init.sh failed:' "$(tail -n 5 "$folder/log")"
}

# The container's root, read-only, with the files that an engine puts there.
open_container() {
  local target
  container=$(build_image from --pull-never hatched-gateway)
  mounted=$(build_image mount "$container")
  mount --bind "$mounted" "$mounted"
  mkdir -p "$mounted/hatched" "$mounted/etc/hatched"
  for target in announce compose-welcome; do touch "$mounted/hatched/$target.sh"; done
  touch "$mounted/etc/hosts" "$mounted/etc/resolv.conf"
  printf '127.0.0.1 localhost\n127.0.0.1 postgres\n' >"$folder/hosts"
  mount -o remount,bind,ro "$mounted"
  mount --bind "$folder/hosts" "$mounted/etc/hosts"
  for target in announce compose-welcome; do
    mount --bind "$root/scripts/lib/$target.sh" "$mounted/hatched/$target.sh"
  done
  # The volume, which begins with the folder of the image.
  mount -t tmpfs -o mode=700,uid="$(stat -c %u "$mounted/var/lib/hatched")" tmpfs "$mounted/var/lib/hatched"
  mount -t proc proc "$mounted/proc"
  mount -t tmpfs tmpfs "$mounted/dev"
  for target in null zero urandom; do
    touch "$mounted/dev/$target"
    mount --bind "/dev/$target" "$mounted/dev/$target"
  done
}

# image_setting NAME: of its configuration, words with a zero byte after each.
image_setting() {
  build_image inspect --type image hatched-gateway | /usr/bin/python3 -c '
import json, sys
config = json.load(sys.stdin)["Docker"]["config"]
found = config["Healthcheck"]["Test"][1:] if sys.argv[1] == "Healthcheck" else config.get(sys.argv[1]) or []
sys.stdout.write("".join(word + "\0" for word in ([found] if isinstance(found, str) else found)))' "$1"
}

# in_image SERVICE COMMAND…: as the image's user, with the variables of the image and the service, without capabilities.
in_image() {
  local words variables user
  mapfile -d '' -t variables < <(image_setting Env)
  mapfile -d '' -t user < <(image_setting User)
  compose environment "$1"
  exec env -i "${variables[@]}" "${words[@]}" "$(command -v chroot)" "$mounted" setpriv --reuid="${user[0]}" --regid="${user[0]}" \
    --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all -- "${@:2}"
}

# service_command SERVICE: into `command`: its entrypoint and command, or the image's.
service_command() {
  local words
  compose entrypoint "$1"
  command=("${words[@]}")
  ((${#command[@]} > 0)) || mapfile -d '' -t command < <(image_setting Entrypoint)
  compose command "$1"
  ((${#words[@]} > 0)) || mapfile -d '' -t words < <(image_setting Cmd)
  command+=("${words[@]}")
}

# run_service NAME: to its end.
run_service() {
  local command
  service_command "$1"
  say "$1: ${command[*]}"
  (in_image "$1" "${command[@]}") || fail "The service $1 failed with status $?; its messages stand above."
}

check_writing() {
  ! (in_image gateway touch /tmp/written) 2>/dev/null || fail 'The root of the container is not read-only.'
  [[ $(in_image gateway id -u) != 0 ]] || fail 'The image runs as root.'
}

start_gateway() {
  local command health deadline=$((SECONDS + 60))
  service_command gateway
  mapfile -d '' -t health < <(image_setting Healthcheck)
  say "gateway: ${command[*]}; its health: ${health[*]}"
  start_service gateway "${command[@]}"
  until (in_image gateway "${health[@]}") >"$folder/log" 2>&1; do
    kill -0 "$job" 2>/dev/null || fail 'The gateway ended as it started:' "$(tail -n 5 "$folder/gateway.log")"
    ((SECONDS < deadline)) || fail 'The gateway is not healthy after 60 s:' "$(tail -n 3 "$folder/log")"
    sleep 0.5
  done
}

# start_service NAME COMMAND…: as a job of this shell.
start_service() {
  in_image "$@" >"$folder/$1.log" 2>&1 </dev/null &
  job=$!
}

# The lines of `welcome` are those of scripts/serve, and their first query is answered.
check_answers() {
  local query answer
  run_service welcome 2>&1 | tee "$folder/welcome" | sed -E 's/(Bearer .{10})[^'"'"']*/\1…/; s/^((card )?[a-z]+ +.{10}).*/\1…/'
  ! grep 'left out' "$folder/welcome" >&2 || fail 'welcome stored no files of the demonstration family.'
  query=$(grep '^curl ' "$folder/welcome" | head -n 1)
  [[ $query == curl* ]] || fail 'welcome printed no query.'
  answer=$(bash -c "$query") || fail 'The first query was not answered.'
  [[ $answer == '{"data":{"family":{"id":'* ]] || fail 'The first query has another answer:' "${answer:0:500}"
  say "The first query: ${#answer} bytes"
  (in_image gateway hatched doctor) >"$folder/doctor" 2>&1 || true
  grep -E '^(ok|warn) +files, folder' "$folder/doctor" >&2 || fail 'The folder for files cannot be used:' "$(grep 'files' "$folder/doctor")"
  grep -E '^(ok|warn) +files, pictures' "$folder/doctor" >&2 || fail 'Pictures cannot be decoded:' "$(grep 'files' "$folder/doctor")"
  grep -q '^hatched_' <(curl -sSf http://127.0.0.1:9090/metrics 2>/dev/null) || fail 'There are no metrics on port 9090.'
}

stop_gateway() {
  local pid=$job status=0
  kill -TERM "$pid"
  wait "$pid" || status=$?
  job=
  [[ $status == 0 ]] || fail "The gateway ended with status $status after SIGTERM:" "$(tail -n 5 "$folder/gateway.log")"
}

main
