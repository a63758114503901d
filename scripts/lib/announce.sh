# The last lines of scripts/serve and of `docker compose up`: the address, and how to ask for the demonstration family. To be sourced
# by bash alone: the image has no other file of the scripts.
# shellcheck shell=bash
: "${hatched:?}"

staff_query='{ viewer { schoolPlaces { role classIds } } schools { name classes { id name grade } } }'
demo_query='{ family { id name students { id name assignments(first: 20) { id title dueDate pointsPossible '
demo_query+='pointsAwarded percentage course { id name subject { name } } courseResult { grade letter } } } } }'

# Sets `token` and `staff_tokens` of its caller. Its status is 1 without a demonstration family.
find_demo_tokens() {
  local role staff_token
  token=$("$hatched" token --demo) || return 1
  # A database of before there were schools has no staff.
  for role in teacher dispatcher administrator; do
    ! staff_token=$("$hatched" token --demo-staff "$role" 2>/dev/null) || staff_tokens+=("$role" "$staff_token")
  done
  ((${#staff_tokens[@]} == 0)) || staff_tokens+=('card reader' "$("$hatched" token --demo-reader)")
}

# announce ADDRESS TOKEN [ROLE TOKEN]…
announce() {
  printf '\nServing on %s/graphql  (Ctrl-C stops)\n\n' "$1"
  [[ -n $2 ]] || return 0
  printf 'Ask for the demonstration family:\n\n'
  printf "curl -sS %s/graphql -H 'Content-Type: application/json' -H 'Authorization: Bearer %s' -d '%s'\n\n" \
    "$1" "$2" "{\"query\":\"$demo_query\"}"
  local address=$1
  shift 2
  (($# > 0)) || return 0
  printf 'Ask as the staff of the demonstration school, or check in by card as its reader, with one of these tokens:\n\n'
  while (($# > 0)); do
    printf '%-13s  %s\n' "$1" "$2" && shift 2
  done
  printf "\ncurl -sS %s/graphql -H 'Content-Type: application/json' -H \"Authorization: Bearer \$TOKEN\" -d '%s'\n\n" \
    "$address" "{\"query\":\"$staff_query\"}"
}
