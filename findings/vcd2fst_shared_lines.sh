#!/usr/bin/env bash
# vcd2fst drops every value change that shares a line with a time.
#
# Versions: vcd2fst and fst2vcd of GTKWave 3.3.118, pyvcd 0.5.1 (reader), vcdvcd 2.6.0.
# Expected: VCD separates by blanks and newlines alike, so "#10 1! 0#" is three tokens.
# Observed: vcd2fst reads the time and skips the rest of the line, exit code 0, no message. pyvcd
#   reads all. vcdvcd reads scalars on the time's line and refuses vectors there.
# Hurts: users of sigrok and PulseView, whose VCD output has all changes on the line of the time:
#   the
#   FST has the right signals and no changes.
source "$(dirname "$0")/common.sh"

python_packages pyvcd==0.5.1 vcdvcd==2.6.0
debian_packages gtkwave=3.3.118-0.1~deb12u1
cat >in.vcd <<'VCD'
$timescale 1 ns $end
$scope module t $end
$var wire 1 ! a $end
$var wire 1 # c $end
$upscope $end
$enddefinitions $end
#0 0! 0#
#10 1!
1#
#20 0! 0#
#30
1!
VCD
expect "exit code of vcd2fst" "0" "$(status vcd2fst in.vcd out.fst)"
expect "changes after the round trip" '#0 #10 1" #20 #30 1!' \
    "$(fst2vcd out.fst | sed '1,/enddefinitions/d' | grep -v '\$' | paste -sd' ')"
expect "changes in pyvcd" "7" "$(python - <<'CODE'
from vcd.reader import TokenKind, tokenize
with open("in.vcd", "rb") as file:
    print(sum(token.kind is TokenKind.CHANGE_SCALAR for token in tokenize(file)))
CODE
)"
expect "changes in vcdvcd" "7" "$(python -c '
from vcdvcd import VCDVCD
vcd = VCDVCD("in.vcd")
print(sum(len(vcd[name].tv) for name in vcd.signals))')"
finish
