#!/usr/bin/env bash
# Versions: peakrdl-halcpp 0.4.1, peakrdl-cli 1.5.0.
# Expected: C++ that is generated from SystemRDL follows it. A write to a field that is cleared by
# writing 1 (woclr) writes 0 to the other fields of that kind. A register of 64 bits is read whole,
# or is refused.
# Observed: each assignment to a field reads the register, replaces the bits and writes all back. So
# the other pending causes are written as 1. A register of 64 bits is read in one access of 32, and
# the result has its lower half. Nothing is printed by the generator or by the compiler.
# Hurts: a driver that acknowledges "sent" clears "received" too, and waits for ever for a frame
# that lies in its ring. A counter of octets seems to wrap at 4 GiB.
. "$(dirname "$0")/common.sh"

need g++
python_packages peakrdl-halcpp==0.4.1 peakrdl-cli==1.5.0
cat >card.rdl <<'RDL'
addrmap card {
    reg {
        field { sw = rw; hw = rw; woclr; hwset; } sent[0:0] = 0;
        field { sw = rw; hw = rw; woclr; hwset; } received[1:1] = 0;
    } cause @ 0x0;
    reg { regwidth = 64; accesswidth = 32; field { sw = r; hw = w; } count[63:0]; } octets @ 0x8;
};
RDL
bounded 60 peakrdl halcpp card.rdl -o hal >log 2>&1 || changed "the generator reports an error"
# The file for the accesses of a machine, here with a model of the card.
cat >hal/include/arch_io.h <<'CODE'
#pragma once
#include <cstdint>
#include <cstdio>
inline uint32_t registers[4] = {3, 0, 0x11111111, 0x22222222};
struct ArchIoNode {
    static uint32_t read32(uint32_t address) { return registers[address / 4]; }
    static void write32(uint32_t address, uint32_t value) {
        std::printf("write of %x to %x\n", value, address);
        registers[0] &= ~value;
    }
};
CODE
cat >main.cpp <<'CODE'
#include "hal/card_hal.h"
int main() {
    CARD_HAL<0> card;
    card.cause.sent = 1;
    std::printf("pending %x\n", registers[0]);
    std::printf("octets %llx\n", static_cast<unsigned long long>(card.octets.get()));
}
CODE
g++ -std=c++17 -O1 -Wall main.cpp -o model 2>build.log || changed "the code does not compile"
./model >seen
expect "acknowledgement of bit 0, with both causes pending" "write of 3 to 0, pending 0" "$(head -2 seen | paste -sd, | sed 's/,/, /')"
expect "counter 2222222211111111h" "octets 11111111" "$(tail -1 seen)"
finish
