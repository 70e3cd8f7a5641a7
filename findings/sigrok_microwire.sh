#!/usr/bin/env bash
# Versions: sigrok-cli 0.7.2 with libsigrokdecode 0.5.3 (Debian libsigrokdecode4 0.5.3-4), decoders
# microwire and eeprom93xx.
# Expected: an access to a 93C46 starts with the first 1 on its data input; clocks with a 0 before
# it have no effect. With words of 8 bits the binary output has one octet per word.
# Observed: one clock with a 0 before the start bit makes the whole access a check of the status:
# the decoder lists Busy and Ready, and no read. Words of 8 bits have an octet of 0 before each of
# them in the binary output.
# Hurts: Linux drivers of cards with DEC Tulip, RTL8139 and DP83815 shift two zeros before the start
# bit. Their reads of the station's address look like a memory that is busy, and dumps of another
# memory have twice its size.
. "$(dirname "$0")/common.sh"

debian_packages sigrok-cli=0.7.2-1+b1 libsigrokdecode4=0.5.3-4
python3 - <<'CODE'
SELECT, CLOCK, IN, OUT = 1, 2, 4, 8


def bits(number, width):
    """Returns the bits of a number, highest first."""
    return [number >> i & 1 for i in reversed(range(width))]


def read(zeros, address, address_bits, data, data_bits):
    """Returns the samples of a read: the memory drives a 0 with the last address bit, then the data."""
    command = [0] * zeros + [1, 1, 0] + bits(address, address_bits)
    answer = [1] * (len(command) - 1) + [0] + bits(data, data_bits)
    command += [0] * data_bits
    samples = bytearray(4) + bytes([SELECT | OUT] * 4)
    level = 1
    for sent, driven in zip(command, answer):
        samples += bytes([SELECT | IN * sent | OUT * level] * 4)
        samples += bytes([SELECT | CLOCK | IN * sent | OUT * driven] * 4)
        level = driven
    return samples + bytes([SELECT | OUT * level] * 4) + bytes(8)


words = (0, 0x1200), (1, 0x5634), (10, 0xBEEF)
for zeros in range(3):
    open(f"zeros{zeros}", "wb").write(b"".join(read(zeros, *word[:1], 6, *word[1:], 16) for word in words))
open("octets", "wb").write(b"".join(read(0, place, 7, octet, 8) for place, octet in enumerate(b"card")))
CODE

# decoded FILE OPTIONS [OUTPUT...]: what the decoders print for a file.
decoded() {
    bounded 30 sigrok-cli -I binary:numchannels=4:samplerate=1000000 -i "$1" \
        -P "microwire:cs=0:sk=1:si=2:so=3,eeprom93xx:$2" "${@:3}" 2>messages
}

# Lines of the decoders for a file, and how often each one occurs.
lines() {
    decoded "$1" "$2" -A eeprom93xx,microwire=status:warnings | sed 's/^[^:]*: //' | sort | uniq -c | sed 's/^ *//' |
        paste -sd, | sed 's/,/, /g'
}

expect "three reads" "1 Address: 0x0000, 1 Address: 0x0001, 1 Address: 0x000a, 1 Data: 0x1200, 1 Data: 0x5634, \
1 Data: 0xbeef, 3 Read word" "$(lines zeros0 addresssize=6)"
for zeros in 1 2; do
    lines zeros$zeros addresssize=6 >status
    expect "$zeros zeros before the start bit: reads, addresses and data" 0 "$(grep -cE 'Read|Address|Data' status || true)"
    expect "lines of a busy memory" 1 "$(grep -c Busy status || true)"
done
expect "octets of messages" 0 "$(wc -c <messages)"
expect "words of 16 bits, binary" "1200 5634 beef" \
    "$(decoded zeros0 addresssize=6 -B eeprom93xx=data | od -An -tx1 -w2 | tr -d ' ' | paste -sd' ')"
expect "words of 8 bits" "Data: 0x0063,Data: 0x0061,Data: 0x0072,Data: 0x0064" \
    "$(decoded octets addresssize=7:wordsize=8 -A eeprom93xx=so-data | sed 's/^[^:]*: //' | paste -sd,)"
expect "words of 8 bits, binary (63 61 72 64)" "00 63 00 61 00 72 00 64" \
    "$(decoded octets addresssize=7:wordsize=8 -B eeprom93xx=data | od -An -tx1 | sed 's/^ //')"
finish
