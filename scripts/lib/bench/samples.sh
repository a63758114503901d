# Large families for parts of scripts/bench, and queries that ask much of them. It is sourced, after measure.sh.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

# A large family has a hundred times the assignments of a small one: 20 students with 200 each, and 2 with 20.
large_assignments=4000 small_assignments=40

# make_large_families DATABASE: 20 of them; "$work_folder/large.tokens" has a line a family.
make_large_families() { add_families "$1" large 20 --students 20 --assignments 200 --seed 2; }

# make_small_families DATABASE: 1000 of them; "$work_folder/small.tokens" has a line a family.
make_small_families() { add_families "$1" small 1000 --students 2 --assignments 20 --seed 3; }

# add_families DATABASE NAME COUNT OPTION…: of `hatched seed`, the last of them --seed; and a file of tokens.
add_families() {
  local MIGRATION_DATABASE_URL
  MIGRATION_DATABASE_URL=$(cluster_url hatched_owner "$1")
  export MIGRATION_DATABASE_URL
  say "Making $3 families in the database $1"
  run_with_heartbeat 'hatched seed' "$hatched" seed --families "$3" "${@:4}" 2>"$work_folder/seed.log" ||
    fail 'The families could not be made:' "$(tail -n 3 "$work_folder/seed.log")"
  "$hatched" token --sample-families "$3" --seed "${*: -1}" >"$work_folder/$2.tokens" ||
    fail 'No tokens could be made; the message stands above.'
}

# repeated_body COUNT [STUDENTS ASSIGNMENTS]: the students of the nested family query so many times, and how many at most of
# them, with how many assignments each.
repeated_body() {
  local number query='{ family { id'
  for ((number = 1; number <= $1; number++)); do
    query+=" s$number: students(first: ${2:-50}) { id name assignments(first: ${3:-20})"
    query+=' { id title dueDate pointsPossible pointsAwarded percentage course { id name grade subject { name } } } }'
  done
  printf '{"query":"%s } }"}' "$query"
}
