#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device tulip.
# Expected: with perfect filtering the 21143 receives the 16 addresses of the setup frame; the
# broadcast address has to be one of them.
# Observed: broadcasts are received with a setup frame that holds the card's own address only.
# Hurts: a driver that forgets the broadcast address passes with QEMU. On a card it gets no ARP.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, Tulip, setup_words

card = Tulip()
card.transmit(setup_words(bytes.fromhex("020000000001") * 16), 0x08000000)
card.send(bytes.fromhex("01005e000001") + FRAME[6:])
print(hex(card.status(0)))
card.send(FRAME)
print(hex(card.status(0)))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "descriptor after a multicast frame that is not in the list" "0x80000000" "$(sed -n 1p lines)"
expect "descriptor after a broadcast frame that is not in the list" "0x400300" "$(sed -n 2p lines)"
finish
