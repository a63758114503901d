# Run by the service `welcome` of docker-compose.yml when the gateway is healthy: prints the lines with which scripts/serve ends.
set -euo pipefail

hatched=hatched
# shellcheck source=scripts/lib/announce.sh
source "${BASH_SOURCE[0]%/*}/announce.sh"

main() {
  local token='' staff_tokens=()
  if [[ ${HATCHED_DEMO:-off} == on ]]; then
    "$hatched" seed --demo
    find_demo_tokens
  fi
  announce "$1" "$token" ${staff_tokens[@]+"${staff_tokens[@]}"}
}

main "$@"
