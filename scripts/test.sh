#!/usr/bin/env bash
# Installs what the tests need, then the stages, the quick ones first. What takes longer carries the label `long` (CONTRIBUTING.md).
#
#   scripts/test.sh            everything
#   scripts/test.sh --quick    without the debug build with clang and sanitizers
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh --with-tools
scripts/fetch_kernel_driver.sh
jobs=$(nproc)
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1

build() {  # a preset, its targets
    echo "== $1: build"
    cmake --preset "$1" >/dev/null  # again after a quickstart: the tests take the Python that is there by now
    cmake --build "build/$1" -j "$jobs" --target "${@:2}" -- --quiet
}

check() {  # a preset
    echo "== $1: tests"
    local status=0 record="$PWD/build/$1/tests.xml"
    ctest --preset "$1" --no-tests=error -j "$jobs" --output-junit "$record" || status=$?
    /usr/bin/python3 scripts/slowest_tests.py "$record"
    return "$status"
}

echo "== lint"
scripts/lint.sh

echo "== unit tests, the kernel's driver, the whole program"
build release all
check release
[ "${1:-}" != --quick ] || exit 0

echo "== a debug build with clang and its sanitizers: unit tests, the kernel's driver, a few whole runs"
build asan unit_tests linux_tests niclab
check asan
