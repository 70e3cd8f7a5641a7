#!/usr/bin/env bash
# From a bare Debian to the first table: installs, builds, runs the default echo experiment.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh
[ -f build/release/build.ninja ] || { echo "== configuring" && cmake --preset release -DNICLAB_BUILD_TESTS=OFF -DNICLAB_BUILD_MACHINES=OFF >/dev/null; }
echo "== building (some minutes the first time)"
cmake --build build/release --target niclab -- --quiet
echo "== running testbenches/experiments/echo.toml"
exec build/release/testbenches/niclab/niclab run testbenches/experiments/echo.toml
