#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000.
# Expected: without RCTL.LPE the 82540EM drops frames longer than 1522 octets with their FCS.
# Observed: the limit holds for the octets without the FCS: 1522, which are 1526 on the cable, are
# received, and 1523 are dropped.
# Hurts: tests of the limit. A driver with buffers for the largest legal frame gets four octets
# more, and the counts of oversize frames differ from those of a card.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import E1000, FRAME

card = E1000()
card.set(0x100, 0x8002)
time.sleep(1.5)
for octets in (1518, 1519, 1522, 1523):
    card.send(FRAME + bytes(octets - len(FRAME)))
    print(octets, card.get(0x4074), card.get(0x40AC))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "octets without FCS, good frames, oversize frames" "1518 1 0" "$(sed -n 1p lines)"
expect "longer than the limit with the FCS" "1519 1 0" "$(sed -n 2p lines)"
expect "four octets longer than the limit" "1522 1 0" "$(sed -n 3p lines)"
expect "one more" "1523 0 1" "$(sed -n 4p lines)"
finish
