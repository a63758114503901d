# Building the image of the Dockerfile with debootstrap and buildah. To be sourced after common.sh and machine.sh.
# shellcheck shell=bash
: "${root:?}"

image_folder= # holds the base, buildah's storage and what the stages copy
debian_mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

prepare_image_tools() {
  local missing=() why=()
  command -v debootstrap >/dev/null || { missing+=(debootstrap) why+=('debootstrap  to make a base of Debian'); }
  command -v buildah >/dev/null || { missing+=(buildah) why+=('buildah      to build the image without an engine'); }
  command -v ip >/dev/null || { missing+=(iproute2) why+=('iproute2     for a network of its own'); }
  command -v curl >/dev/null || { missing+=(curl) why+=('curl         to ask the first query'); }
  command -v setpriv >/dev/null || { missing+=(util-linux) why+=('util-linux   to run the program as its user'); }
  # Not another one that PATH may have first: packages belong to Debian's.
  /usr/bin/python3 -c 'import yaml' 2>/dev/null || { missing+=(python3-yaml) why+=('python3-yaml to read docker-compose.yml'); }
  ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
  unshare --net --mount true 2>/dev/null || fail 'This machine allows no namespaces: unshare --net --mount failed.' \
    'In a container it takes the capability SYS_ADMIN (docker run --cap-add SYS_ADMIN).'
}

open_image_folder() {
  image_folder=$(mktemp -d /tmp/hatched-image.XXXXXX) || fail 'No folder could be made under /tmp.' 'Is there room on the disk (df -h /tmp)?'
  local free
  free=$(df -Pm "$image_folder" | awk 'NR == 2 { print $4 }')
  ((free >= 2000)) || fail "There are $free MB free at /tmp; about 2000 MB are needed." 'Make room there.'
  # PostgreSQL's user passes through.
  chmod 711 "$image_folder"
}

remove_image_folder() {
  build_image rm --all >/dev/null 2>&1 || true
  rm -rf --one-file-system "$image_folder"
}

# build_image ARGUMENT…: buildah with a storage of its own. The driver vfs needs no mounts.
build_image() { buildah --storage-driver vfs --root "$image_folder/storage" --runroot "$image_folder/run" "$@"; }

# build_stage NAME FILE [OPTION…]: an image of that name.
build_stage() {
  # The format of Docker: that of OCI has no HEALTHCHECK.
  build_image bud --format docker --isolation chroot --network host --pull-never -t "$1" -f "$2" "${@:3}" "$root" >"$image_folder/log" 2>&1 || {
    tail -n 20 "$image_folder/log" >&2
    fail "The image $1 could not be built; buildah says why above." 'Is the network there, and room on the disk (df -h /tmp)?'
  }
}

# make_base: under the name that the last stage of the Dockerfile begins with.
make_base() {
  local name
  name=$(awk '$1 == "FROM" { name = $2 } END { print name }' Dockerfile)
  [[ $name == debian:* ]] || fail "The last stage of the Dockerfile begins with $name, not with Debian."
  say "Making a base in place of $name"
  make_debian "docker.io/library/$name"
}

# make_debian NAME [PACKAGES [LINE]]: with a line of a Dockerfile at its end.
make_debian() {
  local folder=$image_folder/base release
  release=$(sed -nE 's/^FROM debian:([a-z]+).*/\1/p' Dockerfile | tail -n 1)
  debootstrap --variant=minbase ${2:+--include="$2"} "$release" "$folder" "$debian_mirror" >"$image_folder/log" 2>&1 || {
    tail -n 5 "$image_folder/log" >&2
    fail "debootstrap failed with $debian_mirror; its messages stand above." 'DEBIAN_MIRROR names another mirror.'
  }
  rm -f "$folder"/var/cache/apt/archives/*.deb
  tar -C "$folder" -cf "$folder.tar" .
  rm -rf --one-file-system "$folder"
  mkdir "$folder"
  mv "$folder.tar" "$folder/base.tar"
  printf 'FROM scratch\nADD base.tar /\n%s\n' "${3:-}" >"$folder/Dockerfile"
  build_image bud --isolation chroot -q -t "$1" -f "$folder/Dockerfile" "$folder" >/dev/null || fail "The base $1 could not be made."
  rm -rf "$folder"
}

# take_program PROGRAM: the files that the last stage takes from the one before.
take_program() {
  local folder=$image_folder/build/source
  mkdir -p "$folder/.build/release"
  cp "$1" "$folder/.build/release/hatched"
  cp "${1%/*}/hatched-pictures" "$folder/.build/release/"
  cp LICENSE "$folder"
}

# run_last_stages: the lines of the Dockerfile from its second FROM on: the explorer's files, and the run stage.
run_last_stages() {
  say 'Building the run stage of the Dockerfile'
  awk '$1 == "FROM" { stages++ } stages > 1' Dockerfile >"$image_folder/Dockerfile"
  build_stage hatched-gateway "$image_folder/Dockerfile" --build-context "build=$image_folder/build"
}

# What Debian has of the packages that the image of the first stage adds to the toolchain, comma-separated.
toolchain_packages=ca-certificates,g++,git,libc6-dev,libcurl4,libedit2,libncurses6,libpython3.11,libsqlite3-0,libstdc++-12-dev,libxml2,libz3-dev,tzdata

# run_build_stage: the lines of the Dockerfile up to its second FROM, on a base with this machine's toolchain.
run_build_stage() {
  local name toolchain options=() folder mounted
  name=$(awk '$1 == "FROM" { print $2; exit }' Dockerfile)
  toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
  say "Making a base in place of $name"
  make_debian "docker.io/library/$name" "$toolchain_packages" 'ENV PATH=/opt/swift/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  options=(--volume "$toolchain:/opt/swift:ro")
  # Where git reads folders of this machine instead of a host, the stage does as well.
  git config --get-regexp '^url\..*\.insteadof$' | while read -r key value; do
    git config --file "$image_folder/gitconfig" --add "$key" "$value"
  done
  if [[ -e $image_folder/gitconfig ]]; then
    git config --file "$image_folder/gitconfig" --add safe.directory '*'
    options+=(--volume "$image_folder/gitconfig:/etc/gitconfig:ro")
    while read -r folder; do
      [[ ! -d $folder ]] || options+=(--volume "$folder:$folder:ro")
    done < <(git config --file "$image_folder/gitconfig" --get-regexp '^url\.' | sed -nE 's,^url\.(/.*)\.insteadof .*$,\1,p' | sort -u)
  fi
  say 'Building the build stage of the Dockerfile: all is compiled, which takes some ten minutes'
  awk '$1 == "FROM" && stages++ { exit } { print }' Dockerfile >"$image_folder/Dockerfile"
  build_stage hatched-build "$image_folder/Dockerfile" "${options[@]}"
  mounted=$(build_image mount "$(build_image from --pull-never hatched-build)")
  take_program "$mounted/source/.build/release/hatched"
  build_image rm --all >/dev/null
}
