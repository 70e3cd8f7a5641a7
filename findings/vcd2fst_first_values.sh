#!/usr/bin/env bash
# Versions: vcd2fst, fst2vcd and vcd2vzt 3.3.118 (GTKWave), pywellen 0.25.7.
# Expected: the initial values of a VCD are in the FST, also if $dumpvars is before the first time.
# The grammar of IEEE 1364 allows that.
# Observed: if the first time is 0, vcd2fst drops all values before it without a message. A signal that
# never changes has no value at all in the FST. If the first time is 10, or if $dumpvars follows "#0",
# the values are kept. vcd2vzt keeps them in each case, and pywellen reads them from the VCD.
# Hurts: configuration pins, addresses and enables that are constant are unknown in the FST.
. "$(dirname "$0")/common.sh"

python_packages pywellen==0.25.7
debian_packages gtkwave=3.3.118-0.1~deb12u1

# waveform NAME FIRST TIME: values of two signals, with the texts FIRST before and TIME after $dumpvars.
waveform() {
    {
        printf '$timescale 1 ns $end\n$scope module top $end\n$var wire 1 ! irq $end\n'
        printf '$var wire 8 " mode [7:0] $end\n$upscope $end\n$enddefinitions $end\n'
        printf '%s$dumpvars\n1!\nb11 "\n$end\n%s0!\n#20\n1!\n' "$2" "$3"
    } >"$1.vcd"
    vcd2fst "$1.vcd" "$1.fst" >messages 2>&1 || changed "exit code of vcd2fst"
    [ ! -s messages ] || changed "message of vcd2fst: $(cat messages)"
}

# values FILE: irq and mode at 0 and 20.
values() {
    python - "$1" <<'CODE'
import sys

import pywellen

for variable in pywellen.Waveform(sys.argv[1]).all_vars():
    print(variable.name, variable.signal.value_at(0), variable.signal.value_at(20), end=" ")
CODE
}

waveform usual $'#0\n' $'#10\n'
waveform early '' $'#0\n#10\n'
waveform later '' $'#10\n'
expect "#0 before \$dumpvars, VCD" "irq 1 1 mode 3 3" "$(values usual.vcd | xargs)"
expect "#0 before \$dumpvars, FST" "irq 1 1 mode 3 3" "$(values usual.fst | xargs)"
expect "#0 after \$dumpvars, VCD" "irq 1 1 mode 3 3" "$(values early.vcd | xargs)"
expect "#0 after \$dumpvars, FST" "irq None 1 mode None None" "$(values early.fst | xargs)"
expect "first time 10, FST" "irq 1 1 mode 3 3" "$(values later.fst | xargs)"
expect "fst2vcd lists values of mode" 0 "$(fst2vcd early.fst 2>messages | grep -c '^b' || true)"
vcd2vzt early.vcd early.vzt >messages 2>&1
expect "vzt2vcd lists values of mode" 1 "$(vzt2vcd early.vzt 2>messages | grep -c '^b' || true)"
finish
