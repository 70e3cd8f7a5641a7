#!/usr/bin/env bash
# Gets the kernel's ATM drivers out of Debian's linux-source-6.1 package into build/kernel, for the tests that run them
# against the simulated card: nicstar.c, suni.c, idt77105.c and their headers. Nothing else is kept of the package, and
# nothing of it ever becomes part of niclab. Without the package it says so and is no failure: those tests are skipped.
#
#   scripts/fetch_kernel_driver.sh [FOLDER]
set -euo pipefail
package=linux-source-6.1
cd "$(dirname "$0")/.."
folder=${1:-build/kernel}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/niclab
files=(nicstar.c nicstar.h nicstarmac.c suni.c suni.h idt77105.c idt77105.h)

candidate() { LC_ALL=C apt-cache policy "$package" 2>/dev/null | sed -n 's/^ *Candidate: *\([^ (].*\)$/\1/p'; }
skip() {
    echo "== no kernel driver: $1; the tests that run it are skipped"
    exit 0
}

version=$(candidate)
if [ -z "$version" ] && [ "$(id -u)" -eq 0 ]; then
    apt-get update -qq >/dev/null 2>&1 || true
    version=$(candidate)
fi
[ -n "$version" ] || skip "apt knows no package $package"
[ "$(cat "$folder/version" 2>/dev/null)" != "$package $version" ] || exit 0

kept=$cache/$package-$version
if [ ! -f "$kept/nicstar.c" ]; then
    echo "== fetching the kernel's nicstar driver ($package $version)"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    (cd "$work" && apt-get download -qq "$package=$version" >/dev/null 2>&1) || skip "$package cannot be downloaded"
    members=("${files[@]/#/$package/drivers/atm/}")
    # tar stops at the last file it wants; what feeds it then ends with a broken pipe.
    (dpkg-deb --fsys-tarfile "$work"/*.deb | tar -xO "./usr/src/$package.tar.xz" | xz -dc |
        tar -C "$work" -x --occurrence=1 "${members[@]}") 2>/dev/null || true
    for file in "${files[@]}"; do
        [ -s "$work/$package/drivers/atm/$file" ] || skip "$file is not in $package $version"
    done
    mkdir -p "$cache"
    rm -rf "$kept.new" && cp -r "$work/$package/drivers/atm" "$kept.new" && rm -rf "$kept" && mv "$kept.new" "$kept"
fi
mkdir -p "$folder"
cp "${files[@]/#/$kept/}" "$folder/"
echo "$package $version" >"$folder/version"
