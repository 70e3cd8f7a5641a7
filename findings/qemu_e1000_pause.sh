#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000.
# Expected: with CTRL.RFCE a PAUSE frame stops the transmitter of the 82540EM and counts in
# XOFFRXC.
# Observed: while a PAUSE frame with the longest time arrives every 10 ms, a frame is sent, and
# XOFFRXC stays 0.
# Hurts: studies of flow control with virtual machines. The sender never slows down, and losses in
# a full switch look like those of a network without flow control.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import threading
import time

from qemu_card import E1000, FRAME

card = E1000()
for register, value in ((0x28, 0x00C28001), (0x2C, 0x0100), (0x30, 0x8808), (0x100, 0x8002), (0x400, 2)):
    card.set(register, value)
card.set(0, card.get(0) | 1 << 27)
time.sleep(1.5)
pause = bytes.fromhex("0180c2000001020000000002" "88080001ffff") + bytes(42)
done = threading.Event()


def repeat():
    """Sends PAUSE frames, which stop a card for 33 ms each."""
    while not done.is_set():
        card.wire.sendto(pause, card.card)
        time.sleep(0.01)


sender = threading.Thread(target=repeat)
sender.start()
time.sleep(0.5)
print(len(card.transmit(FRAME)), hex(card.get(0) & 1 << 27), card.get(0x4050))
done.set()
sender.join()
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "octets sent, CTRL.RFCE, count of PAUSE frames" "60 0x8000000 0" "$(cat lines)"
finish
