#!/usr/bin/env bash
# Versions: GTKWave 3.3.118 (vcd2vzt, vzt2vcd, vcd2fst, fst2vcd).
# Expected: a VZT file has the changes of the VCD, as an FST file has them.
# Observed: the part between $dumpoff and $dumpon is filled with the last values. No message is
# printed.
# Hurts: a wire seems to be constant while nothing was recorded, so idle and busy times of a bus are
# too long.
. "$(dirname "$0")/common.sh"

debian_packages gtkwave=3.3.118-0.1~deb12u1
cat >in.vcd <<'VCD'
$timescale 1 ns $end
$scope module top $end
$var wire 1 ! busy $end
$upscope $end
$enddefinitions $end
#0
0!
#10
1!
#30
$dumpoff
x!
$end
#90
$dumpon
1!
$end
#100
0!
VCD
vcd2vzt in.vcd out.vzt >log 2>&1
vzt2vcd out.vzt >vzt.vcd 2>log
vcd2fst in.vcd out.fst >log 2>&1
fst2vcd out.fst >fst.vcd 2>log
# The times of the changes of a variable in a VCD file.
times() {
    awk -v name="$2" '$1 == "$var" && $5 == name {code = $4}
        /^#/ {time = substr($0, 2)} substr($0, 2) == code && /^[01x]/ {print time}' "$1" | paste -sd' '
}
expect "changes of busy, FST" "0 10 30 90 100" "$(times fst.vcd busy)"
expect "changes of busy, VZT" "0 10 100" "$(times vzt.vcd busy)"
finish
