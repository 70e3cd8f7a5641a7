#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000 and pcnet.
# Expected: a card that is told to pad short frames (TCTL.PSP of the 82540EM, APAD_XMT of the
# Am79C970A) puts at least 60 octets on the wire.
# Observed: both bits are stored and have no effect. A frame of 14 octets is 14 octets on the wire.
# Who is hurt: whoever takes QEMU's frames as a reference. Captures at a -netdev show frames that
# no Ethernet carries, and the receiving QEMU card pads them, so a driver that forgets the bit
# passes.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import BROADCAST, E1000, Pcnet

card = E1000()
card.set(0x400, 0x0A)  # enable, pad short packets
print(len(card.transmit(BROADCAST)))
card.machine.kill()
card = Pcnet(features=0x0915)  # APAD_XMT
print(len(card.transmit(BROADCAST)))
card.machine.kill()
CODE
bounded 60 python3 probe.py >sizes
expect "octets on the wire, e1000 with TCTL.PSP" 14 "$(sed -n 1p sizes)"
expect "octets on the wire, pcnet with APAD_XMT" 14 "$(sed -n 2p sizes)"
finish
