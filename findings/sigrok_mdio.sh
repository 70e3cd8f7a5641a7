#!/usr/bin/env bash
# Versions: sigrok-cli 0.7.2 with libsigrokdecode 0.5.3 (Debian libsigrokdecode4 0.5.3-4).
# Expected: the decoder mdio reads frames with a suppressed preamble, which IEEE 802.3 allows if bit 1.6 of a PHY
# is set; and in clause 45 each device of each port has an address register of its own.
# Observed: frames without a preamble are not listed, and there is no message. One address register is used for
# all devices: a read of device 3 shows the address that was set for device 1 later.
# Hurts: tests of a driver or a MAC with a logic analyzer. All accesses but the first one are missing, the
# registers of a PCS are listed with addresses of a PMA.
. "$(dirname "$0")/common.sh"

debian_packages sigrok-cli=0.7.2-1+b1 libsigrokdecode4=0.5.3-4
python3 - <<'CODE'
def bits(number, width):
    """Returns the bits of a number, highest first."""
    return [number >> i & 1 for i in reversed(range(width))]


def frame(start, code, port, register, data, preamble):
    """Returns the bits of a frame."""
    return [1] * preamble + bits(start, 2) + bits(code, 2) + bits(port, 5) + bits(register, 5) + [1, 0] + bits(data, 16)


def write(name, frames):
    """Writes two samples per level of the clock; bit 0 is the clock, bit 1 the data."""
    samples = bytearray([2] * 4)
    for bit in sum(frames, []):
        samples += bytes([2 * bit, 2 * bit, 2 * bit + 1, 2 * bit + 1])
    open(name, "wb").write(samples + bytes([2] * 8))


for preamble in (32, 0):
    reads = [frame(1, 2, 1, register, data, preamble) for register, data in ((2, 0x0141), (3, 0x0CB1))]
    write(f"preamble{preamble}", [frame(1, 2, 1, 1, 0x796D, 32)] + reads)
address, read = 0, 3
steps = ((address, 3, 0x20), (address, 1, 0x08), (read, 3, 0x1234), (read, 1, 0x5678))
write("clause45", [frame(0, code, 1, device, data, 32) for code, device, data in steps])
CODE

# Accesses that the decoder lists in a file.
accesses() {
    bounded 30 sigrok-cli -I binary:numchannels=2:samplerate=10000000 -i "$1" \
        -P mdio:mdc=0:mdio=1 -A mdio=decode 2>messages | sed 's/^mdio-1: //' | paste -sd, | tr -s ' '
}

expect "preambles of 32" \
    "READ: 796D PHYAD: 01 REGAD: 01,READ: 0141 PHYAD: 01 REGAD: 02,READ: 0CB1 PHYAD: 01 REGAD: 03" "$(accesses preamble32)"
expect "preamble of the first frame only (the same)" "READ: 796D PHYAD: 01 REGAD: 01" "$(accesses preamble0)"
expect "octets of messages" 0 "$(wc -c <messages)"
expect "device 3 address 0020, device 1 address 0008, then reads (0020 and 0008)" \
    "ADDR: 0008 READ: 1234 PRTAD: 01 DEVAD: 03,ADDR: 0008 READ: 5678 PRTAD: 01 DEVAD: 01" "$(accesses clause45)"
finish
