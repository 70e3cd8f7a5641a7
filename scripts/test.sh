#!/usr/bin/env bash
# Installs what the tests need and runs them, the quick stages first. Tests that take long carry the
# label `long` (CONTRIBUTING.md).
#
#   scripts/test.sh            lint, the release build, its tests
#   scripts/test.sh --all      also tests of packages, pages, the book, other tools, clusters and
#                              lessons, clang-tidy on changed sources, and a debug build with clang
#                              and its sanitizers; a stage that this tree has passed is not repeated
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
    '') stages=(lint release) ;;
    --all) stages=(lint release extended tidy asan) ;;
    *) echo "test.sh: '$1': unknown option; expected nothing or --all" >&2 && exit 2 ;;
esac
scripts/setup.sh --with-tools
scripts/fetch_kernel_driver.sh --all
jobs=$(nproc)
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
unset PYTHONDONTWRITEBYTECODE  # Python tools start more than a hundred times

build() {  # a preset, its targets
    cmake --preset "$1" >/dev/null  # again after a quickstart: the tests take the Python that is there by now
    cmake --build "build/$1" -j "$jobs" --target "${@:2}" -- --quiet
}

check() {  # a test preset
    local status=0 record="$PWD/build/tests_$1.xml"
    ctest --preset "$1" --no-tests=error -j "$jobs" --output-junit "$record" || status=$?
    /usr/bin/python3 scripts/slowest_tests.py "$record"
    return "$status"
}

lint() { scripts/lint.sh; }
tidy() { scripts/lint.sh --tidy; }
release() { build release all && check release; }
extended() { build release all niclab_benchmark && check extended; }
asan() { build asan unit_tests linux_tests niclab && check asan; }

# What the tree is: its commit, and what differs from it. Empty outside a git checkout: nothing has passed then.
state() {
    git rev-parse HEAD 2>/dev/null || return 0
    { git diff HEAD && git ls-files --others --exclude-standard -z | xargs -0 --no-run-if-empty sha256sum; } | sha256sum
}

mkdir -p build/passed
for stage in "${stages[@]}"; do
    tree=$(state)
    if [ -n "$tree" ] && [ "$(cat "build/passed/$stage" 2>/dev/null)" = "$tree" ]; then
        echo "== $stage: passed before"
        continue
    fi
    rm -f "build/passed/$stage"
    echo "== $stage"
    "$stage"  # not in a condition: set -e would be off inside
    echo "$tree" >"build/passed/$stage"
done
