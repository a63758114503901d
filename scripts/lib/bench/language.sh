# The part `language` of scripts/bench: scripts/bench-language, and its goal. It is sourced, after measure.sh.
# shellcheck shell=bash
: "${work_folder?}" "${root:?}"

bench_language() {
  local status=0
  "$root/scripts/bench-language" --rounds $((rounds > 2 ? rounds : 1)) >"$work_folder/language" || status=$?
  # It fails as well when its goal is missed.
  grep -q '^parse and validate the introspection query' "$work_folder/language" ||
    fail "scripts/bench-language failed with status $status; its message stands above."
  awk '/^$/ { exit } { gsub(/  +/, "\t"); print }' "$work_folder/language" | show 'Parsing and validating, nothing cached'
  judge 'parse and validate, cold, the introspection query: time ÷ that of graphql-js' ≤ 0.2 \
    "$(sed -nE 's/^parse and validate .* graphql-js: ([0-9.]+),.*/\1/p' "$work_folder/language")"
}
