# Schools of the sample's families, for parts of scripts/bench. It is sourced, after measure.sh.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

# The families whose students are enrolled: of 3 students each.
school_families=1500

# make_school NAME CLASSES SIZE PLACE: of the families' students from that place on, with a teacher for each class, 4 dispatchers and an
# administrator. "$work_folder/NAME.students" has a line for each student, with the accounts of its parent and its teacher;
# "$work_folder/NAME.staff" one for each of the staff, with an account, its role, its class and a token.
make_school() {
  local made=$work_folder/$1.school account role class
  say "Making a school of $2 classes with $3 students each"
  head -n "$school_families" "$work_folder/tokens" >"$work_folder/parents"
  administer -F $'\t' -v school="$1" -v classes="$2" -v size="$3" -v place="$4" \
    -v parents="{$(subjects "$work_folder/parents" | paste -sd,)}" -f - <Benchmarks/Pickup/school.sql >"$made" ||
    fail 'The school could not be made; the message stands above.'
  sed -n 's/^STUDENT\t//p' "$made" >"$work_folder/$1.students"
  sed -n 's/^STAFF\t//p' "$made" | while IFS=$'\t' read -r account role class; do
    printf '%s\t%s\t%s\t%s\n' "$account" "$role" "$class" "$("$hatched" token "$account")"
  done >"$work_folder/$1.staff"
}

# subjects FILE: the accounts of tokens, a line each.
subjects() {
  python3 -B - "$1" <<'PYTHON'
import sys
sys.path.insert(0, "Benchmarks/Live")
from records import subject
for token in open(sys.argv[1]).read().split():
    print(subject(token))
PYTHON
}
