# What the machine must have: Debian packages, the Swift toolchain, room on the disk. To be sourced after common.sh.
# shellcheck shell=bash
: "${root:?}"

# prepare_machine [server] [pooler] [clients] [browser] [printer] [pdf]: installs the packages that are missing. With `server`,
# PostgreSQL's server is needed too; with `pooler` PgBouncer; with `clients`, the programs of clients that tests run; with `browser`,
# Chromium; with `printer`, the program that makes PDFs; with `pdf`, the programs with which tests read them.
prepare_machine() {
  local missing=() why=() client
  has_package_file libpq-fe.h /usr/include/postgresql /usr/include ||
    { missing+=(libpq-dev) why+=('libpq-dev   to build against PostgreSQL'"'"'s client library'); }
  has_package_file zlib.h /usr/include ||
    { missing+=(zlib1g-dev) why+=('zlib1g-dev  to build against the library that compresses answers'); }
  has_package_file curl/curl.h /usr/include "/usr/include/$(uname -m)-linux-gnu" ||
    { missing+=(libcurl4-openssl-dev) why+=('libcurl4-openssl-dev  to build against the library that sends mail'); }
  has_package_file gperftools/tcmalloc.h /usr/include ||
    { missing+=(libgoogle-perftools-dev) why+=('libgoogle-perftools-dev  for an allocator that suits several threads'); }
  has_package_file vips/vips.h /usr/include ||
    { missing+=(libvips-dev) why+=('libvips-dev  to build against the library that decodes pictures'); }
  command -v pkg-config >/dev/null ||
    { missing+=(pkg-config) why+=('pkg-config  with which SwiftPM finds that library'); }
  # shellcheck disable=SC2119
  if [[ " $* " == *' server '* && -z $(postgres_programs) ]]; then
    missing+=(postgresql) why+=('postgresql  for a private PostgreSQL of this checkout')
  fi
  [[ " $* " != *' pooler '* ]] || command -v pgbouncer >/dev/null || [[ -x /usr/sbin/pgbouncer ]] ||
    { missing+=(pgbouncer) why+=('pgbouncer   to stand between the server and PostgreSQL in tests'); }
  if [[ " $* " == *' clients '* ]]; then
    for client in curl openssl zsh python3; do
      command -v "$client" >/dev/null || { missing+=("$client") why+=("$client     as a client of the server in tests"); }
    done
  fi
  if [[ " $* " == *' browser '* ]]; then
    for client in chromium chromium-driver; do
      [[ -x /usr/bin/${client/chromium-driver/chromedriver} ]] ||
        { missing+=("$client") why+=("$client    to play the pages of the server in tests"); }
    done
  fi
  if [[ " $* " == *' printer '* ]]; then
    # Debian's Python: the server runs it, whatever PATH has first.
    [[ -e /usr/lib/python3/dist-packages/weasyprint ]] ||
      { missing+=(weasyprint) why+=('weasyprint  to print report cards as PDF'); }
    [[ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]] ||
      { missing+=(fonts-dejavu-core) why+=('fonts-dejavu-core  the letters of report cards'); }
  fi
  if [[ " $* " == *' pdf '* ]]; then
    command -v pdftotext >/dev/null || { missing+=(poppler-utils) why+=('poppler-utils  to read PDFs in tests'); }
  fi
  ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
  check_toolchain
  check_disk
}

# has_package_file NAME FOLDER…
has_package_file() {
  local name=$1 folder
  shift
  for folder; do [[ ! -e $folder/$name ]] || return 0; done
  return 1
}

# postgres_programs [MAJOR]: the folder of that version's server programs, else the newest's; empty if there is none. Debian keeps it out of PATH.
# shellcheck disable=SC2120  # cluster.sh gives an argument
postgres_programs() {
  local programs
  # shellcheck disable=SC2086  # the asterisk is to match every version
  programs=$(printf '%s\n' /usr/lib/postgresql/${1:-*}/bin/postgres | sort -V | tail -n 1)
  if [[ -x $programs ]]; then
    dirname "$programs"
  elif [[ -z ${1:-} ]] && command -v postgres >/dev/null; then
    dirname "$(command -v postgres)"
  fi
}

# Reads `why` of its caller.
install_packages() {
  say 'These packages are missing:'
  printf '      %s\n' "${why[@]}" >&2
  command -v apt-get >/dev/null ||
    fail 'There is no apt-get here to install them with.' "Install what your system calls: $*"
  local become=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail 'Installing needs root, and there is no sudo here.' \
      "Have this run as root: apt-get install $*"
    become=(sudo)
  fi
  say "Installing: ${become[*]:+sudo }apt-get install $*"
  [[ " $* " != *' postgresql '* ]] || keep_debian_from_starting_a_cluster
  [[ " $* " != *' pgbouncer '* ]] || keep_debian_from_starting_pgbouncer
  "${become[@]}" apt-get update -q >&2 ||
    say 'apt-get update failed; trying with the package lists that are there.'
  "${become[@]}" env DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 \
    apt-get install -q -y --no-install-recommends -o Dpkg::Options::=--force-confold "$@" >&2 ||
    fail "Installing $* failed." \
      'apt-get says why above. Is the network there, and room on the disk (df -h)?'
}

# Debian's package otherwise starts a cluster of its own on port 5432, which nothing here uses.
# Uses `become` of its caller.
keep_debian_from_starting_a_cluster() {
  local file=/etc/postgresql-common/createcluster.conf
  ! grep -qsE '^create_main_cluster *= *(false|off|no|0)' "$file" || return 0
  say "Writing create_main_cluster = false to $file, so that the package starts no server of its own."
  "${become[@]}" mkdir -p "${file%/*}"
  echo 'create_main_cluster = false' | "${become[@]}" tee -a "$file" >/dev/null
}

# Nor PgBouncer on port 6432.
# Uses `become` of its caller.
keep_debian_from_starting_pgbouncer() {
  [[ -d /run/systemd/system ]] || return 0
  "${become[@]}" systemctl mask --now pgbouncer.service >&2 || true
}

check_toolchain() {
  local folder
  for folder in "${HOME:-/root}/.local/share/swiftly/bin" /opt/swift/usr/bin /usr/local/swift/usr/bin; do
    command -v swift >/dev/null || [[ ! -x $folder/swift ]] || PATH=$folder:$PATH
  done
  command -v swift >/dev/null || fail 'There is no Swift toolchain in PATH.' \
    'Install Swift 6.3 (https://www.swift.org/install/linux), or put its usr/bin into PATH.'
  local version
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p')
  [[ -n $version ]] || fail "$(command -v swift) --version tells no version." 'Install Swift 6.3 anew.'
  [[ $(printf '%s\n' 6.2 "$version" | sort -V | head -n 1) == 6.2 ]] ||
    fail "Swift $version is too old." 'Install Swift 6.3 (https://www.swift.org/install/linux).'
}

# A build takes about 2 GB, a private cluster some 100 MB.
check_disk() {
  local need=300 free
  [[ -d $root/.build ]] || need=3000
  free=$(df -Pm "$root" | awk 'NR == 2 { print $4 }')
  ((free >= need)) || fail "There are $free MB free at $root; about $need MB are needed." 'Make room there.'
}
