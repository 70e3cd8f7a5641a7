#!/usr/bin/env bash
# What needs no run: format, the rules of the tree, Python; or clang-tidy.
#
#   scripts/lint.sh          format, rules, Python: the first stage of scripts/test.sh
#   scripts/lint.sh --tidy   clang-tidy on the sources that the last commit and the working tree
#                            changed, at most 12
#   scripts/lint.sh --all    all of it, clang-tidy on every source: about half an hour on two cores
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=$(nproc)
[ -x .venv/bin/ruff ] && [ -x .venv/bin/mypy ] || { echo "lint.sh: its tools are not installed, run scripts/setup.sh --with-tools" >&2; exit 2; }

changed_sources() {
    { git diff --name-only --diff-filter=d HEAD~1 2>/dev/null || true; } | { grep '\.cpp$' || true; } | head -n 12
}

check_rules() {
    echo "== lint: format"
    git ls-files '*.h' '*.cpp' | xargs clang-format --dry-run -Werror
    echo "== lint: rules of the tree"
    for check in scripts/check_*.py; do /usr/bin/python3 "$check"; done
    /usr/bin/python3 scripts/mutations.py --check
    echo "== lint: Python"
    .venv/bin/ruff check --quiet .
    .venv/bin/mypy --no-error-summary
}

tidy() {  # sources, from standard input
    echo "== lint: clang-tidy"
    # Each source by itself, so that each #include counts; clang reads no header that gcc has precompiled.
    cmake -S . -B build/lint -G Ninja -D CMAKE_BUILD_TYPE=Release -D NICLAB_FAST_BUILD=OFF >/dev/null
    sed -i -E 's/ -Winvalid-pch| -include [^ ]*cmake_pch.hxx| --param=[^ ]*//g' build/lint/compile_commands.json
    xargs --no-run-if-empty -P "$jobs" -n 1 clang-tidy -p build/lint --quiet 2> >(grep -v 'warnings generated' >&2)
}

case "${1:-}" in
    '') check_rules ;;
    --tidy) changed_sources | tidy ;;
    --all)
        check_rules
        git ls-files 'models/*.cpp' 'testbenches/*.cpp' | tidy ;;
    *) echo "lint.sh: '$1': unknown option; expected nothing, --tidy or --all" >&2 && exit 2 ;;
esac
