#!/usr/bin/env bash
# Gets lwIP's source (Debian's package lwip) into build/lwip, for the test that lets our TCP talk to it. It never becomes part of
# niclab. Asks apt with a list of its own, so that the machine's stays as it is; apt checks the signatures. Where it cannot be had
# it says so and is no failure: that test is skipped.
#
#   scripts/fetch_lwip.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-build/lwip}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/niclab/lwip
skip() {
    echo "== no lwIP: $1; the test that talks to it is skipped"
    exit 0
}

[ ! -f "$folder/src/core/tcp.c" ] || exit 0
if [ ! -f "$cache/src/core/tcp.c" ]; then
    command -v apt-get >/dev/null || skip "there is no apt-get"
    command -v dpkg-source >/dev/null || skip "there is no dpkg-source"
    echo "== fetching lwIP's source"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
    release=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $release main" >"$work/list"
    own=(-qq -o Dir::Etc::sourcelist="$work/list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache"
        -o APT::Sandbox::User=root)
    apt-get "${own[@]}" update >/dev/null 2>&1 || skip "Debian's archive cannot be reached"
    (cd "$work" && apt-get "${own[@]}" source lwip >/dev/null 2>&1) || skip "its source cannot be downloaded"
    source=$(find "$work" -path '*/src/core/tcp.c' -print -quit)
    [ -n "$source" ] || skip "tcp.c is not in the package"
    mkdir -p "$cache"
    cp -r "${source%/core/tcp.c}" "$cache/"
fi
mkdir -p "$folder"
cp -r "$cache/src" "$folder/"
