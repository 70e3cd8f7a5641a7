#!/usr/bin/env bash
# Versions: pyDigitalWaveTools 1.2.
# Expected: variables of a VCD that share an identifier have the same changes.
# Observed: only the first variable of an identifier has its changes. The others have none, and no
# message is printed.
# Hurts: simulators give one identifier to all ports that a signal passes. A script that
# reads a signal inside of a card gets a line that never changes.
. "$(dirname "$0")/common.sh"

python_packages pyDigitalWaveTools==1.2
cat >in.vcd <<'VCD'
$timescale 1 ns $end
$scope module board $end
$var wire 1 ! clock $end
$scope module card $end
$var wire 1 ! clk $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
0!
#5
1!
VCD
python >changes - <<'CODE'
from pyDigitalWaveTools.vcd.parser import VcdParser

parser = VcdParser()
parser.parse(open("in.vcd"))
board = parser.scope.toJson()["children"][0]
clock, card = board["children"]
print(clock["name"], clock["data"])
print(card["children"][0]["name"], card["children"][0]["data"])
CODE
expect "first variable of the identifier" "clock [(0, '0'), (5, '1')]" "$(sed -n 1p changes)"
expect "second variable of the identifier" "clk []" "$(sed -n 2p changes)"
finish
