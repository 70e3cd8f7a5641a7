#!/usr/bin/env bash
# Versions: CLI11 2.1.2 (Debian libcli11-dev 2.1.2+ds-1).
# Expected: a number that does not fit the type of an option is an error, for each type.
# Observed: 32-bit types refuse 4294967296. uint64_t accepts 18446744073709551616 and every larger
# number as 18446744073709551615. int64_t accepts 9223372036854775808 as 9223372036854775807. A
# double of 1e400 is inf.
# Hurts: tools that take 64-bit seeds or times in picoseconds. Different seeds give the same run,
# and a time that is too long ends at another one.
. "$(dirname "$0")/common.sh"

debian_packages libcli11-dev=2.1.2+ds-1
need g++
cat >main.cpp <<'CODE'
#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>

int main(int count, char** arguments) {
    CLI::App program;
    std::uint32_t card = 0;
    std::uint64_t seed = 0;
    std::int64_t time = 0;
    double rate = 0;
    program.add_option("--card", card);
    program.add_option("--seed", seed);
    program.add_option("--time", time);
    program.add_option("--rate", rate);
    CLI11_PARSE(program, count, arguments);
    std::cout << card << " " << seed << " " << time << " " << rate << "\n";
}
CODE
bounded 200 g++ -std=c++17 -O0 -w -I "$ROOT/usr/include" main.cpp -o probe >build.log 2>&1 || skip "g++ cannot build main.cpp"
expect "exit code of --card 4294967296" 104 "$(status ./probe --card 4294967296)"
expect "--seed 18446744073709551616" "0 18446744073709551615 0 0" "$(./probe --seed 18446744073709551616)"
expect "--seed 99999999999999999999" "0 18446744073709551615 0 0" "$(./probe --seed 99999999999999999999)"
expect "--time 9223372036854775808" "0 0 9223372036854775807 0" "$(./probe --time 9223372036854775808)"
expect "--rate 1e400" "0 0 0 inf" "$(./probe --rate 1e400)"
finish
