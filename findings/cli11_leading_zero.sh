#!/usr/bin/env bash
# Versions: CLI11 2.1.2 (Debian libcli11-dev 2.1.2+ds-1).
# Expected: an option of type int reads 010 as 10, as std::stoi, Python's int() and argparse do.
# Observed: it is 8: a leading 0 means octal. 08 is an error. A value of type double is 10 for
# 010.
# Hurts: scripts that pad numbers, such as `seq -w 0 32` for circuits, ports or seeds. 032 becomes
# 26 without a message, 08 and 09 fail.
. "$(dirname "$0")/common.sh"

debian_packages libcli11-dev=2.1.2+ds-1
need g++
cat >main.cpp <<'CODE'
#include <CLI/CLI.hpp>
#include <iostream>

int main(int count, char** arguments) {
    CLI::App program;
    int number = 0;
    unsigned circuit = 0;
    double rate = 0;
    program.add_option("--number", number)->check(CLI::Range(0, 100));
    program.add_option("--circuit", circuit);
    program.add_option("--rate", rate);
    CLI11_PARSE(program, count, arguments);
    std::cout << number << " " << circuit << " " << rate << "\n";
}
CODE
bounded 200 g++ -std=c++17 -O0 -w -I "$ROOT/usr/include" main.cpp -o probe >build.log 2>&1 || skip "g++ cannot build main.cpp"
expect "--number 010 --circuit 032 --rate 010" "8 26 10" "$(./probe --number 010 --circuit 032 --rate 010)"
expect "exit code of --number 08" 105 "$(status ./probe --number 08)"
finish
