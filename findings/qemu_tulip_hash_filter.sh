#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device tulip.
# Expected: with FT0 in the descriptor of a setup frame, the frame is a hash table of 512 bits for
# multicast addresses and one perfect address.
# Observed: it is read as 16 perfect addresses. With all bits of the table set, no multicast frame
# is received; the card's own address works, as its place is the same in both forms.
# Hurts: drivers use the hash form for more than 14 groups. In QEMU the multicast frames then stop
# without an error, while all other traffic goes on.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, Tulip, setup_words

OWN = bytes.fromhex("020000000001")
card = Tulip()
table = b"\xff" * 64 + bytes(14) + OWN + bytes(12)
card.transmit(setup_words(table), 0x08400000)
card.send(bytes.fromhex("01005e000001") + FRAME[6:])
print(hex(card.status(0)))
card.send(OWN + FRAME[6:])
print(hex(card.status(0)))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "descriptor after a multicast frame" "0x80000000" "$(sed -n 1p lines)"
expect "descriptor after a frame to the card" "0x400300" "$(sed -n 2p lines)"
finish
