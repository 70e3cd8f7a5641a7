#!/usr/bin/env bash
# vcdvcd returns the first of several changes at a time, not the value that the signal settles to.
#
# Versions: vcdvcd 2.6.0.
# Expected: signal[t] is the value that holds from t on, as a waveform viewer shows it.
# Observed: when a signal changes twice at time 20, to 1 and back to 0, signal[20] is 1 and
#   signal[21]
#   is 0. Values of vectors are not extended: an 8-bit zero is "0" and x stands for "xxxxxxxx".
# Hurts: SystemC and other writers put a glitch at one time; a script that samples at clock edges
#   reads the glitch.
source "$(dirname "$0")/common.sh"

python_packages vcdvcd==2.6.0
cat >in.vcd <<'VCD'
$timescale 1 ns $end
$scope module t $end
$var wire 1 ! a $end
$var wire 8 # b [7:0] $end
$upscope $end
$enddefinitions $end
#0
0!
b0 #
#20
1!
0!
#30
bx #
VCD
python >read.txt - <<'CODE'
from vcdvcd import VCDVCD

vcd = VCDVCD("in.vcd")
print(*[vcd["t.a"][time] for time in (19, 20, 21)])
print(*[vcd["t.b[7:0]"][time] for time in (0, 30)])
CODE
expect "the scalar at 19, 20 and 21" "0 1 0" "$(sed -n 1p read.txt)"
expect "the vector at 0 and 30" "0 x" "$(sed -n 2p read.txt)"
finish
