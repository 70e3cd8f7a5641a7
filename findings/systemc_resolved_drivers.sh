#!/usr/bin/env bash
# Versions: SystemC 2.3.4 (libsystemc-dev 2.3.4-2).
# Expected: the value that sc_main writes to a resolved signal before the simulation is its
# initial value, which the first write of a process replaces. A driver is a port.
# Observed: sc_main counts as a driver for ever: 1 from sc_main and 0 from a process give X. Two
# processes of one module that write to one port are two drivers. What one sets, the other cannot
# release.
# Hurts: models of open-drain and shared bus lines. A line that is set once at the start cannot be
# pulled low by a card, and a reset process leaves its value on the line.
. "$(dirname "$0")/common.sh"

debian_packages libsystemc-dev=2.3.4-2
need g++
cat >main.cpp <<'CODE'
#include <iostream>
#include <systemc>
using namespace sc_core;
using namespace sc_dt;

struct Card : sc_module {
    sc_inout_resolved line{"line"};
    bool two;
    SC_HAS_PROCESS(Card);
    Card(sc_module_name name, bool two) : sc_module(name), two(two) {
        SC_THREAD(reset);
        SC_THREAD(run);
    }
    void reset() {
        if (two) line.write(SC_LOGIC_1);
    }
    void run() {
        wait(1, SC_NS);
        line.write(SC_LOGIC_0);
        wait(1, SC_NS);
        line.write(SC_LOGIC_Z);
    }
};

int sc_main(int, char**) {
    sc_signal_resolved preset, shared;
    Card a("a", false), b("b", true);
    a.line(preset);
    b.line(shared);
    preset.write(SC_LOGIC_1);
    for (int i = 0; i < 3; ++i) {
        sc_start(i ? sc_time(1, SC_NS) : sc_time(0.5, SC_NS));
        std::cout << preset.read() << shared.read() << "\n";
    }
    return 0;
}
CODE
systemc_program main.cpp
expect "preset line and shared line at 0.5 ns" 11 "$(sed -n 1p out.txt)"
expect "the process drives 0 at 1 ns" XX "$(sed -n 2p out.txt)"
expect "the process writes Z at 2 ns" 11 "$(sed -n 3p out.txt)"
finish
