#!/usr/bin/env bash
# Installs, builds and runs every test: the release build with all of them, then the sanitizers' subset.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh --with-tools
jobs=$(nproc)

echo "== release: build"
[ -f build/release/build.ninja ] || cmake --preset release >/dev/null
cmake --build build/release -j "$jobs" -- --quiet

echo "== address and undefined-behaviour sanitizers: build"
[ -f build/asan/build.ninja ] || cmake --preset asan >/dev/null
cmake --build build/asan -j "$jobs" --target unit_tests -- --quiet

echo "== address and undefined-behaviour sanitizers: unit tests"
ctest --preset asan --output-on-failure --no-tests=error -j "$jobs" --progress | tail -n 4

echo "== release: tests"
ctest --preset release --output-on-failure --no-tests=error -j "$jobs"
