#!/usr/bin/env bash
# Versions: Verilog_VCD 1.11.
# Expected: parse_vcd(..., opt_timescale="ps") converts the times to picoseconds.
# Observed: the option fails with AttributeError for each file and each unit, as it sorts the keys
# of a dictionary in a way that Python 3 does not have. Without the option times are in ticks.
# Hurts: scripts that compare waveforms of two time scales. The documented way to one unit does not
# work, and plain ticks of two files differ by a power of ten.
. "$(dirname "$0")/common.sh"

python_packages Verilog_VCD==1.11
cat >in.vcd <<'VCD'
$timescale 1 ns $end
$scope module top $end
$var wire 1 ! a $end
$upscope $end
$enddefinitions $end
#0
0!
#7
1!
VCD
python >seen - <<'CODE'
from Verilog_VCD.Verilog_VCD import parse_vcd

print(parse_vcd("in.vcd")["!"]["tv"])
for unit in ("fs", "ps", "ns", "us"):
    try:
        print(parse_vcd("in.vcd", opt_timescale=unit)["!"]["tv"])
    except AttributeError as error:
        print(unit, error)
CODE
expect "no option" "[(0, '0'), (7, '1')]" "$(sed -n 1p seen)"
expect "option" "ps 'dict_keys' object has no attribute 'sort'" "$(sed -n 3p seen)"
expect "units that fail" 4 "$(grep -c "no attribute 'sort'" seen)"
finish
