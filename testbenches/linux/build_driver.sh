#!/bin/sh
# Compiles a driver of the kernel to a shared object that niclab loads: build_driver.sh [--preprocess | --report-accesses] MODULE FOLDER OUT.so [SOURCE.c]
# MODULE is nicstar, ne2k-pci, pcnet32, 3c59x, ne, wd, 3c509, lance, e1000 or e1000e; FOLDER holds its sources and their headers as scripts/fetch_kernel_driver.sh left them.
# SOURCE.c takes the place of the module's own source, or of another of its sources where it is called so.
# --report-accesses: the module calls runtime/functions_accesses.cpp before each access to memory.
# --preprocess: nothing is compiled; the preprocessed sources go to standard output.
set -eu
reports= preprocess=
case $1 in
    --report-accesses) reports="-fsanitize=thread -nodefaultlibs" && shift ;;
    --preprocess) preprocess="-E -P" && shift ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
module=$1 folder=$2 out=$3 own=$2/$1.c
flags= parts=
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
    e1000) parts=$folder/$module own=$folder/$module/e1000_main.c others= ;;
    e1000e) parts=$folder/$module own=$folder/$module/netdev.c others= ;;
    *) echo "build_driver.sh: '$module' found, nicstar, ne2k-pci, pcnet32, 3c59x, ne, wd, 3c509, lance, e1000 or e1000e wanted" >&2 && exit 2 ;;
esac
source=${4:-$own}
case $(basename "$source"):$module in 8390.c:ne2k-pci | 8390.c:wd | 8390p.c:ne) others=$own ;; esac
# A driver with a folder of its own: all sources in it, but the one that SOURCE.c replaces. A SOURCE.c that includes
# none of its headers is a module of its own.
belongs=
for header in ${parts:+"$parts"/*.h}; do
    if grep -q "^ *# *include *\"$(basename "$header")\"" "$source"; then belongs=yes; fi
done
if [ -n "$belongs" ]; then
    replaced=$parts/$(basename "$source")
    [ -e "$replaced" ] || replaced=$own
    for each in "$parts"/*.c; do
        [ "$each" = "$replaced" ] || others="$others $each"
    done
fi
# The kernel of the folder, such as KERNEL_VERSION(6,1,192); without its file, the headers assume 6.1.
kernel=$(sed -n 's/^[^ ]* \([0-9]*\)\.\([0-9]*\)\.\([0-9]*\).*/KERNEL_VERSION(\1,\2,\3)/p' "$folder/version" 2>/dev/null) || true
# A missing name is an error, never a function that returns int. The libraries of a module come first, as they are
# initialised first and end last.
# shellcheck disable=SC2086  # a list
set -- $others "$source"
[ -n "$preprocess" ] || set -- "$@" -o "$out"
# shellcheck disable=SC2086  # lists
exec "${CC:-cc}" -shared -fPIC -std=gnu11 -O2 -g -fno-strict-aliasing -fno-strict-overflow -fno-delete-null-pointer-checks \
    -fno-optimize-sibling-calls -fexceptions -fasynchronous-unwind-tables \
    -Werror=implicit-function-declaration -Werror=implicit-int -Werror=incompatible-pointer-types \
    -Werror=int-conversion -Wno-pointer-sign -Wno-address-of-packed-member \
    -D__KERNEL__ -DMODULE "-DKBUILD_MODNAME=\"$module\"" ${kernel:+"-DLINUX_VERSION_CODE=$kernel"} $flags $reports $preprocess \
    -I "$here/include" ${parts:+-I "$parts"} -I "$folder" "$@"
