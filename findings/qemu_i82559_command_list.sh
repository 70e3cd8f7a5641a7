#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device i82559er.
# Expected: the command unit executes a list up to the command with its EL or S bit.
# Observed: it stops after 16 commands without an interrupt. The unit stays active, the others of
# 20 frames wait for the next CU command, and a resume of the active unit sends them.
# Hurts: drivers that queue more than 16 frames at once. The last ones are late by an unknown time,
# and the driver waits for a status that never comes.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import I82559

card = I82559()
for count in (16, 20):
    frames = card.transmit_list(count)
    print(frames, hex(card.status() & 0x20C0))
    card.write("writeb", 0xFE000001, 0xFF)
card.execute(0x20)
print(card.receive_all(), hex(card.status() & 0x20C0))
card.machine.kill()
CODE
bounded 90 python3 probe.py >lines
expect "list of 16: frames sent, CNA (0x2000), active (0x80)" "16 0x2000" "$(sed -n 1p lines)"
expect "list of 20" "16 0x80" "$(sed -n 2p lines)"
expect "after a resume" "4 0x2000" "$(sed -n 3p lines)"
finish
