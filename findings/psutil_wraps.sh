#!/usr/bin/env bash
# Versions: psutil 7.2.2 (PyPI psutil).
# Expected: net_io_counters() continues a 32-bit counter that wraps: from 4 200 000 000 to 5 000 000 it counts
# 99 967 296 octets. A counter that is set to 0 by a new driver is no wrap.
# Observed: nowrap=True, the default, adds the last value instead of 2^32. The step above is 5 000 000, so all octets
# before the wrap are lost. Each smaller value counts as a wrap, also a reset: the sum goes on without a mark.
# Hurts: a card with 32-bit counters at 10 Gb/s wraps every 3.4 s. A sample per second is then low by up to 1.25 GB,
# and a rule for wraps in the program never applies, as no value is smaller than the last one.
. "$(dirname "$0")/common.sh"

python_packages psutil==7.2.2
cat >samples.py <<'CODE'
import os
import sys

import psutil

# psutil reads the counters from a file of this folder instead of the kernel's.
psutil.PROCFS_PATH = "proc"
os.makedirs("proc/net")
last = 0
for octets in 4_200_000_000, 5_000_000, 6_000_000, 0, 1000:
    with open("proc/net/dev", "w") as file:
        print("Inter-| Receive | Transmit", "face | bytes packets | bytes packets", sep="\n", file=file)
        print(" eth0:", octets, *[0] * 15, file=file)
    count = psutil.net_io_counters(pernic=True, nowrap=sys.argv[1] == "nowrap")["eth0"].bytes_recv
    print(octets, count, count - last)
    last = count
CODE
python samples.py nowrap >nowrap
rm -r proc
python samples.py plain >plain

expect "counter, result of psutil, step" "4200000000 4200000000 4200000000" "$(sed -n 1p nowrap)"
expect "after a wrap (4299967296, a step of 99967296)" "5000000 4205000000 5000000" "$(sed -n 2p nowrap)"
expect "one million octets later" "6000000 4206000000 1000000" "$(sed -n 3p nowrap)"
expect "after a reset" "0 4206000000 0" "$(sed -n 4p nowrap)"
expect "a thousand octets later" "1000 4206001000 1000" "$(sed -n 5p nowrap)"
expect "after a wrap with nowrap=False" "5000000 5000000 -4195000000" "$(sed -n 2p plain)"
finish
