#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device tulip.
# Expected: RDES0 has MF (bit 10) for a multicast frame, and FF (bit 30) for a frame that fails the
# filter and is received because of CSR6.RA.
# Observed: both bits stay 0; the word is that of a frame to the card.
# Hurts: software that counts multicast frames, or that filters in software by FF, sees traffic
# for the card only.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, Tulip, setup_words

OWN = bytes.fromhex("020000000001")
for mode, station in ((0, "020000000001"), (0x80, "01005e000001"), (0x40000000, "020000000009")):
    card = Tulip(mode)
    card.transmit(setup_words(OWN * 16), 0x08000000)
    card.send(bytes.fromhex(station) + FRAME[6:])
    print(hex(card.status(0)))
    card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "RDES0 of a frame to the card" "0x400300" "$(sed -n 1p lines)"
expect "of a multicast frame with CSR6.PM" "0x400300" "$(sed -n 2p lines)"
expect "of a frame to another address with CSR6.RA" "0x400300" "$(sed -n 3p lines)"
finish
