#!/usr/bin/env bash
# Gets the kernel's drivers out of Debian's linux-source packages, for the tests that run them
# against the simulated cards. Nothing else is kept of a package, and nothing of it becomes part of
# niclab. Without a package it prints a sentence and ends with 0: those tests are skipped.
#
#   scripts/fetch_kernel_driver.sh [PACKAGE] [FOLDER]
#   scripts/fetch_kernel_driver.sh --all      all four packages that the tests use
#
# PACKAGE is linux-source-6.1 by default. Others are linux-source-5.10, linux-source-6.12, and
# newest, the newest that Debian has. FOLDER is build/kernel for linux-source-6.1, build/kernel-5.10
# for linux-source-5.10, and so on. A driver that is not in the package is left out. Only 6.1 follows
# the updates of Debian: remove another folder to fetch its package anew.
#
# If apt of this machine has no such package, the script asks its mirror for other releases. Those
# lists go to a temporary folder, and need no root.
set -euo pipefail
own=$(realpath "$0")
cd "$(dirname "$own")/.."
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/niclab
files=(atm/{nicstar.c,nicstar.h,nicstarmac.c,suni.c,suni.h,idt77105.c,idt77105.h}
    net/ethernet/8390/{ne2k-pci.c,8390.c,ne.c,8390p.c,wd.c,lib8390.c,8390.h} net/ethernet/amd/{pcnet32.c,lance.c}
    net/ethernet/3com/{3c59x.c,3c509.c}
    net/ethernet/intel/e1000/e1000{.h,_osdep.h,_main.c,_param.c,_ethtool.c,_hw.c,_hw.h}
    net/ethernet/intel/e1000e/{e1000.h,hw.h,regs.h,defines.h,e1000e_trace.h,netdev.c,param.c,ethtool.c,ptp.c}
    net/ethernet/intel/e1000e/{80003es2lan,82571,ich8lan,mac,manage,nvm,phy}.{c,h}
    net/mii.c)
# The driver of a folder of several sources keeps that folder: e1000 and e1000e have files of one name.
kept_as() { # FILE
    case $1 in */intel/*) echo "${1#*/intel/}" ;; *) echo "${1##*/}" ;; esac
}

if [ "${1:-}" = --all ]; then
    for each in linux-source-6.1 linux-source-5.10 linux-source-6.12 newest; do "$own" "$each"; done
    exit 0
fi
package=linux-source-6.1
case ${1:-} in newest | linux-source-*) package=$1 && shift ;; esac
release=${package#linux-source-}
[ "$package" = linux-source-6.1 ] && folder=${1:-build/kernel} || folder=${1:-build/kernel-$release}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=other_releases.sh
. "${own%/*}/other_releases.sh"

skip() {
    echo "== no kernel driver: $1; the tests that run it are skipped"
    exit 0
}
# Whether FOLDER has every file that a package had, of those that are wanted now.
have_all() { # FOLDER
    local name
    [ -s "$1/files" ] && [ "$(cat "$1/wanted" 2>/dev/null)" = "${files[*]}" ] || return 1
    while read -r name; do [ -s "$1/$name" ] || return 1; done <"$1/files"
}
candidate() { LC_ALL=C apt-cache "${options[@]}" policy "$package" 2>/dev/null | sed -n 's/^ *Candidate: *\([^ (].*\)$/\1/p'; }
update() { apt-get "${options[@]}" update -qq >/dev/null 2>&1 || true; }
newest() { apt-cache "${options[@]}" pkgnames linux-source- 2>/dev/null | grep -E '^linux-source-[0-9.]+$' | sort -V | tail -n 1; }

# The lists of other releases of Debian, from the mirror of this machine.
use_other_releases() {
    case $release in
        5.10) use_releases "$work/apt" bullseye bullseye-security ;;
        6.1) use_releases "$work/apt" bookworm bookworm-security ;;
        6.12) use_releases "$work/apt" trixie trixie-security ;;
        *) use_releases "$work/apt" trixie-backports unstable ;;
    esac
}

version=
if [ "$package" = newest ]; then
    if have_all "$folder"; then exit 0; fi
    use_other_releases
    package=$(newest)
    [ -n "$package" ] || skip 'apt has no list of Debian with a linux-source package'
    version=$(candidate)
elif [ "$package" = linux-source-6.1 ] || ! have_all "$folder"; then
    version=$(candidate)
    if [ -z "$version" ] && [ "$(id -u)" -eq 0 ]; then update && version=$(candidate); fi
    if [ -z "$version" ] && have_all "$folder"; then exit 0; fi
    if [ -z "$version" ]; then use_other_releases && version=$(candidate); fi
else
    exit 0
fi
[ -n "$version" ] || skip "apt knows no package $package"
if [ "$(cat "$folder/version" 2>/dev/null)" = "$package $version" ] && have_all "$folder"; then exit 0; fi

kept=$cache/$package-$version
if ! have_all "$kept"; then
    command -v xz >"$work/log" || skip 'there is no program xz (package xz-utils)'
    echo "== fetching the kernel's drivers ($package $version)"
    (cd "$work" && apt-get "${options[@]}" download -qq "$package=$version" >/dev/null 2>&1) ||
        skip "$package cannot be downloaded"
    members=("${files[@]/#/$package/drivers/}")
    # tar stops at the last file it wants; what feeds it then ends with a broken pipe.
    (dpkg-deb --fsys-tarfile "$work"/*.deb | tar -xO "./usr/src/$package.tar.xz" | xz -dc |
        tar -C "$work" -x --occurrence=1 "${members[@]}") 2>/dev/null || true
    mkdir "$work/kept"
    for file in "${files[@]}"; do
        if [ -s "$work/$package/drivers/$file" ]; then
            name=$(kept_as "$file")
            mkdir -p "$(dirname "$work/kept/$name")"
            cp "$work/$package/drivers/$file" "$work/kept/$name"
            echo "$name" >>"$work/kept/files"
        fi
    done
    # Every kernel has mii.c, which comes last.
    [ -s "$work/kept/mii.c" ] || skip "$package $version cannot be unpacked"
    echo "${files[*]}" >"$work/kept/wanted"
    mkdir -p "$cache"
    rm -rf "$kept.new" && cp -r "$work/kept" "$kept.new" && rm -rf "$kept" && mv "$kept.new" "$kept"
fi
mkdir -p "$folder"
cp -r "$kept"/* "$folder/"
echo "$package $version" >"$folder/version"
