#!/bin/sh
# Compiles a driver of the kernel to a shared object that niclab loads: build_driver.sh MODULE FOLDER OUT.so [SOURCE.c]
# MODULE is nicstar, ne2k-pci, pcnet32, 3c59x, ne, wd, 3c509 or lance; FOLDER holds its sources and their headers as scripts/fetch_kernel_driver.sh left them.
# SOURCE.c takes the place of the module's own source, or of 8390.c or 8390p.c where it is called so.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
module=$1 folder=$2 out=$3 own=$2/$1.c
flags=
case $module in
    nicstar)
        others="$folder/suni.c $folder/idt77105.c"
        flags="-DCONFIG_ATM_NICSTAR_USE_SUNI -DCONFIG_ATM_NICSTAR_USE_IDT77105" ;;
    ne2k-pci | wd) others="$folder/8390.c" ;;
    3c509) others= flags=-DCONFIG_EISA ;;
    lance) others= ;;
    ne) others="$folder/8390p.c" ;;
    pcnet32) others="$folder/mii.c" ;;
    3c59x) others="$folder/mii.c" flags="-DCONFIG_PCI -DCONFIG_EISA" ;;
    *) echo "build_driver.sh: '$module' found, nicstar, ne2k-pci, pcnet32, 3c59x, ne, wd, 3c509 or lance wanted" >&2 && exit 2 ;;
esac
source=${4:-$own}
case $(basename "$source"):$module in 8390.c:ne2k-pci | 8390.c:wd | 8390p.c:ne) others=$own ;; esac
# shellcheck disable=SC2086  # lists
exec "${CC:-cc}" -shared -fPIC -std=gnu11 -O2 -g -w -Werror=implicit-function-declaration -fno-strict-aliasing -fexceptions \
    -fasynchronous-unwind-tables -D__KERNEL__ -DMODULE "-DKBUILD_MODNAME=\"$module\"" $flags \
    -I "$here/include" -I "$folder" "$source" $others -o "$out"
