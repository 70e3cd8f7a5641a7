#!/usr/bin/env bash
# sc_time accepts negative and too large times without a message.
#
# Versions: SystemC 2.3.4 (Debian 12), g++ of the machine.
# Expected: a time below 0 or beyond 64 bits is an error, or stops at the end of the range.
# Observed, at 1 ps: -1 ps becomes 0, -2 ps becomes 2^64 - 1 ps: half a unit is added and the
#   fraction
#   cut off before the conversion. 10^7 s (116 days) becomes 2^63 ps, though 10^19 fits in 64 bits.
#   Three times 9*10^6 s wraps to 99 days. No exception and no report.
# Hurts: models with a resolution of 1 fs, whose whole range is 5.1 hours, and a computed delay that
#   becomes negative: the process waits for ever instead of failing.
source "$(dirname "$0")/common.sh"

need g++
debian_packages libsystemc-dev=2.3.4-2
cat >main.cpp <<'CODE'
#include <iostream>
#include <systemc>
using namespace sc_core;

int sc_main(int, char**) {
    const sc_time third(9e6, SC_SEC);
    std::cout << sc_time(-1, SC_PS).value() << ' ' << sc_time(-2, SC_PS).value() << '\n'
              << sc_time(1e7, SC_SEC).value() << ' '
              << (third + third + third).value() << '\n';
    return 0;
}
CODE
systemc_program main.cpp
expect "ticks of -1 ps and -2 ps" "0 18446744073709551615" "$(sed -n 1p out.txt)"
expect "ticks of 1e7 s and of three times 9e6 s" "9223372036854775808 8553255926290448384" \
    "$(sed -n 2p out.txt)"
finish
