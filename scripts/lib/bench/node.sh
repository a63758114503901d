# The server on Node that the gateway is compared with: Benchmarks/Node. It is sourced, after measure.sh.
# shellcheck shell=bash
: "${work_folder?}"

# Sets NODE_PATH and the server's title. Debian's packages need Debian's Node: beside another one they are only unpacked.
find_node() {
  [[ -z ${title[node]:-} ]] || return 0
  local folder=/usr/share/nodejs package needed=(node-graphql node-pg node-split2 node-xtend node-readable-stream)
  if [[ ! -d $folder/graphql || ! -d $folder/pg ]]; then
    if command -v node >/dev/null; then
      folder=$work_folder/debian/usr/share/nodejs
      mkdir -p "$work_folder/debian"
      (cd "$work_folder/debian" && apt-get download -q "${needed[@]}" >&2 &&
        for package in *.deb; do dpkg -x "$package" . || exit; done) ||
        fail "Debian's packages ${needed[*]} could not be had." 'apt-get says why above. Is the network there?'
    else
      # shellcheck disable=SC2034  # install_packages reads it
      local why=('nodejs, node-graphql, node-pg  to measure against')
      install_packages nodejs node-graphql node-pg
    fi
  fi
  # graphql-js checks less in production.
  export NODE_PATH=$folder NODE_ENV=production
  title[node]=$(node -p '"graphql-js " + require("graphql").version + ", node-postgres " +
    require("pg/package.json").version + ", Node " + process.versions.node') ||
    fail 'node cannot load graphql and pg; its message stands above.'
  "$hatched" schema >"$work_folder/schema.graphql"
}

# start_node NAME CONNECTIONS: with so many connections to the database for each process.
start_node() { start_server "$1" node Benchmarks/Node/server.js "$work_folder/schema.graphql" PORT "$2"; }

# start_best_node SECONDS: the server `node`, with as many connections as it is fastest with.
start_best_node() {
  local count pass figure best=0 best_count
  say 'Trying how many connections are best for the server on Node: 2 3 4 8'
  for ((pass = 1; pass <= (rounds > 2 ? 2 : 1); pass++)); do
    for count in 2 3 4 8; do
      start_node node "$count"
      [[ $pass == 2 ]] || check_node
      # The first run has its code compiled.
      run_wrk "$work_folder/family.requests" "$1" "${addresses[node]}" "$connections" >/dev/null
      read -r figure _ < <(run_wrk "$work_folder/family.requests" "$1" "${addresses[node]}" "$connections")
      if is_at_least "$figure" "$best"; then best=$figure best_count=$count; fi
      stop_server node
    done
  done
  say "  $best_count"
  start_node node "$best_count"
}

# check_node: that its answers are the gateway's, value by value.
check_node() {
  local number token
  for ((number = 1; number <= families; number += (families + families_checked - 1) / families_checked)); do
    token=$(sed -n "${number}p" "$work_folder/tokens")
    pretty_answer "$(ask "${addresses[gateway]}/graphql" "$token" "$(request_body Benchmarks/query.graphql)")" \
      >"$work_folder/received"
    pretty_answer "$(ask "${addresses[node]}/graphql" "$token" "$(request_body Benchmarks/query.graphql)")" \
      >"$work_folder/expected"
    diff "$work_folder/expected" "$work_folder/received" >&2 ||
      fail "The gateway's answer for family number $number is not that of Benchmarks/Node." \
        'The differences stand above: < Node, > the gateway.'
  done
}
