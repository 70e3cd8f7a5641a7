#!/usr/bin/env bash
# Gets what `niclab vm` starts: QEMU, kernels of Linux, BusyBox and atm-tools, all unmodified, out of
# packages of Debian. Nothing of them is linked with, installed or shipped. Without a package it prints a sentence
# and ends with 0: the tests that need it are skipped.
#
#   scripts/fetch_guest.sh [FOLDER]       FOLDER: build/guest by default
#
# FOLDER gets `qemu`, a script that starts QEMU with the libraries of its packages, and per kernel a
# folder `kernel-6.1`, `kernel-6.12` and `kernel-newest` with vmlinux, initramfs.gz and the version.
# The vmlinux is that of the package, decompressed. Without a program for that, vmlinuz is kept. A
# kernel with a driver of an ATM card also has initramfs-atm.gz, which adds Classical IP over ATM.
# The newest is that of Debian's backports and unstable. QEMU needs the device vfio-user-pci of version
# 10.1 or later, which Debian 13 has in its backports. The packages are kept in the user's cache, so
# that another folder needs no network.
set -euo pipefail
own=$(realpath "$0")
cd "$(dirname "$own")/.."
# shellcheck source=other_releases.sh
. "${own%/*}/other_releases.sh"
folder=${1:-build/guest}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/niclab/guest-packages
init=testbenches/vm/guest/init
[ -e "$init" ] || init=${own%/*}/init  # of an installed niclab

# Packages of these versions must have these digests. Another version is accepted with Debian's
# signature alone.
pinned='
qemu-system-x86 1:11.1.3+ds-1~bpo13+1 447decc4b3c245edc1d0940bdf97c87e07b2e3bd4b24c4d0c7155d860d52bd5f
busybox-static 1:1.35.0-4+deb12u1+b1 3d3fdbe91d4660c873e14b092c213fe81c1da6362daa236eb25d0171eb108744
atm-tools 1:2.5.1-4+b2 ec28a5938284d46b0b5906a583a8141281b93704b0d1aeb5935f7dd8d5ca862b
libatm1 1:2.5.1-4+b2 f607503f49327f6de66c5e7adc5037ce1cf9a11e869d152d9223c44415b75eda
linux-image-6.1.0-56-amd64 6.1.192-2 a86e2049672f52354c4536a089203b6c82639420424d31c91cf31a181fd4d8f1
linux-image-6.12.118+deb13-amd64 6.12.118-1 57dee9124ac6c57b75a8aed09052245942027dd46649d3d02285c35c11cfda98
linux-binary-7.3.4+deb13-amd64 7.3.4-1~bpo13+1 7e3248d03a84dcdda88c567aa8c4038f2e7795d2dd167b112c56f8901b6f513f
linux-modules-7.3.4+deb13-amd64 7.3.4-1~bpo13+1 b3ea01922c9f133767a83cf6891c19b3693858ded617bf22d1e34f95382c08ea
'
modules=(drivers/net/mii drivers/net/ethernet/8390/{8390,ne2k-pci} drivers/net/ethernet/amd/pcnet32
    drivers/net/ethernet/3com/3c59x drivers/net/ethernet/intel/{e1000/e1000,e1000e/e1000e})
atm_modules=(net/atm/{atm,clip} drivers/atm/{idt77105,suni,nicstar})

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
    echo "== no guest: $1; \`niclab vm\` needs --serve or --guest, and its tests are skipped"
    exit 0
}
version_of() { dpkg-deb -f "$1" Version; }
# Whether a package has its pinned digest, or none is pinned for its version.
is_intact() { # FILE
    local name version digest
    while read -r name version digest; do
        if [ "$name" = "$(dpkg-deb -f "$1" Package)" ] && [ "$version" = "$(version_of "$1")" ]; then
            echo "$digest  $1" | sha256sum --check --status || return 1
        fi
    done <<<"$pinned"
}
# A member of a cpio archive of the form newc.
member() { # NAME MODE [FILE]
    local size=0 name=$1 length
    [ -n "${3:-}" ] && size=$(stat -L -c %s "$3")
    length=$((${#name} + 1))
    printf '070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X' $((++inode)) "0x$2" 0 0 1 0 "$size" 0 0 0 0 \
        "$length" 0
    printf '%s\0' "$name"
    head -c $(((4 - (110 + length) % 4) % 4)) /dev/zero
    [ -z "${3:-}" ] || cat "$3"
    head -c $(((4 - size % 4) % 4)) /dev/zero
}
# Modules of a kernel, of those that it has.
module_members() { # MODULES_FOLDER NAME...
    local name file
    for name in "${@:2}"; do
        for file in "$1/kernel/$name.ko" "$1/kernel/$name.ko.xz"; do
            [ -e "$file" ] || continue
            case $file in *.xz) xz -dc "$file" >"$work/module.ko" ;; *) cp "$file" "$work/module.ko" ;; esac
            member "modules/${name##*/}.ko" 81A4 "$work/module.ko"
        done
    done
}
# The kernel in a compressed one, whose header states its place: a guest would need most of its boot
# for the decompression. The boot protocol of Linux/x86 has the header.
decompress() { # VMLINUZ VMLINUX
    local sectors offset octets
    read -r sectors < <(od -An -tu1 -j 497 -N 1 "$1")
    read -r offset octets < <(od -An -tu4 -j 584 -N 8 "$1")
    octets=$((octets - 4)) # Without the length of the decompressed kernel.
    head -c $(((sectors + 1) * 512 + offset + octets)) "$1" | tail -c "$octets" >"$work/payload"
    case $(od -An -tx4 -N 4 "$work/payload") in
        *587a37fd) xz -dc "$work/payload" >"$2" ;;
        *fd2fb528) zstd -qdc "$work/payload" >"$2" ;;
        *) false ;;
    esac 2>/dev/null || rm -f "$2"
}
# The initial file system of a kernel: BusyBox, the script init and modules.
initramfs() { # MODULES_FOLDER BUSYBOX
    local inode=0 name
    for name in bin proc sys dev modules; do member "$name" 41ED; done
    member bin/busybox 81ED "$2"
    member init 81ED "$init"
    module_members "$1" "${modules[@]}"
    member TRAILER!!! 0
}
# What it needs for ATM: modules, and the tools with their libraries.
atm_members() { # MODULES_FOLDER TOOLS_FOLDER
    local inode=0 name
    for name in lib lib64; do member "$name" 41ED; done
    for name in atmarpd atmarp; do member "bin/$name" 81ED "$2/sbin/$name"; done
    member lib/libatm.so.1 81A4 "$2/usr/lib/x86_64-linux-gnu/libatm.so.1"
    member lib/libc.so.6 81ED "$2/lib/x86_64-linux-gnu/libc.so.6"
    member lib64/ld-linux-x86-64.so.2 81ED "$2/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"
    module_members "$1" "${atm_modules[@]}"
    member TRAILER!!! 0
}
# Downloads a package and what it depends on into the cache, once. --all: with its dependencies.
download() { # NAME SUITES [--all]
    local name=$1 suites=$2 real
    [ -e "$cache/$name/complete" ] && return 0
    # shellcheck disable=SC2086  # A list of suites.
    use_releases "$work/$name" $suites
    # Without what is installed here, of which apt prefers a newer version.
    [ ${#options[@]} -eq 0 ] || options+=(-o "Dir::State::status=$work/$name/status")
    rm -rf "${cache:?}/$name" && mkdir -p "$cache/$name"
    if [ "${3:-}" = --all ]; then
        apt-get "${options[@]}" -o Debug::NoLocking=1 -t trixie-backports \
            install -y -qq --download-only --no-install-recommends "$name" >"$work/log" 2>&1 || return 1
        mv "$work/$name"/cache/archives/*.deb "$cache/$name/"
    else
        case $name in
            kernel-newest) # Its modules are in a package of their own.
                real=$(apt-cache "${options[@]}" pkgnames linux-modules- 2>/dev/null |
                    sed -n 's/^linux-modules-\([0-9][^-]*-amd64\)$/\1/p' | sort -V | tail -n 1)
                real=${real:+linux-binary-$real linux-modules-$real}
                ;;
            kernel-*)
                real=$(apt-cache "${options[@]}" depends linux-image-amd64 2>/dev/null |
                    sed -n 's/^ *Depends: *\(linux-image-[0-9][^ ]*\)$/\1/p' | tail -n 1)
                ;;
            atm-tools) real='atm-tools libatm1 libc6' ;;
            *) real=$name ;;
        esac
        # shellcheck disable=SC2086  # A list of packages.
        [ -n "$real" ] && (cd "$cache/$name" && apt-get "${options[@]}" download -qq $real >"$work/log" 2>&1) || return 1
    fi
    touch "$cache/$name/complete"
}
package() { ls "$cache/$1/"*.deb; }

# What a folder was made by: it is made anew when that changes.
made=$(cat "$own" "$init" | sha256sum)
if [ "$(cat "$folder/made" 2>/dev/null)" = "$made" ]; then exit 0; fi
[ "$(dpkg --print-architecture)" = amd64 ] || skip 'its packages are those of amd64'
command -v xz >"$work/log" || skip 'there is no program xz (package xz-utils)'
echo "== fetching QEMU, three kernels, BusyBox and atm-tools (323 MB, once)"
download qemu-system-x86 'trixie trixie-security trixie-backports' --all || skip 'QEMU cannot be downloaded'
download busybox-static bookworm || skip 'BusyBox cannot be downloaded'
qemu=$(ls "$cache"/qemu-system-x86/qemu-system-x86_*.deb)
for file in "$qemu" "$(package busybox-static)"; do
    is_intact "$file" || skip "${file##*/} does not have its pinned digest"
done

new=$folder.new
rm -rf "$new" && mkdir -p "$new/root"
for file in "$cache"/qemu-system-x86/*.deb; do dpkg-deb -x "$file" "$new/root"; done
rm -rf "$new/root/usr/share/"{doc,man,locale,info,bash-completion,bug,lintian} "$new/root/var" "$new/root/etc"
cat >"$new/qemu" <<'QEMU'
#!/bin/sh
# QEMU with the libraries of its packages.
root=$(dirname "$(readlink -f "$0")")/root
libraries=$root/usr/lib/x86_64-linux-gnu
export QEMU_MODULE_DIR="$libraries/qemu"
exec "$root/usr/lib64/ld-linux-x86-64.so.2" ${NICLAB_PRELOAD:+--preload "$NICLAB_PRELOAD"} \
    --library-path "$libraries:$libraries/pulseaudio" "$root/usr/bin/qemu-system-x86_64" -L "$root/usr/share/qemu" \
    -L "$root/usr/share/seabios" "$@"
QEMU
chmod +x "$new/qemu"
"$new/qemu" -device help 2>/dev/null | grep -q vfio-user-pci || skip 'QEMU has no device vfio-user-pci'
echo "QEMU $(version_of "$qemu")" >"$new/version"
dpkg-deb -x "$(package busybox-static)" "$work/busybox"
busybox=$(find "$work/busybox" -path "*/bin/busybox" | head -n 1)
mkdir "$work/tools"
if download atm-tools bookworm; then
    for file in "$cache"/atm-tools/*.deb; do
        is_intact "$file" || skip "${file##*/} does not have its pinned digest"
        dpkg-deb -x "$file" "$work/tools"
    done
else
    echo '== no Classical IP over ATM: atm-tools cannot be downloaded'
fi

for release in '6.1:bookworm bookworm-security' '6.12:trixie trixie-security' 'newest:trixie-backports unstable'; do
    name=kernel-${release%%:*}
    if ! download "$name" "${release#*:}"; then
        echo "== no kernel ${release%%:*}: it cannot be downloaded"
        continue
    fi
    rm -rf "$work/kernel" && mkdir "$work/kernel" "$new/$name"
    members=("${modules[@]/#/*/kernel/}" "${atm_modules[@]/#/*/kernel/}")
    for file in "$cache/$name/"*.deb; do
        case $file in */linux-modules-*) ;; *) image=$file ;; esac
        is_intact "$file" || skip "${file##*/} does not have its pinned digest"
        dpkg-deb --fsys-tarfile "$file" | tar -C "$work/kernel" -x --wildcards './boot/vmlinuz-*' '*/vmlinuz' \
            "${members[@]/%/.ko*}" 2>/dev/null || true
    done
    cp "$(find "$work/kernel" -name 'vmlinuz*' | head -n 1)" "$new/$name/vmlinuz"
    decompress "$new/$name/vmlinuz" "$new/$name/vmlinux"
    [ ! -e "$new/$name/vmlinux" ] || rm "$new/$name/vmlinuz"
    folder_of_modules=$(find "$work/kernel" -path '*/modules/*' -prune | head -n 1)
    initramfs "$folder_of_modules" "$busybox" | gzip -9n >"$new/$name/initramfs.gz"
    if [ -e "$work/tools/sbin/atmarpd" ] && ls "$folder_of_modules"/kernel/drivers/atm/nicstar.ko* >"$work/log" 2>&1; then
        atm_members "$folder_of_modules" "$work/tools" | gzip -9n | cat "$new/$name/initramfs.gz" - >"$new/$name/initramfs-atm.gz"
    fi
    echo "Linux $(dpkg-deb -f "$image" Package) $(version_of "$image")" >"$new/$name/version"
done
echo "$made" >"$new/made"
rm -rf "$folder" && mv "$new" "$folder"
echo "== $(cat "$folder/version") with $(cat "$folder"/kernel-*/version | paste -sd, | sed 's/,/, /g') in $folder"
