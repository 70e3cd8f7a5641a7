#!/usr/bin/env bash
# Installs what the tests need and runs them, the quick stages first. Tests that take long carry the
# label `long` (CONTRIBUTING.md).
#
#   scripts/test.sh            lint, the release build, its tests
#   scripts/test.sh --all      also tests of packages, pages, the book, other tools, clusters and
#                              lessons, clang-tidy on changed sources, and a debug build with clang
#                              and its sanitizers; a stage that this tree has passed is not repeated
#
# At its end it prints how long each stage took, and its processor time, with that of the programs that
# it started.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
    '') stages=(lint release) ;;
    --all) stages=(lint release extended tidy asan) ;;
    *) echo "test.sh: '$1': unknown option; expected nothing or --all" >&2 && exit 2 ;;
esac
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

# Processor time of all that has ended, in seconds: children and their children, user and system.
processor_seconds() {
    local words
    read -ra words <"/proc/$$/stat"
    echo $(((words[13] + words[14] + words[15] + words[16]) / $(getconf CLK_TCK)))
}

times=()
timed() {  # what, a command; not in a condition: set -e would be off inside
    local begin=$SECONDS processor
    processor=$(processor_seconds)
    "${@:2}"
    times+=("$(printf '%6d %10d  %s' $((SECONDS - begin)) $(($(processor_seconds) - processor)) "$1")")
}

report_times() {
    echo "elapsed  processor  seconds of"
    printf '%s\n' ${times[@]+"${times[@]}"} "$(printf '%6d %10d  all' "$SECONDS" "$(processor_seconds)")"
}
trap report_times EXIT

lint() { timed lint scripts/lint.sh; }
tidy() { timed tidy scripts/lint.sh --tidy; }
release() { timed "build of release" build release all; timed "tests of release" check release; }
extended() { timed "build of extended" build release all niclab_benchmark; timed "tests of extended" check extended; }
asan() { timed "build of asan" build asan unit_tests linux_tests niclab; timed "tests of asan" check asan; }

# What the tree is: its commit, and what differs from it. Empty outside a git checkout: nothing has passed then.
state() {
    git rev-parse HEAD 2>/dev/null || return 0
    { git diff HEAD && git ls-files --others --exclude-standard -z | xargs -0 --no-run-if-empty sha256sum; } | sha256sum
}

timed "installation" scripts/setup.sh --with-tools
timed "Linux drivers" scripts/fetch_kernel_driver.sh --all
mkdir -p build/passed
for stage in "${stages[@]}"; do
    tree=$(state)
    if [ -n "$tree" ] && [ "$(cat "build/passed/$stage" 2>/dev/null)" = "$tree" ]; then
        echo "== $stage: passed before"
        continue
    fi
    rm -f "build/passed/$stage"
    echo "== $stage"
    "$stage"
    echo "$tree" >"build/passed/$stage"
done
