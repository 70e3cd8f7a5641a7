#!/bin/sh
# Compiles the kernel's ATM drivers to a shared object that niclab loads: build_driver.sh FOLDER OUT.so [NICSTAR.c]
# FOLDER holds nicstar.c, suni.c, idt77105.c and their headers; NICSTAR.c takes the place of nicstar.c.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1 out=$2 nicstar=${3:-$1/nicstar.c}
exec "${CC:-cc}" -shared -fPIC -std=gnu11 -O2 -g -w -Werror=implicit-function-declaration -fno-strict-aliasing -fexceptions \
    -fasynchronous-unwind-tables -D__KERNEL__ -DMODULE \
    -DCONFIG_ATM_NICSTAR_USE_SUNI -DCONFIG_ATM_NICSTAR_USE_IDT77105 \
    -I "$here/include" -I "$folder" "$nicstar" "$folder/suni.c" "$folder/idt77105.c" -o "$out"
