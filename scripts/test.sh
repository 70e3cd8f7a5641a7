#!/usr/bin/env bash
# Installs, builds and runs every test: the release build with all of them, then the sanitizers' subset.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh --with-tools
scripts/fetch_kernel_driver.sh
jobs=$(nproc)
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1

echo "== release: build"
cmake --preset release >/dev/null  # again after a quickstart: the tests take the Python that is there by now
cmake --build build/release -j "$jobs" -- --quiet

echo "== address and undefined-behaviour sanitizers: build"
[ -f build/asan/build.ninja ] || cmake --preset asan >/dev/null
cmake --build build/asan -j "$jobs" --target unit_tests linux_tests -- --quiet

echo "== address and undefined-behaviour sanitizers: unit tests, and the kernel's driver"
ctest --preset asan --output-on-failure --no-tests=error -j "$jobs"

echo "== release: tests"
ctest --preset release --output-on-failure --no-tests=error -j "$jobs"
