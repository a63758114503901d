# A PostgreSQL cluster that belongs to this checkout. To be sourced after common.sh and machine.sh.
#
# It listens on no network address. Its Unix socket lies in a folder that only the cluster's user can enter,
# and whoever can enter is trusted. PostgreSQL refuses to run as root; for root it runs as user postgres.
# shellcheck shell=bash
: "${root:?}" "${private_folder:?}"

cluster_folder=  # holds data/ and log
cluster_socket=  # the socket's folder: short, since a socket's path has at most 107 bytes
cluster_port=5432
cluster_user=    # a numeric id
cluster_settings=()
cluster_is_joined=
postgres_programs_folder=

# The cluster that stays between runs: started, or found running.
open_lasting_cluster() {
  find_cluster_user
  make_private_folder
  local id
  id=$(printf %s "$root" | sha256sum | cut -c 1-12)
  find_cluster_folder "$id"
  join_cluster
  cluster_socket=/tmp/hatched-$id
  make_cluster_folder "$cluster_socket" || fail "$cluster_socket is there already, and is not ours." \
    "It must be a folder of user $(id -un "$cluster_user") with mode 700: remove it."
  start_cluster
  flock -u 8
}

# open_throwaway_cluster [SETTING…]: a cluster for one run that nothing outlives. A crash may lose its data, which makes
# it fast.
open_throwaway_cluster() {
  find_cluster_user
  cluster_folder=$(mktemp -d /tmp/hatched-test.XXXXXX) ||
    fail 'No folder could be made under /tmp.' 'Is there room on the disk (df -h /tmp)?'
  ((EUID != 0)) || chown "$cluster_user" "$cluster_folder"
  cluster_socket=$cluster_folder
  cluster_settings=(fsync=off synchronous_commit=off full_page_writes=off max_connections=200 "$@")
  start_cluster
}

# cluster_url ROLE DATABASE
cluster_url() {
  printf 'postgresql://%s@/%s?host=%s' "$1" "$2" "$cluster_socket"
  [[ $cluster_port == 5432 ]] || printf '&port=%s' "$cluster_port"
}

# Stops the cluster, unless another script of this checkout still uses it.
close_lasting_cluster() {
  [[ -n $cluster_is_joined ]] || return 0
  flock -w 120 8
  flock -n -x 9 && stop_cluster fast && rmdir "$cluster_socket" 2>/dev/null
  flock -u 8
}

close_throwaway_cluster() {
  [[ -n $cluster_folder ]] || return 0
  stop_cluster immediate
  rm -rf "$cluster_folder"
}

# The caller, or postgres for root. The settings of a user's other databases must not reach this one.
find_cluster_user() {
  local variable
  for variable in "${!PG@}"; do unset "$variable"; done
  cluster_user=$EUID
  ((EUID == 0)) || return 0
  cluster_user=$(id -u postgres 2>/dev/null) || fail 'PostgreSQL cannot run as root, and there is no user postgres.' \
    'Run this as an ordinary user, or: adduser --system --group postgres'
}

# The user may not be able to enter the current folder, and must not inherit the locks.
as_cluster_user() {
  if ((EUID == 0)); then
    (cd / && exec runuser -u "$(id -un "$cluster_user")" -- "$@") 8>&- 9>&-
  else
    (cd / && exec "$@") 8>&- 9>&-
  fi
}

# The folder recorded by an earlier run, or the first that the cluster's user can enter.
find_cluster_folder() {
  local record=$private_folder/cluster-folder inside=$private_folder/cluster candidates folder
  if [[ -s $record ]]; then
    folder=$(<"$record")
    make_cluster_folder "$folder" ||
      fail "The private cluster's folder $folder cannot be used by user $(id -un "$cluster_user")." \
        "Run this as the user who made it, or remove $record to begin with an empty cluster."
    cluster_folder=$folder
    return
  fi
  candidates=("$inside" "/var/lib/hatched-$1" "/tmp/hatched-$1-cluster")
  for folder in "${candidates[@]}"; do
    if make_cluster_folder "$folder"; then
      cluster_folder=$folder
      [[ $folder == "$inside" ]] || printf '%s\n' "$folder" >"$record"
      return
    fi
    [[ ! -d $folder ]] || fail "The private cluster in $folder belongs to user $(stat -c %U "$folder")." \
      "Run this as that user, or remove the folder to begin with an empty cluster."
  done
  fail 'There is no folder for the private cluster.' "Tried: ${candidates[*]}"
}

