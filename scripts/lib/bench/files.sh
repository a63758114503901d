# The part `files` of scripts/bench: a file of 200 kB from the folder against nginx with the same file, and what a server holds in
# memory while it takes a hundred uploads. It is sourced, after measure.sh, and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

file_reads_goal=0.35
uploads_memory_goal=96 # MiB
file_bytes=200000
upload_count=100
upload_bytes=20000000

bench_files() {
  local url port held idle
  start_gateway files --files-folder "$work_folder/files"
  # Text is taken up to 1 MiB, and stays as it is.
  make_text $file_bytes >"$work_folder/text"
  url=$(stored_url "$work_folder/text") || fail 'The file could not be uploaded; the message stands above.'
  port=$(free_port)
  start_nginx "$port"
  cmp -s <(curl -sS "${addresses[files]}$url") "$work_folder/text" && cmp -s <(curl -sS "http://127.0.0.1:$port/text") "$work_folder/text" ||
    fail 'The file does not come back as it was sent.'
  title[file]="a file of 200 kB" title[nginx]='nginx with the same file'
  runs[file]="run_plain_wrk ${addresses[files]}$url $(((seconds + 1) / 2)) $connections"
  runs[nginx]="run_plain_wrk http://127.0.0.1:$port/text $(((seconds + 1) / 2)) $connections"
  alternate "$rounds" file nginx
  stop_job "$nginx_job" 5 || true
  {
    printf 'file\tmedian/s\n'
    printf '%s\t%.0f\n' "${title[file]}" "$(median file 1)" "${title[nginx]}" "$(median nginx 1)"
  } | show 'A file from the folder, and nginx'
  judge 'a file of 200 kB ÷ nginx' ≥ "$file_reads_goal" "$(ratio file nginx)"
  stop_server files

  start_gateway files --files-folder "$work_folder/files"
  make_text $file_bytes >"$work_folder/first"
  stored_url "$work_folder/first" >/dev/null
  idle=$(resident files)
  python3 Benchmarks/Files/uploads.py "${addresses[files]}" "$work_folder/tokens" $upload_count $upload_bytes "${jobs[files]}" \
    >"$work_folder/uploads" || fail 'The uploads failed; the message stands above.'
  held=$(awk '{ print $1 }' "$work_folder/uploads")
  judge "MiB above idle while $upload_count uploads of 20 MB arrive" ≤ "$uploads_memory_goal" "$(((held - idle) / 1024))"
  stop_server files
}

make_text() { head -c "$1" < <(yes 'The quick brown fox jumps over the lazy dog, and counts its steps.'); }

# stored_url FILE: uploads it as the first family's parent, and says its address.
stored_url() {
  local token id
  token=$(head -n 1 "$work_folder/tokens")
  id=$(TOKEN=$token "$hatched" upload --quiet --server "${addresses[files]}" --name text.txt "$1" | sed -nE 's/.*"id":"([^"]+)".*/\1/p')
  [[ -n $id ]] || return 1
  ask "${addresses[files]}/graphql" "$token" "{\"query\":\"{ file(id: \\\"$id\\\") { url } }\"}" | sed -nE 's/.*"url":"([^"]+)".*/\1/p'
}

# resident SERVER: its resident memory, in KiB.
resident() { awk '/^VmRSS/ { print $2 }' "/proc/${jobs[$1]}/status"; }

# start_nginx PORT: Debian's, with sendfile, as its package has it.
start_nginx() {
  local missing=(nginx-light) why=('nginx-light  to compare with')
  [[ -x /usr/sbin/nginx ]] || install_packages "${missing[@]}"
  mkdir -p "$work_folder/nginx"
  chmod -R a+rX "$work_folder"
  cat >"$work_folder/nginx.conf" <<TEXT
daemon off;
worker_processes auto;
pid $work_folder/nginx/pid;
error_log $work_folder/nginx/error.log;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  access_log off;
  default_type application/octet-stream;
  server { listen 127.0.0.1:$1; root $work_folder; }
}
TEXT
  start_job /usr/sbin/nginx -c "$work_folder/nginx.conf"
  nginx_job=$job job=
  until curl -sSo /dev/null "http://127.0.0.1:$1/text" 2>/dev/null; do
    kill -0 "$nginx_job" 2>/dev/null || fail 'nginx ended as it started; its messages stand above.'
    sleep 0.1
  done
}
