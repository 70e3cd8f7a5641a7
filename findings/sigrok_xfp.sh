#!/usr/bin/env bash
# Versions: sigrok-cli 0.7.2 with libsigrokdecode 0.5.3 (Debian libsigrokdecode4 0.5.3-4), decoder
# xfp.
# Expected: the decoder lists the octets that a host reads from an XFP by their place in the module.
# The host writes the place before it reads. The bias current has steps of 2 uA, and 6 and 7 are EML
# transmitters of 1310 and 1550 nm (INF-8077i).
# Observed: it ignores the place, and counts the octets of all reads from the first one of the
# module. A read of the received power is a module identifier. 6 mA are 0.0 mA, a thousandth of the
# value. EML of 1310 nm is a list of three transmitters without spaces, and that of 1550 nm is
# missing.
# Hurts: drivers read the measured values again and again. Of such a recording not one value is
# listed. A laser in order looks like one that is off, though its power is listed.
. "$(dirname "$0")/common.sh"

debian_packages sigrok-cli=0.7.2-1+b1 libsigrokdecode4=0.5.3-4
python3 - <<'CODE'
class Bus:
    """Samples of an I2C bus: bit 0 is the clock, bit 1 the data."""

    def __init__(self):
        self.samples = bytearray()
        self.levels((1, 1), (1, 1))

    def levels(self, *pairs):
        for clock, data in pairs:
            self.samples += bytes([clock | data << 1] * 2)

    def octet(self, value, acknowledge):
        for bit in [value >> i & 1 for i in reversed(range(8))] + [1 - acknowledge]:
            self.levels((0, bit), (1, bit), (0, bit))

    def start(self, address):
        self.levels((0, 1), (1, 1), (1, 0), (0, 0))
        self.octet(address, 1)

    def read(self, module, place, count):
        """Writes the place, then reads from it."""
        self.start(0xA0)
        self.octet(place, 1)
        self.start(0xA1)
        for index in range(count):
            self.octet(module[place + index], index < count - 1)
        self.levels((0, 0), (1, 0), (1, 1), (1, 1))


module = bytearray(256)
module[0] = module[128] = 6  # XFP
module[127] = 1  # the table of the upper half
for place, value in (96, 0x2380), (100, 3000), (102, 5000), (104, 1000):
    module[place : place + 2] = value.to_bytes(2, "big")
module[184:212] = b"01".ljust(28)
module[212:220] = b"091130  "
for technology in 4, 6, 7:
    module[147] = technology << 4
    bus = Bus()
    bus.read(module, 0, 221)
    open(f"whole{technology}", "wb").write(bus.samples)
bus = Bus()
for place in 104, 100, 96:
    bus.read(module, place, 2)
open("polls", "wb").write(bus.samples)
CODE

# lines FILE WORD: what the decoder lists for a file, of lines with the word.
lines() {
    bounded 30 sigrok-cli -I binary:numchannels=2:samplerate=1000000 -i "$1" -P i2c:scl=0:sda=1,xfp \
        -A xfp=fieldnames-and-values 2>messages | sed 's/^[^:]*: //' | grep -E "$2" | paste -sd, | sed 's/,/, /g'
}

expect "whole module" \
    "Module identifier: XFP, Module temperature: 35.5 C, Measured TX output power: 0.50 mW, Measured RX input power: 0.10 mW" \
    "$(lines whole4 'identifier|temperature|power:' | sed 's/, Module identifier.*//')"
expect "bias current of 3000 * 2 uA (6.0 mA)" "TX bias current: 0.0 mA" "$(lines whole4 bias)"
expect "transmitter 4" "Device technology: 1310 nm DFB transmitter" "$(lines whole4 technology | grep -o '^[^,]*')"
expect "transmitter 6 (1310 nm EML)" "Device technology: 1310 nm EML1550 nm EMLcopper transmitter" \
    "$(lines whole6 technology | grep -o '^[^,]*')"
expect "transmitter 7 (1550 nm EML)" "Device technology: no wavelength control" "$(lines whole7 technology | grep -o '^[^,]*')"
expect "reads of received power, bias and temperature (0.10 mW, 6.0 mA, 35.5 C)" \
    "Module identifier: SFP, Signal Conditioner Control: e8" "$(lines polls .)"
finish
