#!/usr/bin/env bash
# Installs what is missing and nothing else: Debian packages; --with-tools: those of tests and viewers, too, and Python tools in .venv.
set -euo pipefail
cd "$(dirname "$0")/.."

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

lists=(scripts/packages.txt)
[ "${1:-}" != --with-tools ] || lists+=(scripts/packages_tools.txt)
missing=()
while read -r package; do
    case "$package" in '' | '#'*) continue ;; esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done < <(cat "${lists[@]}")

if [ "${#missing[@]}" -gt 0 ]; then
    echo "== installing: ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# The simulator needs no Python; its tools, notebooks and tests do.
requirements=(scripts/requirements.txt scripts/requirements_tests.txt)
if [ "${1:-}" = --with-tools ] && ! cat "${requirements[@]}" | cmp -s - .venv/installed.txt; then
    echo "== installing Python tools into .venv"
    /usr/bin/python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check "${requirements[@]/#/-r}"
    cat "${requirements[@]}" >.venv/installed.txt
fi
