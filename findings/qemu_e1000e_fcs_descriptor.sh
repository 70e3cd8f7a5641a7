#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000e and e1000.
# Expected: with RCTL.SECRC = 0 a frame of 60 octets and its FCS fit into one buffer of 2048 octets: one descriptor with a
# length of 64, DD and EOP, as e1000 has it.
# Observed: e1000e uses two descriptors: one of 60 octets without EOP, and one of 4 with EOP for the FCS, whatever the
# size of the frame is. With SECRC = 1 there is one.
# Hurts: a ring holds half of the frames. A driver that drops frames of several buffers, as that of Linux without jumbo
# frames, receives nothing once it keeps the FCS, and one that looks at single descriptors gets frames of four octets.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import struct
import time

from qemu_card import BROADCAST, E1000


def descriptors(model, control, *sizes):
    """Returns length and status of the descriptors that frames of these sizes use, and RDH after them."""
    card = E1000(model)
    card.set(0x100, control)
    time.sleep(1.5)  # e1000 receives nothing in the first second
    for size in sizes:
        card.send(BROADCAST + bytes(size - 14))
    used = []
    for slot in range(8):
        length, _, status = struct.unpack_from("<HHB", card.load(0x101008 + 16 * slot, 5))
        if status & 1:
            used.append(f"{length}{'+' if status & 2 else ''}")
    head = card.get(0x2810)
    card.machine.kill()
    return *used, head


print(*descriptors("e1000", 0x8002, 60, 1514))
print(*descriptors("e1000e", 0x8002, 60, 1514))
print(*descriptors("e1000", 0x04008002, 60, 1514))
print(*descriptors("e1000e", 0x04008002, 60, 1514))
CODE
bounded 90 python3 probe.py >lines 2>log
# A + is EOP.
expect "e1000, frames of 60 and 1514 octets: lengths of descriptors, RDH" "64+ 1518+ 2" "$(sed -n 1p lines)"
expect "e1000e (64+ 1518+ 2)" "60 4+ 1514 4+ 4" "$(sed -n 2p lines)"
expect "e1000, SECRC" "60+ 1514+ 2" "$(sed -n 3p lines)"
expect "e1000e, SECRC" "60+ 1514+ 2" "$(sed -n 4p lines)"
finish
