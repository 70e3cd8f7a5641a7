#!/usr/bin/env bash
# Versions: SystemC 2.3.4 (libsystemc-dev 2.3.4-2).
# Expected: the complement of 8 bits has 8 bits in each type: ~0xb0 is 0x4f. So it is for sc_bv<8>.
# Observed: for sc_biguint<8> it has nine bits, 0x14f, and for sc_uint<8> it has 64 bits. The complement
# of sc_biguint<64>(0) is 2^65 - 1. A difference of two sc_biguint<8> can be negative; that of two
# sc_uint<8> is near 2^64 then.
# Hurts: masks and checksums. "~mask == expected" is false, "(~used).or_reduce()" finds a free bit where
# there is none, and a model that moves from sc_uint to sc_biguint gives other numbers.
. "$(dirname "$0")/common.sh"

debian_packages libsystemc-dev=2.3.4-2
need g++
cat >model.cpp <<'CODE'
#include <iostream>
#include <systemc>
using namespace sc_dt;

int sc_main(int, char **) {
    sc_biguint<8> big = 0xb0, full = 0xff;
    sc_uint<8> small = 0xb0;
    sc_bv<8> bits = 0xb0;
    std::cout << (~big).to_string(SC_BIN_US, false) << ' ' << ~small << ' ' << ~bits << '\n';
    std::cout << (~big == 0x4f) << (~small == 0x4f) << (~bits == sc_bv<8>(0x4f)) << '\n';
    std::cout << ~sc_biguint<64>(0) << ' ' << (~full).or_reduce() << ' ' << (~sc_bv<8>(0xff)).or_reduce() << '\n';
    std::cout << sc_biguint<8>(1) - sc_biguint<8>(2) << ' ' << sc_uint<8>(1) - sc_uint<8>(2) << '\n';
    return 0;
}
CODE
systemc_program model.cpp
expect "complement of 0xb0: sc_biguint<8>, sc_uint<8>, sc_bv<8>" "101001111 18446744073709551439 01001111" \
    "$(sed -n 1p out.txt)"
expect "equal to 0x4f" "001" "$(sed -n 2p out.txt)"
expect "~sc_biguint<64>(0), or_reduce() of ~0xff in sc_biguint<8> and sc_bv<8>" "36893488147419103231 1 0" \
    "$(sed -n 3p out.txt)"
expect "1 - 2 in sc_biguint<8> and sc_uint<8>" "-1 18446744073709551615" "$(sed -n 4p out.txt)"
finish
