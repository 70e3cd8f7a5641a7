#!/usr/bin/env bash
# Versions: GTKWave 3.3.118 (Debian gtkwave 3.3.118-0.1~deb12u1).
# Expected: vcd2lxt2, vcd2vzt and vcd2fst keep the times of a variable of type event, as lxt2vcd, vzt2vcd and
# fst2vcd print them.
# Observed: FST keeps them. In LXT2 the variable changes between x and y at each event, and "y" is no value
# of a VCD. In VZT it is 0 for ever: the events are lost without a message.
# Hurts: a bench that marks packets with events. Half of them look like unknown values, or none has
# happened.
. "$(dirname "$0")/common.sh"

debian_packages gtkwave=3.3.118-0.1~deb12u1
cat >events.vcd <<'VCD'
$timescale 1 ns $end
$scope module top $end
$var event 1 & packet $end
$upscope $end
$enddefinitions $end
#0
#5
1&
#9
1&
#12
1&
VCD
for format in fst lxt2 vzt; do
    "vcd2$format" events.vcd "events.$format" >log 2>&1
    "${format%2}2vcd" "events.$format" 2>log | sed -n '/dumpvars/,$p' | paste -sd' ' >"seen.$format"
done
expect "FST" '$dumpvars $end #5 1! #9 1! #12 1!' "$(cat seen.fst)"
expect "LXT2" '$dumpvars x! $end #5 y! #9 x! #12 y!' "$(cat seen.lxt2)"
expect "VZT" '$dumpvars 0! $end #12' "$(cat seen.vzt)"
finish
