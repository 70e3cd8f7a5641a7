#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000 and e1000e.
# Expected: PIF of a legacy receive descriptor marks frames that only the hash of multicast addresses has passed, and the
# field Packet Checksum has the sum of all octets from PCSS on.
# Observed: PIF is never set: frames to the station and to a group look the same. e1000 leaves in the field what the driver
# had written to the descriptor, and its RXCSUM reads as 0. e1000e writes 0 to the field, and its RXCSUM reads as it was
# written.
# Hurts: a driver that compares addresses only if PIF is set passes frames of foreign groups on. One that uses the sum for
# the protocols that the card does not know finds each checksum wrong, or the sum of the frame before.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import struct
import time

from qemu_card import E1000

REST = bytes.fromhex("02000000000288b5") + bytes(range(46))


def word_sum(octets):
    """Returns the one's complement sum of octets as 16-bit numbers of the line."""
    total = sum(struct.unpack(f"!{len(octets) // 2}H", octets))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total


print(f"{word_sum(REST[8:]):04x}")
for model in "e1000", "e1000e":
    card = E1000(model)
    card.set(0x5400, 0x00000002)  # the station is 02:00:00:00:00:01
    card.set(0x5404, 0x80000100)
    card.set(0x5200, 1 << 16)  # the hash value of 01:00:5e:00:00:01, and of 03:00:5e:00:00:01
    card.set(0x5000, 14)  # RXCSUM: PCSS is 14
    for slot in range(8):
        card.store(0x101000 + 16 * slot, struct.pack("<QHHI", 0x120000 + 2048 * slot, 0, 0x5A5A, 0))
    card.set(0x100, 0x04008002)  # EN, BAM and SECRC
    time.sleep(1.5)  # e1000 receives nothing in the first second
    for slot, address in enumerate(("020000000001", "01005e000001", "03005e000001", "01005e000002")):
        card.send(bytes.fromhex(address) + REST)
        length, total, status = struct.unpack_from("<HHB", card.load(0x101008 + 16 * slot, 5))
        print(length, f"{total:04x}", status >> 7, status & 3)
    print(f"{card.get(0x5000):x}")
    card.machine.kill()
CODE
bounded 90 python3 probe.py >lines 2>log
expect "Sum of the octets from PCSS on" fc12 "$(sed -n 1p lines)"
line=2
for model in e1000 e1000e; do
    sum=5a5a start=0
    [ $model = e1000 ] || sum=0000 start=e
    for to in "the station" "a group" "another group of the same hash value"; do
        expect "$model, to $to: octets, Packet Checksum, PIF, EOP and DD" "60 $sum 0 3" "$(sed -n ${line}p lines)"
        line=$((line + 1))
    done
    expect "$model, to a group of another hash value" "0 5a5a 0 0" "$(sed -n ${line}p lines)"
    expect "$model, RXCSUM, written e" $start "$(sed -n $((line + 1))p lines)"
    line=$((line + 2))
done
finish
