#!/usr/bin/env bash
# Installs the packages that are missing, and nothing else.
#
#   scripts/setup.sh                 what niclab is built and run with
#   scripts/setup.sh --with-lab      the bench in a browser as well, in .venv
#   scripts/setup.sh --with-tools    all that tests, viewers and Python tools need as well
#   scripts/setup.sh ... --list      prints the system and its packages, installs nothing
#
# The systems are listed in scripts/packages/systems.txt. NICLAB_OS_RELEASE names another file than /etc/os-release.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=scripts/packages

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "setup.sh: $*: needs root; expected to run as root or to find sudo" >&2
        exit 2
    fi
}

lists=(build) requirements=() only_list=
for word in "$@"; do
    case "$word" in
        --with-lab) lists=(build lab) requirements=(scripts/requirements_lab.txt) ;;
        --with-tools)
            lists=(build lab tools)
            requirements=(scripts/requirements_lab.txt scripts/requirements.txt scripts/requirements_tests.txt) ;;
        --list) only_list=1 ;;
        *) echo "setup.sh: '$word': unknown option; expected --with-lab, --with-tools or --list" >&2 && exit 2 ;;
    esac
done

# The system: its ID, its release, its package manager.
. "${NICLAB_OS_RELEASE:-/etc/os-release}"
release=${VERSION_ID:-${VERSION_CODENAME:-}}
read -r manager standing < <(awk -v id="$ID" -v release="$release" \
    '$1 == id && ($2 == release || $2 == "*") { print $3, $4 }' $packages/systems.txt) || {
    echo "setup.sh: ${PRETTY_NAME:-$ID $release}: not a supported system; expected Debian 12, 13 or testing, Ubuntu 24.04" \
        "or Fedora, elsewhere install these (oldest tested version) and call CMake:" >&2
    grep -v '^#' $packages/libraries.txt | sed 's/^/  /' >&2
    exit 2
}
[ "$standing" = tested ] || echo "setup.sh: ${PRETTY_NAME:-$ID $release}: its list of packages is not tested" >&2

# Packages of the lists; a second word is the ID of the one system that has it.
wanted() {
    for list in "${lists[@]}"; do
        awk -v id="$ID" '!/^#/ && NF && (NF == 1 || $2 == id) { print $1 }' "$packages/$manager/$list.txt"
    done
}

is_installed() {
    case "$manager" in
        apt) dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed' ;;
        dnf) rpm -q --whatprovides "$1" >/dev/null 2>&1 ;;
    esac
}

install() {
    case "$manager" in
        apt)
            as_root apt-get update -qq
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ;;
        dnf) as_root dnf install -y -q --setopt=install_weak_deps=False "$@" >/dev/null ;;
    esac
}

if [ -n "$only_list" ]; then
    echo "${PRETTY_NAME:-$ID $release}, $manager, $standing"
    wanted
    exit
fi
missing=()
while read -r package; do
    is_installed "$package" || missing+=("$package")
done < <(wanted)
if [ "${#missing[@]}" -gt 0 ]; then
    echo "== installing: ${missing[*]}"
    install "${missing[@]}"
fi

# The simulator needs no Python; the bench, its tools, notebooks and tests do. A .venv that has more already is left as it is.
lacking() { cat "${requirements[@]}" | grep -v '^#' | { grep -vxF -f .venv/installed.txt || true; }; }
if [ "${#requirements[@]}" -gt 0 ] && { [ ! -f .venv/installed.txt ] || [ -n "$(lacking)" ]; }; then
    echo "== installing Python packages into .venv"
    /usr/bin/python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check "${requirements[@]/#/-r}"
    cat "${requirements[@]}" >.venv/installed.txt
fi
