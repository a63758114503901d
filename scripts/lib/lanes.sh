# All suites of the tests, side by side in lanes. To be sourced after common.sh.
#
# A lane runs one process after the other, each with a few suites, on a PostgreSQL cluster of its own (scripts/lib/lane). So suites
# that run at the same time share nothing but the machine. Tests/lanes.txt names those that run alone.
# shellcheck shell=bash
: "${root:?}"

lane_jobs=()

# plan_lanes TESTS FOLDER: divides the tests, one a line as `swift test list` prints them, into FOLDER/beside and FOLDER/alone.
# Each has a run a line: its name, a tab, and a regular expression for its suites.
plan_lanes() {
  local problems
  problems=$(awk -v folder="$2" '
    function pattern(suite) { gsub(/[^A-Za-z0-9_]/, "[&]", suite); return suite }
    function print_run(file, name, suites) { printf "%s\t^(%s)(/|$)\n", name, suites > (folder "/" file) }
    function close_run() {
      if (members > 0) print_run("beside", first_member (members > 1 ? " and " members - 1 " more" : ""), run)
      members = size = 0; run = ""
    }
    # Small suites share a process.
    function add(suite) {
      if (suite in done) return
      done[suite] = 1
      if (size + tests[suite] > 30 || target[suite] != run_target) close_run()
      if (members++ == 0) { first_member = suite; run = pattern(suite); run_target = target[suite] }
      else run = run "|" pattern(suite)
      size += tests[suite]
    }
    FILENAME == ARGV[1] { sub(/#.*/, ""); if (NF > 0) { when[++entries] = $1; what[entries] = $2 } next }
    {
      suite = $0; sub(/\/.*/, "", suite)
      if (!(suite in tests)) { suites[++count] = suite; target[suite] = suite; sub(/[.].*/, "", target[suite]) }
      tests[suite]++
    }
    END {
      printf "" > (folder "/beside"); printf "" > (folder "/alone")
      for (turn = 1; turn <= 2; turn++) for (i = 1; i <= entries; i++) {
        if (when[i] != "first" && when[i] != "alone") { print "There is no \"" when[i] "\"."; continue }
        if ((when[i] == "alone") != (turn == 1)) continue
        found = 0
        for (j = 1; j <= count; j++) {
          suite = suites[j]
          if (suite != what[i] && target[suite] != what[i]) continue
          found = 1
          if (when[i] == "alone") { if (!(suite in done)) print_run("alone", suite, pattern(suite)); done[suite] = 1 }
          else if (suite == what[i]) { close_run(); add(suite); close_run() }
          else add(suite)
        }
        if (!found) print "There is no suite or target " what[i] "."
      }
      for (j = 1; j <= count; j++) add(suites[j])
      close_run()
    }' "$root/Tests/lanes.txt" "$1")
  [[ -z $problems ]] || fail 'Tests/lanes.txt does not fit the tests.' "$problems"
}

# run_lanes COUNT QUEUE FOLDER PROGRAM: runs all of a queue in so many lanes. FOLDER/failed has a line for each run that failed.
run_lanes() {
  local count=$1 queue=$2 folder=$3 program=$4 lane began=$SECONDS next=30 status=0
  echo 1 >"$folder/next-$queue"
  lane_jobs=()
  for ((lane = 1; lane <= count; lane++)); do
    start_job "$root/scripts/lib/lane" "$folder" "$queue" "$lane" "$program"
    lane_jobs+=("$job")
  done
  job=
  while any_lane_runs; do
    sleep 0.2
    ((SECONDS - began < next)) || {
      say "tests: still running after $next s: $(cat "$folder"/running-* 2>/dev/null | paste -sd ';')"
      next=$((next + 30))
    }
  done
  for lane in "${lane_jobs[@]}"; do
    wait "$lane" || status=$?
  done
  lane_jobs=()
  rm -f "$folder"/running-*
  return "$status"
}

any_lane_runs() {
  local lane
  for lane in "${lane_jobs[@]}"; do ! kill -0 "$lane" 2>/dev/null || return 0; done
  return 1
}

stop_lanes() {
  local lane stopping=()
  for lane in ${lane_jobs[@]+"${lane_jobs[@]}"}; do
    stop_job "$lane" 30 &
    stopping+=($!)
  done
  ((${#stopping[@]} == 0)) || wait "${stopping[@]}"
}

# count_finished_tests EVENTS…: how many tests ended or were skipped.
count_finished_tests() {
  cat "$@" </dev/null | awk '
    index($0, "\"kind\":\"testEnded\"") || index($0, "\"kind\":\"testSkipped\"") {
      if (match($0, /"testID":"([^"\\]|\\.)*"/) && index(substr($0, RSTART, RLENGTH), "\\/")) seen[substr($0, RSTART, RLENGTH)]
    }
    END { for (test in seen) count++; print count + 0 }'
}

# show_suite_times EVENTS…: the suites that took longest, from the event streams of swift-testing.
show_suite_times() {
  local most=25
  say "The slowest suites, at most $most:"
  {
    echo ' seconds  tests  suite'
    cat "$@" </dev/null | awk '
      index($0, "\"kind\":\"testStarted\"") || index($0, "\"kind\":\"testEnded\"") {
        if (!match($0, /"absolute":[0-9.]+/)) next
        at = substr($0, RSTART + 11, RLENGTH - 11)
        if (!match($0, /"testID":"([^"\\]|\\.)*"/)) next
        id = substr($0, RSTART + 10, RLENGTH - 11)
        ends = index($0, "\"kind\":\"testEnded\"")
        cut = index(id, "\\/")
        if (cut) { if (ends) tests[substr(id, 1, cut - 1)]++ }
        else if (ends) seconds[id] = at - began[id]
        else began[id] = at
      }
      END { for (id in seconds) printf "%8.1f  %5d  %s\n", seconds[id], tests[id], id }' |
      sort -rn | sed "$((most + 1)),\$d"
  } >&2
}
