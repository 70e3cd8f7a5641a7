#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000, e1000e and pcnet.
# Expected: without IFCS (e1000) or with DXMTFCS (pcnet) the driver supplies the FCS: 60 octets and their FCS are a frame
# of 64 octets on the line. As QEMU's cable carries frames without FCS, 60 octets are sent, as with a FCS of the card.
# Observed: both bits have no effect, and the FCS is sent as data: 64 octets, to which each receiver adds its own FCS.
# e1000 counts a sent frame of 68 octets, and e1000e one of 64.
# Hurts: a tester that sends wrong FCS on purpose, to count errors at a receiver, sends good frames, which are four octets
# too long.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import struct

from qemu_card import E1000, Pcnet, fcs

FRAME = bytes.fromhex("ffffffffffff02000000000288b5") + bytes(range(46))
right = FRAME + fcs(FRAME)
wrong = FRAME + bytes(4)
for model in "e1000", "e1000e":
    card = E1000(model)
    card.set(0x400, 0x0A)
    # Commands EOP and RS, and IFCS for the first frame.
    for slot, (frame, command) in enumerate(((FRAME, 0x0B), (right, 0x09), (wrong, 0x09))):
        card.store(0x110000, frame)
        card.store(0x100000 + 16 * slot, struct.pack("<QHBBI", 0x110000, len(frame), 0, command, 0))
        card.set(0x3818, slot + 1)
        sent = card.receive()
        octets = card.get(0x4090)  # GOTCL
        card.get(0x4094)
        print(len(sent), sent == frame, octets)
    card.machine.kill()
for mode, frame in (0x80, FRAME), (0x88, right), (0x88, wrong):
    card = Pcnet(mode=mode)
    sent = card.transmit(frame)
    print(f"{card.get(15):x}", len(sent), sent == frame)
    card.machine.kill()
CODE
bounded 120 python3 probe.py >lines 2>log
expect "e1000, FCS of the card: octets on the cable, as in memory, octets counted" "60 True 64" "$(sed -n 1p lines)"
expect "FCS of the driver (60 False 64)" "64 True 68" "$(sed -n 2p lines)"
expect "wrong FCS of the driver" "64 True 68" "$(sed -n 3p lines)"
expect "e1000e, FCS of the card" "60 True 60" "$(sed -n 4p lines)"
expect "FCS of the driver (60 False 64)" "64 True 64" "$(sed -n 5p lines)"
expect "wrong FCS of the driver" "64 True 64" "$(sed -n 6p lines)"
expect "pcnet, FCS of the card: mode in CSR15, octets on the cable, as in memory" "80 60 True" "$(sed -n 7p lines)"
expect "FCS of the driver (88 60 False)" "88 64 True" "$(sed -n 8p lines)"
expect "wrong FCS of the driver" "88 64 True" "$(sed -n 9p lines)"
finish
