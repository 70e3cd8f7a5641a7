#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000 and e1000e.
# Expected: a legacy transmit descriptor with the command bit IC inserts the checksum of the octets from CSS on at the
# place CSO, as the 8254x and the 82574 do.
# Observed: IC has no effect: the frame is sent as it is in memory, and its descriptor is reported as done. A context
# descriptor and a data descriptor with TXSM insert the right checksum.
# Hurts: small drivers, as of boot loaders and teaching systems, use legacy descriptors. One that computes the checksum by
# the card sends datagrams that each receiver drops, and one that sets CSO wrong passes.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import struct

from qemu_card import BROADCAST, E1000


def checksum(octets):
    """Returns the Internet checksum."""
    total = sum(struct.unpack(f"!{len(octets) // 2}H", octets))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def header(length):
    """Returns an IPv4 header with its checksum, and the pseudo header of its UDP datagram."""
    addresses = bytes([10, 0, 0, 1, 10, 0, 0, 2])
    head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + length, 1, 0, 64, 17, 0) + addresses
    return head[:10] + struct.pack("!H", checksum(head)) + head[12:], addresses + struct.pack("!HH", 17, length)


network, pseudo = header(26)
seed = ~checksum(pseudo) & 0xFFFF  # software sets the field to the sum of the pseudo header
datagram = struct.pack("!HHHH", 7, 9, 26, seed) + bytes(range(18))
right = checksum(datagram)
frame = BROADCAST + network + datagram
print(f"{seed:04x} {right:04x}")
for model in "e1000", "e1000e":
    card = E1000(model)
    card.set(0x400, 0x0A)
    card.store(0x110000, frame)
    # Legacy: CSO 40, commands EOP, IFCS, IC and RS, CSS 34.
    card.store(0x100000, struct.pack("<QHBBBBH", 0x110000, len(frame), 40, 0x0F, 0, 34, 0))
    card.set(0x3818, 1)
    sent = card.receive()
    print(len(sent), sent[40:42].hex(), sent[:40] + sent[42:] == frame[:40] + frame[42:], card.load(0x10000C, 1)[0] & 1)
    # A context descriptor with TUCSS 34 and TUCSO 40, and a data descriptor with TXSM.
    card.store(0x100010, struct.pack("<BBHBBHIBBH", 0, 0, 0, 34, 40, 0, 0x20 << 24, 0, 0, 0))
    card.store(0x100020, struct.pack("<QIBBH", 0x110000, 0x2B << 24 | 1 << 20 | len(frame), 0, 2, 0))
    card.set(0x3818, 3)
    sent = card.receive()
    print(len(sent), sent[40:42].hex(), sent[:40] + sent[42:] == frame[:40] + frame[42:], card.load(0x10002C, 1)[0] & 1)
    card.machine.kill()
CODE
bounded 90 python3 probe.py >lines 2>log
read -r seed right <lines
expect "The field before, and the right checksum" "142e a356" "$seed $right"
expect "e1000, legacy: octets, checksum, rest as before, done" "60 $seed True 1" "$(sed -n 2p lines)"
expect "e1000, context" "60 $right True 1" "$(sed -n 3p lines)"
expect "e1000e, legacy (60 $right True 1)" "60 $seed True 1" "$(sed -n 4p lines)"
expect "e1000e, context" "60 $right True 1" "$(sed -n 5p lines)"
finish
