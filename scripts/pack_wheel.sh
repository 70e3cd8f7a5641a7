#!/usr/bin/env bash
# Packs a wheel that runs where SystemC is not installed: with the libraries in it that the program was linked with.
#
#   scripts/pack_wheel.sh FOLDER             built from scratch
#   scripts/pack_wheel.sh FOLDER PROGRAM     of a program that is built already
set -euo pipefail
folder=$(realpath -m "$1")
program=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
tools=.venv/bin
[ -x $tools/auditwheel ] || { echo "pack_wheel.sh: its tools are not installed, run scripts/setup.sh --with-tools" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
words=(--no-deps --quiet --disable-pip-version-check --wheel-dir "$scratch")
[ -z "$program" ] || words+=(--config-settings "cmake.define.NICLAB_BUILT_PROGRAM=$program" --config-settings "build-dir=$scratch/build")
$tools/pip wheel --no-build-isolation "${words[@]}" .
# The tag names the oldest C library the program runs with; auditwheel finds it and copies what a bare system has not.
PATH="$PWD/$tools:$PATH" $tools/auditwheel --verbose repair --wheel-dir "$folder" "$scratch"/niclab-*.whl >"$scratch/log" 2>&1 ||
    { cat "$scratch/log" >&2; exit 1; }
ls "$folder"/niclab-*.whl
