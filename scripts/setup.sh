#!/usr/bin/env bash
# Installs what is missing and nothing else: Debian packages, and the Python tools of the tests in .venv.
set -euo pipefail
cd "$(dirname "$0")/.."

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

missing=()
while read -r package; do
    case "$package" in '' | '#'*) continue ;; esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done <scripts/packages.txt

if [ "${#missing[@]}" -gt 0 ]; then
    echo "== installing: ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# The simulator needs no Python; niclab sweep does, and the tests read waveforms with pywellen.
if [ "${1:-}" = --with-tools ] && ! cmp -s scripts/requirements.txt .venv/installed.txt; then
    echo "== installing Python tools into .venv"
    /usr/bin/python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements.txt
    cp scripts/requirements.txt .venv/installed.txt
fi
