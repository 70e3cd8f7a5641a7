#!/usr/bin/env bash
# A SystemC trace changes values, times and names of what it records.
#
# Versions: SystemC 2.3.4 (Debian 12), g++ of the machine.
# Expected: a traced integer shows its low bits, times are rounded as sc_time rounds, names are
#   kept.
# Observed: an unsigned traced with 4 bits and the value 20 is "bx", all bits unknown, though 0100
#   is
#   what every register would hold. A change at 15.6 ns in a trace of 1 ns units is written at #15,
#   while sc_time(15.6, SC_NS) at a resolution of 1 ns is 16 ns. A pulse that is shorter than
#   the unit is written with the line of its time repeated. "gnt[0]" becomes "gnt(0)", and "pci.ad"
#   becomes a scope.
# Hurts: protocol checks on the VCD: an unknown value where the model has none, edges that are
#   early by up to one unit, names that a mapping does not find.
source "$(dirname "$0")/common.sh"

need g++
debian_packages libsystemc-dev=2.3.4-2
cat >main.cpp <<'CODE'
#include <systemc>
using namespace sc_core;

SC_MODULE(Top) {
    unsigned level = 0;
    bool pulse = false;
    SC_CTOR(Top) { SC_THREAD(run); }
    void run() {
        wait(15.6, SC_NS);
        level = 20;
        pulse = true;
        wait(0.2, SC_NS);
        pulse = false;
        wait(10, SC_NS);
    }
};

int sc_main(int, char**) {
    sc_report_handler::set_actions(SC_WARNING, SC_DO_NOTHING);
    Top top("top");
    sc_trace_file* file = sc_create_vcd_trace_file("out");
    file->set_time_unit(1, SC_NS);
    sc_trace(file, top.level, "pci.level", 4);
    sc_trace(file, top.pulse, "gnt[0]");
    sc_start(30, SC_NS);
    sc_close_vcd_trace_file(file);
    return 0;
}
CODE
systemc_program main.cpp
code=$(grep -oP 'wire +4 +\K\w+' out.vcd)
expect "value 20 in 4 bits" "bx" "$(grep -oP "^b\w+(?= $code)" out.vcd | tail -1)"
code=$(grep -oP 'wire +1 +\K\w+' out.vcd)
expect "pulse from 15.6 to 15.8 ns" "#15 1 #15 0" \
    "$(grep -P "^#|^.$code$" out.vcd | sed "s/$code//" | grep -A1 '#15' | paste -sd' ')"
expect "name of gnt[0]" "gnt(0)" "$(grep -oP "wire +1 +\w+ +\K\S+" out.vcd)"
expect "scopes" "SystemC pci" "$(grep -oP 'scope module \K\w+' out.vcd | paste -sd' ')"
finish
