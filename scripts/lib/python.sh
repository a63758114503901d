# Python programs that tests compare with, each set in an environment of its own. To be sourced after common.sh.
# shellcheck shell=bash
: "${root:?}" "${private_folder:?}"

# python_environment VARIABLE REQUIREMENTS: exports the variable with the folder of an environment that has the
# packages of the file, or says why there is none; then the tests that want it are skipped.
python_environment() {
  local variable=$1 requirements=$2 folder
  folder=$private_folder/python-$(sha256sum <"$requirements" | cut -c 1-12)
  if [[ ! -e $folder/complete ]]; then
    make_python_environment "$folder" "$requirements" || {
      say "What needs the packages of $(basename "$requirements") will be left out."
      return 0
    }
  fi
  export "$variable=$folder"
}

# A package index that does not answer must not hold the tests up for long.
make_python_environment() {
  local folder=$1 requirements=$2 log=$1.log
  command -v python3 >/dev/null || {
    say 'There is no python3 here.'
    return 1
  }
  say "Installing the packages of $requirements for Python"
  make_private_folder
  rm -rf "$folder"
  if ! python3 -m venv "$folder" >"$log" 2>&1; then
    say "No environment for Python could be made (Debian: apt-get install python3-venv); see $log"
  elif ! timeout 180 "$folder/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
    --requirement "$requirements" >"$log" 2>&1; then
    say "The packages could not be installed; see $log"
  else
    touch "$folder/complete"
    rm -f "$log"
    return 0
  fi
  rm -rf "$folder"
  return 1
}
