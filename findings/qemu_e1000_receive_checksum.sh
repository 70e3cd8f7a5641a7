#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000.
# Expected: with RXCSUM.IPOFLD and TUOFLD set, the receive descriptor reports the checksums. A
# good packet has the status bits IPCS and TCPCS, a bad IP header the error bit IPE.
# Observed: each descriptor has the status bit IXSM, "ignore the checksum indications", and no
# error. RXCSUM reads as 0 after the bits were written.
# Hurts: drivers and models that are compared with QEMU. The code for good and for bad checksums
# of received packets never runs.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from captures import ethernet, udp
from qemu_card import E1000

good = b"\x02\0\0\0\0\x01" + ethernet(udp())[6:]
bad = good[:24] + bytes([good[24] ^ 255]) + good[25:]
card = E1000()
card.set(0x5000, 0x300)
card.set(0x100, 0x8002)
time.sleep(1.5)
for slot, frame in enumerate((good, bad)):
    card.send(frame)
    print(*card.load(0x101000 + 16 * slot + 12, 2))
print(hex(card.get(0x5000)))
card.machine.kill()
CODE
bounded 90 python3 probe.py >lines
expect "status (DD 1, EOP 2, IXSM 4, TCPCS 32, IPCS 64) and errors, good packet" "7 0" "$(sed -n 1p lines)"
expect "status and errors, bad header checksum (IPE 64)" "7 0" "$(sed -n 2p lines)"
expect "RXCSUM after the value 0x300 was written" 0x0 "$(sed -n 3p lines)"
finish
