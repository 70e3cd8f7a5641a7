#!/usr/bin/env bash
# Installs what is missing and nothing else: Debian packages; --with-lab: the bench in a browser, in .venv; --with-tools: all that tests,
# viewers and Python tools take, too.
set -euo pipefail
cd "$(dirname "$0")/.."

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

lists=(scripts/packages.txt)
case "${1:-}" in
    '') requirements=() ;;
    --with-lab) lists+=(scripts/packages_lab.txt) requirements=(scripts/requirements_lab.txt) ;;
    --with-tools)
        lists+=(scripts/packages_lab.txt scripts/packages_tools.txt)
        requirements=(scripts/requirements_lab.txt scripts/requirements.txt scripts/requirements_tests.txt) ;;
    *) echo "setup.sh: '$1' found, nothing, --with-lab or --with-tools wanted" >&2 && exit 2 ;;
esac
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

# The simulator needs no Python; the bench, its tools, notebooks and tests do. A .venv that has more already is left as it is.
lacking() { cat "${requirements[@]}" | grep -v '^#' | { grep -vxF -f .venv/installed.txt || true; }; }
if [ "${#requirements[@]}" -gt 0 ] && { [ ! -f .venv/installed.txt ] || [ -n "$(lacking)" ]; }; then
    echo "== installing Python packages into .venv"
    /usr/bin/python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check "${requirements[@]/#/-r}"
    cat "${requirements[@]}" >.venv/installed.txt
fi
