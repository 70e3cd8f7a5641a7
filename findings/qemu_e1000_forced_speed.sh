#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000.
# Expected: with CTRL.FRCSPD and FRCDPX the STATUS register shows the speed and duplex mode that
# CTRL forces.
# Observed: STATUS shows 1000 Mb/s and full duplex for 10 Mb/s and half duplex.
# Hurts: drivers that report what STATUS shows. A setting of ethtool has no effect that a test can
# see, and code for half duplex is never reached.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import E1000

card = E1000()
print(hex(card.get(8) & 0xC1))
card.set(0, 0x1840)  # FRCDPX, FRCSPD, SLU; 10 Mb/s, half duplex
print(hex(card.get(0)), hex(card.get(8) & 0xC1))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "STATUS: speed (0x80 is 1000 Mb/s), full duplex (1)" 0x81 "$(sed -n 1p lines)"
expect "CTRL and STATUS with 10 Mb/s and half duplex" "0x1840 0x81" "$(sed -n 2p lines)"
finish
