#!/usr/bin/env bash
# Versions: sigrok-cli 0.7.2 with libsigrokdecode 0.5.3 (Debian libsigrokdecode4 0.5.3-4), decoders i2c and eeprom24xx.
# Expected: the decoder lists each access to an EEPROM that it knows, by its kind and with its address.
# Observed: a sequential read at the current address is not listed, and its octets are missing in the binary output,
# too. With an address of two octets a byte write is a "Page write", and a random read a "Sequential random read", each
# of 1 byte. The address bit in the control word of a CAT24M01, of 128 KiB, is left out: 1A5A5h is A5A5.
# Hurts: an image of an SFP module or of a card's EEPROM lacks parts, or has two halves at the same addresses.
. "$(dirname "$0")/common.sh"

debian_packages sigrok-cli=0.7.2-1+b1 libsigrokdecode4=0.5.3-4
python3 - <<'CODE'
CLOCK, DATA = 1, 2
START, STOP = "start", "stop"


def levels(items):
    """Returns the levels of the two lines: START, STOP, and pairs of an octet and its acknowledge bit, 0 for ACK."""
    lines = [CLOCK | DATA]
    for item in items:
        if item == START:
            lines += [DATA, CLOCK | DATA, CLOCK, 0]
        elif item == STOP:
            lines += [0, CLOCK, CLOCK | DATA]
        else:
            octet, answer = item
            for bit in [octet >> place & 1 for place in range(7, -1, -1)] + [answer]:
                lines += [DATA * bit, DATA * bit | CLOCK, DATA * bit]
    return lines + [CLOCK | DATA]


def write(name, *items):
    samples = b"".join(bytes([level] * 4) for level in levels(items))
    open(name, "wb").write(samples + bytes([CLOCK | DATA] * 16))


WRITE, READ = 0xA0, 0xA1
write("random1", START, (WRITE, 0), (0x14, 0), START, (READ, 0), (0x43, 1), STOP)
write("random4", START, (WRITE, 0), (0x14, 0), START, (READ, 0), (0x43, 0), (0x41, 0), (0x52, 0), (0x44, 1), STOP)
write("current1", START, (READ, 0), (0x43, 1), STOP)
write("current4", START, (READ, 0), (0x43, 0), (0x41, 0), (0x52, 0), (0x44, 1), STOP)
# An address of two octets.
write("wide_write", START, (WRITE, 0), (0x01, 0), (0x14, 0), (0x43, 0), STOP)
write("wide_read", START, (WRITE, 0), (0x01, 0), (0x14, 0), START, (READ, 0), (0x43, 1), STOP)
# A CAT24M01 has the highest address bit in the control word.
for high in (0, 1):
    control = WRITE | 2 * high
    write(f"half{high}", START, (control, 0), (0xA5, 0), (0xA5, 0), START, (control | 1, 0), (0x43 + high, 1), STOP)
CODE

# decoded FILE CHIP OPTION...: what the decoders print about a file.
decoded() {
    bounded 30 sigrok-cli -I binary:numchannels=2:samplerate=1000000 -i "$1" \
        -P "i2c:scl=0:sda=1,eeprom24xx:chip=$2" "${@:3}" 2>messages
}

# access LABEL FILE CHIP VALUE: the operation that the decoder lists.
access() {
    expect "$1" "$4" "$(decoded "$2" "$3" -A eeprom24xx=ops | sed 's/^[^:]*: //' | paste -sd,)"
}
access "read at an address, 1 octet" random1 generic "Random access read (addr=14, 1 byte): 43"
access "read at an address, 4 octets" random4 generic "Sequential random read (addr=14, 4 bytes): 43 41 52 44"
access "read at the current address, 1 octet" current1 generic "Current address read: 43"
access "read at the current address, 4 octets" current4 generic ""
expect "octets of messages" 0 "$(wc -c <messages)"
expect "the same, octets on the bus" "43 41 52 44" \
    "$(decoded current4 generic -A i2c=data-read | sed 's/.*: //' | paste -sd' ')"
expect "the same, octets of the binary output (4)" 0 "$(decoded current4 generic -B eeprom24xx | wc -c)"
access "address of two octets, byte write" wide_write microchip_24lc64 "Page write (addr=0114, 1 byte): 43"
access "address of two octets, read of 1 octet" wide_read microchip_24lc64 "Sequential random read (addr=0114, 1 byte): 43"
access "CAT24M01, address 0A5A5" half0 onsemi_cat24m01 "Sequential random read (addr=A5A5, 1 byte): 43"
access "CAT24M01, address 1A5A5" half1 onsemi_cat24m01 "Sequential random read (addr=A5A5, 1 byte): 44"
finish
