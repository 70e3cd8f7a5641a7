#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000, pcnet,
# ne2k_pci.
# Expected: where a card reports a length that includes the FCS, the four octets are the FCS.
# Observed: each of the three reports 64 octets for a frame of 60, and the last four are not its
# FCS: they are zero in a fresh buffer.
# Who is hurt: whoever checks a driver or a model against QEMU. Software that verifies the FCS, as
# analysers and tests of a MAC do, rejects each frame, and a wrong FCS can never be produced.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import FRAME, E1000, Ne2000, Pcnet, fcs


def report(card, slot):
    card.send(FRAME)
    octets = card.received(slot)
    print(len(octets), octets[:60] == FRAME, octets[60:].hex(), octets[60:] == fcs(FRAME))
    card.machine.kill()


card = E1000()
card.set(0x100, 0x8002)  # enable, accept broadcasts
time.sleep(1.5)
report(card, 0)
report(Pcnet(), 0)
report(Ne2000(), 0x4D)
CODE
bounded 60 python3 probe.py >frames
for card in e1000 pcnet ne2k_pci; do
    expect "$card: length, frame right, last octets, FCS right" "64 True 00000000 False" \
        "$(sed -n 1p frames)"
    sed -i 1d frames
done
finish
