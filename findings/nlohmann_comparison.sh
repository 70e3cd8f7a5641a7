#!/usr/bin/env bash
# Versions: nlohmann-json 3.11.2 (Debian nlohmann-json3-dev 3.11.2-2), Python 3.
# Expected: two numbers of JSON are equal if they are the same number. value(key, default) returns
# the stored number. A number that does not fit the type is an error.
# Observed: 18446744073709551615 == -1, and 9007199254740993 == 9007199254740992.0. value("rate",
# 0) of 2.5 is 2, since the default has the type int. get<uint8_t>() of 300 is 44.
# Hurts: checks of 64-bit counters against a reference, and experiments with a rate of 2.5. No
# message reports the difference. Python compares exactly.
. "$(dirname "$0")/common.sh"

debian_packages nlohmann-json3-dev=3.11.2-2
need g++ python3
cat >main.cpp <<'CODE'
#include <iostream>
#include <nlohmann/json.hpp>
using nlohmann::json;

int main() {
    const json j = json::parse(R"([18446744073709551615, -1, 9007199254740993, 9007199254740992.0, {"rate": 2.5}, 300])");
    std::cout << (j[0] == j[1]) << (j[2] == j[3]) << " " << j[4].value("rate", 0) << " " << j[4].value("rate", 0.0) << " "
              << int(j[5].get<std::uint8_t>()) << "\n";
}
CODE
bounded 200 g++ -std=c++17 -O0 -w -I "$ROOT/usr/include" main.cpp -o probe >build.log 2>&1 || skip "g++ cannot build main.cpp"
expect '2^64-1 == -1 and 2^53+1 == 2^53; value("rate", 0), value("rate", 0.0); get<uint8_t>() of 300' \
    "11 2 2.5 44" "$(./probe)"
expect "Python" "False False" "$(python3 -c 'print(2**64 - 1 == -1, 2**53 + 1 == 2.0**53)')"
finish
