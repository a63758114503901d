# What scripts/bench says at its end, and writes to Benchmarks/RESULTS.md. It is sourced, after measure.sh.
# shellcheck shell=bash
: "${work_folder?}"

# judge TITLE COMPARISON GOAL FIGURE [UNIT]: a line of the table of goals. A comparison is ≥ or ≤. A figure that misses its
# goal makes the run fail.
judge() {
  local operator='>=' verdict=met
  [[ $2 == ≥ ]] || operator='<='
  awk "BEGIN { exit !($4 $operator $3) }" || verdict=MISSED
  printf '%s\t%s\t%s\t%s\n' "$1" "$2 $3${5:+ $5}" "$4${5:+ $5}" "$verdict" >>"$work_folder/goals"
}

# judge_failures PART COUNT
judge_failures() { [[ $2 == 0 ]] || judge "HTTP requests that failed: $1" ≤ 0 "$2"; }

# show TITLE: prints a table of the input, whose columns have tabs between them and names in the first line; and keeps it
# for the record.
show() {
  tee "$work_folder/table" | as_text "$1"
  { printf '\n### %s\n\n' "$1" && as_markdown <"$work_folder/table"; } >>"$work_folder/tables.md"
}

# note TEXT…: below a table.
note() {
  printf '%s\n' "$@"
  printf '\n%s\n' "$*" >>"$work_folder/tables.md"
}

# In bytes, of which those that go on with a character have no width: awks differ in what they count.
as_text() {
  printf '\n%s\n' "$1"
  LC_ALL=C awk -F'\t' '
    function breadth(text) { gsub(/[\200-\277]/, "", text); return length(text) }
    function spaces(count) { return sprintf("%" (count > 0 ? count : 0) "s", "") }
    { for (i = 1; i <= NF; i++) { cell[NR, i] = $i; if (breadth($i) > width[i]) width[i] = breadth($i) } }
    NF > columns { columns = NF }
    END {
      for (row = 1; row <= NR; row++) {
        line = cell[row, 1] spaces(width[1] - breadth(cell[row, 1]))
        for (i = 2; i <= columns; i++) line = line "  " spaces(width[i] - breadth(cell[row, i])) cell[row, i]
        print line
      }
    }'
}

as_markdown() {
  awk -F'\t' '
    { line = "|"; for (i = 1; i <= NF; i++) line = line " " $i " |"; print line }
    NR == 1 { line = "|"; for (i = 1; i <= NF; i++) line = line (i == 1 ? " --- |" : " ---: |"); print line }'
}

# point PLOT SERIES X Y [LOW HIGH]: for Benchmarks/plot.py.
point() {
  mkdir -p "$work_folder/plots"
  (IFS=$'\t' && printf '%s\n' "${*:2}") >>"$work_folder/plots/$1.tsv"
}

# print_goals: the table of goals; its status is 1 when one is missed.
print_goals() {
  [[ -s $work_folder/goals ]] || return 0
  { printf 'figure\tgoal\treached\t\n' && cat "$work_folder/goals"; } | as_text 'Goals'
  ! grep -q $'\tMISSED$' "$work_folder/goals"
}

# record: writes Benchmarks/RESULTS.md, and the plots beside it.
record() {
  local file=Benchmarks/RESULTS.md plot
  mkdir -p Benchmarks/Plots
  python3 Benchmarks/plot.py "$work_folder/plots" Benchmarks/Plots >&2 || fail 'The plots could not be drawn.'
  {
    printf '# Results\n\nWhat `%s` wrote on %s; [README.md](README.md) says how it measures.\n\n' \
      "scripts/bench $*" "$(date -u '+%Y-%m-%d, %H:%M UTC')"
    machine | sed 's/^/- /'
    printf '\n## Goals\n\n'
    { printf 'figure\tgoal\treached\t\n' && cat "$work_folder/goals"; } | as_markdown
    printf '\n## Plots\n'
    for plot in "$work_folder"/plots/*.tsv; do
      plot=$(basename "$plot" .tsv)
      printf '\n![%s](Plots/%s.svg)\n' "$plot" "$plot"
    done
    printf '\n## All figures\n'
    cat "$work_folder/tables.md"
  } >"$work_folder/results.md"
  cp "$work_folder/results.md" "$file"
  say "Written: $file and Benchmarks/Plots"
}

# machine: what it is, and which versions, a line each.
machine() {
  printf '%s, %s processors, %s GiB of memory\n' \
    "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" \
    "$(awk '/^MemTotal/ { printf "%.0f", $2 / 1048576 }' /proc/meminfo)"
  printf '%s, Linux %s\n' "$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release)" "$(uname -r | cut -d- -f1)"
  printf 'PostgreSQL %s\n' "$("$postgres_programs_folder/postgres" --version | awk '{ print $3 }')"
  printf 'Swift %s, wrk %s\n' "$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | head -n 1)" \
    "$(wrk --version 2>&1 | sed -nE 's|^wrk [^0-9]*([0-9.]+).*|\1|p')"
  [[ -z ${title[node]:-} ]] || printf '%s\n' "${title[node]}"
  printf 'Commit %s%s\n' "$(git rev-parse --short HEAD 2>/dev/null || echo unknown)" \
    "$(git diff --quiet HEAD -- . ':!Benchmarks/RESULTS.md' ':!Benchmarks/Plots' 2>/dev/null || echo ', with changes')"
}