# make_cluster_folder PATH: whether it is a folder of the cluster's user, and nobody else's.
make_cluster_folder() {
  as_cluster_user test -x "$(dirname "$1")" || return 1
  if mkdir -m 700 "$1" 2>/dev/null; then
    ((EUID != 0)) || chown "$cluster_user" "$1"
  fi
  [[ ! -L $1 && $(stat -c '%F %u %a' "$1" 2>/dev/null) == "directory $cluster_user 700" ]]
}

# Takes two locks: 8 while the cluster starts or stops, until it is unlocked; 9, shared, as long as this
# script uses the cluster, so that the last one to leave can tell that it is.
join_cluster() {
  exec 8>"$private_folder/cluster-change.lock" 9>"$private_folder/cluster-use.lock"
  flock -w 120 8 || fail 'Another script has been starting or stopping the private cluster for two minutes.' \
    "Which one it is: fuser -v $private_folder/cluster-change.lock"
  flock -s 9
  cluster_is_joined=yes
}

start_cluster() {
  local data=$cluster_folder/data log=$cluster_folder/log programs setting
  programs=$(postgres_programs "$(as_cluster_user cat "$data/PG_VERSION" 2>/dev/null)")
  [[ -n $programs ]] || fail "The private cluster is of PostgreSQL $(cat "$data/PG_VERSION"), which is not installed." \
    "Install it, or remove $cluster_folder to begin with an empty cluster."
  postgres_programs_folder=$programs
  [[ -e $data ]] || make_cluster "$data"
  ! cluster_runs "$data" || return 0
  # What a server leaves that was killed. PostgreSQL would take any process with its number for it.
  rm -f "$data/postmaster.pid" "$cluster_socket"/.s.PGSQL.*
  local options="-c listen_addresses='' -c unix_socket_directories=$cluster_socket -c port=$cluster_port"
  for setting in "${cluster_settings[@]}"; do options+=" -c $setting"; done
  rm -f "$log"
  as_cluster_user "$programs/pg_ctl" start -s -w -t 60 -D "$data" -l "$log" -o "$options" >&2 || {
    tail -n 5 "$log" >&2
    fail 'The private cluster did not start.' \
      "Its log: $log. Is there room on the disk? $(df -Ph "$cluster_folder" | awk 'NR == 2 { print $4 " free" }')"
  }
  cluster_sql -q -f - <"$root/scripts/roles.sql" || fail 'The roles could not be made (scripts/roles.sql).'
  [[ $(cluster_sql -At -c "SELECT count(*) FROM pg_database WHERE datname = 'hatched'") == 1 ]] ||
    cluster_sql -q -c 'CREATE DATABASE hatched OWNER hatched_owner' || fail 'The database could not be made.'
  restrict_database hatched
}

# restrict_database NAME: takes from everyone what no role needs in it.
restrict_database() {
  cluster_sql -q -d "$(cluster_url postgres "$1")" -f - <"$root/scripts/database.sql" ||
    fail "The privileges in $1 could not be revoked (scripts/database.sql)."
}

# Under another name until it is whole.
make_cluster() {
  local log=$cluster_folder/log
  say "Making a private PostgreSQL cluster in $1"
  rm -rf "$1.new"
  as_cluster_user "$postgres_programs_folder/initdb" -D "$1.new" --username=postgres --auth=trust \
    --encoding=UTF8 --locale=C.UTF-8 --no-instructions >"$log" 2>&1 || {
    tail -n 5 "$log" >&2
    fail "No cluster could be made in $1." "Is there room on the disk (df -h $cluster_folder)?"
  }
  mv "$1.new" "$1"
}

# Whether the cluster's server runs and answers. One that runs and does not answer is stopped.
cluster_runs() {
  local pid
  pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null) || return 1
  # A server works in its data folder; any other process of that number does not.
  [[ $pid =~ ^[0-9]+$ && /proc/$pid/cwd -ef $1 ]] || return 1
  if as_cluster_user "$postgres_programs_folder/pg_isready" -q -t 30 -h "$cluster_socket" -p "$cluster_port"; then return 0; fi
  stop_cluster fast
  return 1
}

# stop_cluster MODE: also ends connections.
stop_cluster() {
  local data=$cluster_folder/data
  [[ -n $postgres_programs_folder && -e $data/postmaster.pid ]] || return 0
  as_cluster_user "$postgres_programs_folder/pg_ctl" stop -s -w -t 20 -m "$1" -D "$data" >&2 ||
    as_cluster_user "$postgres_programs_folder/pg_ctl" stop -s -w -t 20 -m immediate -D "$data" >&2
}

# cluster_sql ARGUMENT…: psql as the superuser.
cluster_sql() {
  as_cluster_user "$postgres_programs_folder/psql" -X -v ON_ERROR_STOP=1 -d "$(cluster_url postgres postgres)" "$@"
}
