#!/usr/bin/env bash
# Gets the kernel's drivers out of Debian's linux-source-6.1 package into build/kernel, for the tests that run them
# against the simulated cards: nicstar.c, suni.c, idt77105.c; ne2k-pci.c, 8390.c, lib8390.c; pcnet32.c, 3c59x.c, mii.c; ne.c, 8390p.c, wd.c; 3c509.c; lance.c; and their headers.
# Nothing else is kept of the package, and nothing of it ever becomes part of niclab. Without the package it says so and is no failure:
# those tests are skipped.
#
#   scripts/fetch_kernel_driver.sh [FOLDER]
set -euo pipefail
package=linux-source-6.1
cd "$(dirname "$0")/.."
folder=${1:-build/kernel}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/niclab
files=(atm/{nicstar.c,nicstar.h,nicstarmac.c,suni.c,suni.h,idt77105.c,idt77105.h}
    net/ethernet/8390/{ne2k-pci.c,8390.c,ne.c,8390p.c,wd.c,lib8390.c,8390.h} net/ethernet/amd/{pcnet32.c,lance.c} net/ethernet/3com/{3c59x.c,3c509.c} net/mii.c)
names=("${files[@]##*/}")

have_all() { # FOLDER
    local name
    for name in "${names[@]}"; do [ -s "$1/$name" ] || return 1; done
}

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
if [ "$(cat "$folder/version" 2>/dev/null)" = "$package $version" ] && have_all "$folder"; then exit 0; fi

kept=$cache/$package-$version
if ! have_all "$kept"; then
    echo "== fetching the kernel's drivers ($package $version)"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    (cd "$work" && apt-get download -qq "$package=$version" >/dev/null 2>&1) || skip "$package cannot be downloaded"
    members=("${files[@]/#/$package/drivers/}")
    # tar stops at the last file it wants; what feeds it then ends with a broken pipe.
    (dpkg-deb --fsys-tarfile "$work"/*.deb | tar -xO "./usr/src/$package.tar.xz" | xz -dc |
        tar -C "$work" -x --occurrence=1 "${members[@]}") 2>/dev/null || true
    mkdir "$work/kept"
    for file in "${files[@]}"; do
        [ -s "$work/$package/drivers/$file" ] || skip "$file is not in $package $version"
        cp "$work/$package/drivers/$file" "$work/kept/"
    done
    mkdir -p "$cache"
    rm -rf "$kept.new" && cp -r "$work/kept" "$kept.new" && rm -rf "$kept" && mv "$kept.new" "$kept"
fi
mkdir -p "$folder"
cp "${names[@]/#/$kept/}" "$folder/"
echo "$package $version" >"$folder/version"
