#!/usr/bin/env bash
# A hexadecimal string is sign-extended in SystemC, also by unsigned types.
#
# Versions: SystemC 2.3.4 (Debian 12), g++ of the machine.
# Expected: sc_uint<8>("0xF") is 15, and sc_bv<8>("0xF") is 00001111, as 8'hF is in Verilog.
# Observed: both are all ones, 255. The prefix "0x" means a signed number, whose first bit fills the
#   rest; "0xus0F" or a leading zero ("0x0F") does not. "0b1" fills the vector with ones, but "1"
#   does
#   not.
# Hurts: masks and addresses that are read as text from a configuration file.
source "$(dirname "$0")/common.sh"

need g++
debian_packages libsystemc-dev=2.3.4-2
cat >main.cpp <<'CODE'
#include <iostream>
#include <systemc>
using namespace sc_dt;

int sc_main(int, char**) {
    std::cout << sc_uint<8>("0xF") << ' ' << sc_biguint<8>("0xF") << ' ' << sc_uint<8>("0x0F") << '\n'
              << sc_bv<8>("0xF") << ' ' << sc_lv<8>("0xF") << '\n'
              << sc_bv<8>("0b1") << ' ' << sc_bv<8>("1") << '\n';
    return 0;
}
CODE
systemc_program main.cpp
expect "sc_uint and sc_biguint of 0xF, sc_uint of 0x0F" "255 255 15" "$(sed -n 1p out.txt)"
expect "sc_bv and sc_lv of 0xF" "11111111 11111111" "$(sed -n 2p out.txt)"
expect "sc_bv of 0b1 and of 1" "11111111 00000001" "$(sed -n 3p out.txt)"
finish
