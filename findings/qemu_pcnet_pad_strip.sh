#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device pcnet.
# Expected: with ASTRP_RCV, bit 10 of CSR4, the Am79C970A stores a frame of 802.3 without its padding and
# FCS: 19 octets if the length field is 5. A frame with an EtherType is stored whole.
# Observed: the bit has no effect. Both frames are stored with 64 octets.
# Hurts: a driver that relies on the length of a stripped frame passes padding to its protocol. One that
# expects the padding works here, and fails on a card that strips it.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, Pcnet

card = Pcnet(features=0x0515)
card.send(FRAME[:12] + b"\x00\x05\xaa\xaa\x03\x01\x02" + bytes(41))
card.send(FRAME)
print(hex(card.get(4) & 0x400), len(card.received(0)), len(card.received(1)))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "ASTRP_RCV, octets of a frame of 802.3 and of a frame with an EtherType (0x400 19 64)" "0x400 64 64" "$(cat lines)"
finish
