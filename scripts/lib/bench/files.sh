# The part `files` of scripts/bench: a file of 200 kB from the folder against nginx with the same file, what a server holds in memory
# while it takes a hundred uploads, how soon a picture is stored, and what many pictures do to others. It is sourced, after family.sh,
# and reads the variables of its `main`.
# shellcheck shell=bash
: "${work_folder?}" "${hatched:?}"

file_reads_goal=0.35
uploads_memory_goal=96 # MiB
file_bytes=200000
upload_count=100
upload_bytes=20000000
picture_seconds_goal=1
picture_memory_goal=160 # MiB
pictures_goal=2         # of p99
picture_count=20

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
  bench_pictures
}

bench_pictures() {
  local peak rate took held before after
  make_picture
  prepare_family
  [[ -s $work_folder/gateway.figures ]] || alternate 3 gateway
  peak=$(median gateway 1)
  rate=$(awk "BEGIN { printf \"%.0f\", $peak / 4 }")
  start_gateway files --files-folder "$work_folder/files"
  read -r took held < <(pictures store 5 "${jobs[files]}") || fail 'The pictures could not be uploaded; the message stands above.'
  title[pictures-without]="nested query at $rate/s"
  title[pictures-with]="the same, while $picture_count pictures are decoded"
  runs[pictures-without]="run_load $work_folder/family.requests $seconds ${addresses[files]} $connections $rate"
  runs[pictures-with]="run_beside_pictures $rate"
  alternate "$rounds" pictures-without pictures-with
  before=$(median pictures-without 5)
  after=$(median pictures-with 5)
  {
    printf 'nested query at a quarter of the peak\trequests/s\tp50/ms\tp99/ms\tpictures stored\n'
    printf 'alone\t%s\t%.2f\t%.2f\t\n' "$rate" "$(median pictures-without 2)" "$before"
    printf 'while %s pictures of 12 megapixels are decoded, again and again\t%s\t%.2f\t%.2f\t%s\n' "$picture_count" "$rate" \
      "$(median pictures-with 2)" "$after" "$(tail -n 1 "$work_folder/pictures")"
  } | show 'Pictures, and what they do to others'
  judge 's from the last byte of a JPEG of 12 megapixels until it and its thumbnails are stored' ≤ "$picture_seconds_goal" "$took"
  judge 'MiB of the process that decodes it' ≤ "$picture_memory_goal" "$((held / 1024))"
  judge "p99 of the nested query: while $picture_count pictures are decoded ÷ alone" ≤ "$pictures_goal" "$(divided "$after" "$before")"
  judge_failures 'nested query beside pictures' "$(failures pictures-with)"
  stop_server files
}

# pictures MODE COUNT LAST: see Benchmarks/Files/pictures.py.
pictures() {
  # Uploaders are elsewhere: what they need of the processors is not counted.
  nice -n 19 python3 Benchmarks/Files/pictures.py "$1" "${addresses[files]}" "$work_folder/tokens" "$work_folder/picture.jpg" "$2" "$3"
}

# run_beside_pictures RATE: the figures of load.c, while others upload pictures.
run_beside_pictures() {
  local flood
  pictures flood "$picture_count" "$((seconds + 2))" >>"$work_folder/pictures" &
  flood=$!
  sleep 1
  run_load "$work_folder/family.requests" "$seconds" "${addresses[files]}" "$connections" "$1"
  wait "$flood" || fail 'The uploads failed; the message stands above.'
}

# make_picture: a JPEG of 4000 × 3000 that is as large as a photograph: clouds of three colours with some noise.
make_picture() {
  local missing=(libvips-tools) why=('libvips-tools  to make a picture') folder=$work_folder/picture color
  command -v vips >/dev/null || install_packages "${missing[@]}"
  mkdir -p "$folder"
  vips gaussnoise "$folder/noise.v" 4000 3000 --sigma 6 --mean 128
  for color in 1 2 3; do
    vips perlin "$folder/clouds.v" 4000 3000 --cell-size 400 --seed $color
    vips linear "$folder/clouds.v" "$folder/bright.v" 90 0
    vips add "$folder/bright.v" "$folder/noise.v" "$folder/sum.v"
    vips cast "$folder/sum.v" "$folder/$color.v" uchar
  done
  vips bandjoin "$folder/1.v $folder/2.v $folder/3.v" "$folder/all.v"
  vips copy "$folder/all.v[]" "$folder/rgb.v" --interpretation srgb
  vips jpegsave "$folder/rgb.v" "$work_folder/picture.jpg" --Q 90
  rm -r "$folder"
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
