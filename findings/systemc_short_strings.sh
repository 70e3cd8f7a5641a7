#!/usr/bin/env bash
# Versions: SystemC 2.3.4 (libsystemc-dev 2.3.4-2).
# Expected: sc_lv<8>("Z") has eight bits of Z, as 8'bz in Verilog.
# Observed: it is 0000000Z: strings are extended with 0, so seven lines are driven low. "X" gives
# 0000000X. sc_lv<8>(SC_LOGIC_Z) sets all bits.
# Hurts: models of shared buses, such as the AD lines of PCI. A card that "releases" its bus in
# this way pulls it to 0, and the 1 of another driver becomes X.
. "$(dirname "$0")/common.sh"

debian_packages libsystemc-dev=2.3.4-2
need g++
cat >main.cpp <<'CODE'
#include <iostream>
#include <systemc>
using namespace sc_core;
using namespace sc_dt;

int sc_main(int, char**) {
    sc_lv<8> lines("Z");
    std::cout << lines << "\n";
    lines = "X";
    std::cout << lines << "\n";
    sc_signal_rv<8> bus;
    struct Card : sc_module {
        Card(sc_module_name name, sc_signal_rv<8>& bus, const char* value) : sc_module(name), bus(bus), value(value) { SC_THREAD(run); }
        void run() { bus.write(sc_lv<8>(value)); }
        SC_HAS_PROCESS(Card);
        sc_signal_rv<8>& bus;
        const char* value;
    };
    Card released("released", bus, "Z"), driver("driver", bus, "10100101");
    sc_start(1, SC_NS);
    std::cout << bus.read() << "\n" << sc_lv<8>(SC_LOGIC_Z) << "\n";
    return 0;
}
CODE
systemc_program main.cpp
expect 'sc_lv<8>("Z")' 0000000Z "$(sed -n 1p out.txt)"
expect 'sc_lv<8> = "X"' 0000000X "$(sed -n 2p out.txt)"
expect 'bus with a driver of 10100101 and one of "Z"' X0X00X01 "$(sed -n 3p out.txt)"
expect "sc_lv<8>(SC_LOGIC_Z)" ZZZZZZZZ "$(sed -n 4p out.txt)"
finish
