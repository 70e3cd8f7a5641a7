#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000 and ne2k_pci.
# Expected: while a card is in internal loopback, nothing that it sends appears on the cable.
# Observed: TCR's internal loopback of the NE2000 and RCTL.LBM (MAC loopback) of the 82540EM have
# no effect: the frame leaves on the cable and is not looped back. The loopback of the 82540EM's
# PHY works.
# Who is hurt: whoever tries a self test or a driver on QEMU. A test of the loopback fails on a
# sound driver, and a driver that forgets to leave loopback passes: all its traffic goes through.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import FRAME, E1000, Ne2000

card = Ne2000()
card.set(13, 0x02)  # TCR: internal loopback
page = card.current_page()
print(len(card.transmit(FRAME)), card.current_page() - page)
card.machine.kill()
card = E1000()
card.set(0x400, 0x02)
card.set(0x100, 0x8042)  # enable, MAC loopback, accept broadcasts
time.sleep(1.5)
print(len(card.transmit(FRAME)), card.get(0x2810))
card.set(0x100, 0x8002)
card.set(0x20, 0x04205140)  # MDIC: write BMCR of the PHY, loopback
time.sleep(1.5)
print(len(card.transmit(FRAME)), card.get(0x2810))
card.machine.kill()
CODE
bounded 60 python3 probe.py >frames
expect "ne2k_pci, TCR: octets on the wire, pages received" "60 0" "$(sed -n 1p frames)"
expect "e1000, RCTL.LBM: octets on the wire, frames received" "60 0" "$(sed -n 2p frames)"
expect "e1000, PHY: octets on the wire, frames received" "0 1" "$(sed -n 3p frames)"
finish
