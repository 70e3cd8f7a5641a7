#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device ne2k_pci.
# Expected: in monitor mode (RCR.MON) the DP8390 checks the address and the FCS of each frame, stores none,
# and counts those that it would have received in CNTR2.
# Observed: frames are stored in the ring and reported by ISR.PRX as usual, and CNTR2 stays 0.
# Hurts: a driver that counts the traffic of a network without memory for it gets full buffers, and its
# count is 0.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, Ne2000

card = Ne2000()
for receive in (0x04, 0x24):
    card.set(12, receive)
    card.set(7, 0xFF)
    page = card.current_page()
    card.send(FRAME)
    print(card.current_page() - page, card.get(7), card.get(15))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "pages of the ring that a broadcast takes, ISR and CNTR2" "1 1 0" "$(sed -n 1p lines)"
expect "in monitor mode (0 0 1)" "1 1 0" "$(sed -n 2p lines)"
finish
