#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: Seconds(x), MilliSeconds(x) and MicroSeconds(x) accept fractions alike.
# Observed: only Seconds() takes a fraction. MilliSeconds(), MicroSeconds() and NanoSeconds() take
# an integer, so C++ drops the fraction without a warning: MicroSeconds(9.6) is 9000 ns and
# MilliSeconds(0.5) is 0. Time("9.6us") is right.
# Who is hurt: whoever writes Ethernet's times in their usual units: an interframe gap of 9.6 us, a
# slot of 51.2 us, a delay of 0.5 ms. The simulation runs, and its results are off by up to the
# whole delay.
. "$(dirname "$0")/common_ns3.sh"

ns3_program times core <<'CODE'
#include "ns3/core-module.h"
using namespace ns3;
int main() {
    std::cout << MicroSeconds(9.6).GetNanoSeconds() << "\n"
              << MilliSeconds(0.5).GetNanoSeconds() << "\n"
              << Time("9.6us").GetNanoSeconds() << "\n"
              << Seconds(9.6e-6).GetNanoSeconds() << "\n";
}
CODE
bounded 60 ./times >times.txt
expect "ns of MicroSeconds(9.6)" 9000 "$(sed -n 1p times.txt)"
expect "ns of MilliSeconds(0.5)" 0 "$(sed -n 2p times.txt)"
expect 'ns of Time("9.6us")' 9600 "$(sed -n 3p times.txt)"
expect "ns of Seconds(9.6e-6)" 9600 "$(sed -n 4p times.txt)"
finish
