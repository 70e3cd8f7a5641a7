#!/usr/bin/env bash
# Versions: sigrok-cli 0.7.2 with libsigrok 0.5.2.
# Expected: all changes of a VCD are read.
# Observed: the changes at the last time stamp are dropped without a message. They are read if
# another time stamp follows.
# Hurts: writers that end the file with the last change, such as pyvcd. The end of the last frame
# on a line is missing, and a decoder waits for the stop bit.
. "$(dirname "$0")/common.sh"

debian_packages sigrok-cli=0.7.2-1+b1
cat >in.vcd <<'VCD'
$timescale 1 ns $end
$scope module top $end
$var wire 1 ! busy $end
$upscope $end
$enddefinitions $end
#0
0!
#100
1!
#200
0!
VCD
cp in.vcd longer.vcd
echo "#300" >>longer.vcd
# The changes that sigrok-cli reads in a file.
changes() {
    bounded 30 sigrok-cli -i "$1" -O vcd 2>log | sed '1,/enddefinitions/d' | paste -sd' '
}
expect "changes read" "#0 0! #100 1! #200" "$(changes in.vcd)"
expect "changes read with a time stamp at the end" "#0 0! #100 1! #200 0! #300" "$(changes longer.vcd)"
finish
