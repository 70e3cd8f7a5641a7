#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000 and e1000e.
# Expected: statistics of received frames are those of the line, with tag and FCS, whether or not the card strips them
# before it stores the frame: a shortest frame is one in PRC64 and 64 octets in GORC.
# Observed: with SECRC the classes of sizes lack the FCS, but not GORC: a shortest frame is in no class, one of 68 octets
# is in PRC64, and one of 128 in PRC127. With VME the tag is missing everywhere: 64 octets with a tag are 60 in GORC.
# Hurts: the Linux driver of the 82574 strips the FCS. The classes do not add up to the frames, and a histogram of sizes
# has no shortest frames, though all are. Rates of tagged traffic are 6 % lower than at the sender.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import E1000

ADDRESSES = bytes.fromhex("ffffffffffff020000000002")


def frame(size, tag=b""):
    """Returns a frame of `size` octets without its FCS."""
    return (ADDRESSES + tag + b"\x88\xb5").ljust(size, b"\0")


for model in "e1000", "e1000e":
    card = E1000(model)
    card.set(0, card.get(0) | 1 << 30)  # VME
    card.set(0x38, 0x8100)  # VET
    for control in 0x8002, 0x04008002:  # EN and BAM, then with SECRC
        card.set(0x100, control)
        time.sleep(1.5)  # e1000 receives nothing in the first second
        for sent in frame(60), frame(64), frame(124), frame(60, b"\x81\0\0\x65"):
            card.set(0x2818, (card.get(0x2810) + 7) % 8)
            card.send(sent)
            # GPRC, GORCL, PRC64, PRC127, PRC255; a read clears, and GORCH clears GORCL.
            print(*(card.get(register) for register in (0x4074, 0x4088, 0x405C, 0x4060, 0x4064)))
            card.get(0x408C)
    card.machine.kill()
CODE
bounded 120 python3 probe.py >lines 2>log
# seen LINE LABEL VALUE: the counts after a frame, for both models.
seen() {
    expect "e1000, $2" "$3" "$(sed -n "$1p" lines)"
    expect "e1000e, $2" "$3" "$(sed -n "$(($1 + 8))p" lines)"
}
seen 1 "64 octets with FCS: GPRC, GORC, PRC64, PRC127, PRC255" "1 64 1 0 0"
seen 2 "68 octets" "1 68 0 1 0"
seen 3 "128 octets" "1 128 0 0 1"
seen 4 "64 octets with a tag, VME (1 64 1 0 0)" "1 60 0 0 0"
seen 5 "64 octets, SECRC (1 64 1 0 0)" "1 64 0 0 0"
seen 6 "68 octets, SECRC (1 68 0 1 0)" "1 68 1 0 0"
seen 7 "128 octets, SECRC (1 128 0 0 1)" "1 128 0 1 0"
seen 8 "64 octets with a tag, VME and SECRC (1 64 1 0 0)" "1 60 0 0 0"
finish
