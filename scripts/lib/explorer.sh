# The files of the explorer's page. To be sourced after common.sh.
# shellcheck shell=bash
: "${root:?}" "${private_folder:?}"

explorer_hashes=$root/Sources/Server/Explorer/Web/vendor.sha256
explorer_wheel='graphene-django-graphiql-static==0.8'
explorer_wheel_hash=sha256:f5a8669485fdf2ef292ad024867093d057c63d165f52a64d58f4313fd6b5e3c5

# fetch_explorer_files FOLDER: so that the folder has the files of vendor.sha256; or says why it has not.
fetch_explorer_files() {
  local folder=$1 work
  ! has_explorer_files "$folder" || return 0
  command -v python3 >/dev/null || {
    say 'There is no python3 here, with which the files of the explorer are fetched.'
    return 1
  }
  say "Fetching GraphiQL's files for the explorer"
  work=$(mktemp -d "${TMPDIR:-/tmp}/hatched-explorer.XXXXXX")
  if ! python3 -m venv "$work/python" >"$work/log" 2>&1; then
    say 'No environment for Python could be made (Debian: apt-get install python3-venv).'
  elif ! printf '%s --hash=%s\n' "$explorer_wheel" "$explorer_wheel_hash" >"$work/requirements.txt" ||
    ! timeout 180 "$work/python/bin/pip" download --quiet --disable-pip-version-check --retries 1 --timeout 15 --no-deps \
      --only-binary :all: --require-hashes --dest "$work" --requirement "$work/requirements.txt" >"$work/log" 2>&1; then
    say "$explorer_wheel could not be fetched from PyPI: $(tail -n 1 "$work/log" | cut -c 1-200)"
  else
    mkdir -p "$folder" "$work/files"
    python3 -m zipfile -e "$work"/*.whl "$work/files"
    awk '{ print $2 }' "$explorer_hashes" | while read -r name; do
      cp "$work"/files/*/static/*/"$name" "$folder/$name"
    done
  fi
  rm -rf "$work"
  has_explorer_files "$folder"
}

# has_explorer_files FOLDER: whether it has each of them with the right hash.
has_explorer_files() { [[ -d $1 ]] && (cd "$1" && sha256sum --check --status "$explorer_hashes" 2>/dev/null); }
