#!/usr/bin/env bash
# Installs what the tests need, then four stages, the quick ones first. What takes longer carries the label `long` (CONTRIBUTING.md).
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
    ctest --preset "$1" --no-tests=error -j "$jobs"
}

echo "== 1 of 4: lint"
cmake --preset release >/dev/null
scripts/lint.sh

echo "== 2 of 4: unit tests of a debug build with address and undefined-behaviour sanitizers, the kernel's driver, a few whole runs"
build asan unit_tests linux_tests niclab
check asan

echo "== 3 of 4: unit tests with clang"
build clang unit_tests
check clang

echo "== 4 of 4: the whole program"
build release niclab niclab_benchmark
check release
