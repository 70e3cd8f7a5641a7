#!/usr/bin/env bash
# Versions: libtins 4.0 (Debian 4.0-1+b2), g++ 12.2.
# Expected: a frame with a service tag (88A8h) and a customer tag (8100h) that is read and written again is the same, as
# is one with two tags of 8100h.
# Observed: the EtherTypes of the tags are those of their order: the outer one is 8100h and the inner one 88A8h, in
# frames that are read and in frames that are built of two Dot1Q. A frame with one tag of 88A8h gets 8100h. Octets
# after the IP packet of a longer frame, such as an FCS, are lost.
# Hurts: a provider's bridge takes the service tag for a customer tag, and tests of a card's tag filter have frames with
# an order of tags that no network uses.
. "$(dirname "$0")/common.sh"

need g++
debian_packages libtins-dev=4.0-1+b2 libtins4.0=4.0-1+b2
cat >main.cpp <<'CODE'
#include <tins/tins.h>

#include <cstdio>
#include <string>

using namespace Tins;

/// Prints the length of a frame and the octets after its addresses, up to the IP header.
void print(EthernetII frame, size_t tags) {
    PDU::serialization_type octets = frame.serialize();
    std::printf("%zu ", octets.size());
    for (size_t i = 12; i < 14 + 4 * tags; ++i) std::printf(i % 2 ? "%02x " : "%02x", octets[i]);
    std::puts("");
}

/// Reads a frame with tags, given as octets in hexadecimal, and octets after its IP packet of 100 octets.
void copy(const std::string& tags, size_t trailer) {
    std::string text = "020000000002020000000001" + tags + "0800";
    IP packet = IP("10.0.0.2", "10.0.0.1") / UDP(2000, 1000) / RawPDU(std::string(72, 'x'));
    PDU::serialization_type octets;
    for (size_t i = 0; i < text.size(); i += 2) octets.push_back(std::stoi(text.substr(i, 2), nullptr, 16));
    for (uint8_t octet : packet.serialize()) octets.push_back(octet);
    octets.insert(octets.end(), trailer, 0xEE);
    print(EthernetII(octets.data(), octets.size()), tags.size() / 8);
}

int main() {
    copy("81000005", 0);
    copy("88a8000581000006", 0);
    copy("8100000581000006", 0);
    copy("88a80005", 0);
    copy("81000005", 4);
    EthernetII built = EthernetII("02:00:00:00:00:02", "02:00:00:00:00:01") / Dot1Q(5) / Dot1Q(6) /
        IP("10.0.0.2", "10.0.0.1") / UDP(2000, 1000) / RawPDU(std::string(72, 'x'));
    print(built, 2);
}
CODE
lib=$ROOT/usr/lib
bounded 200 g++ -w -std=c++17 -O0 -I"$ROOT/usr/include" main.cpp -o bin/probe -L"$lib" -L"$lib/x86_64-linux-gnu" -ltins \
    -Wl,-rpath,"$lib:$lib/x86_64-linux-gnu" -Wl,--unresolved-symbols=ignore-in-shared-libs >log 2>&1 ||
    skip "g++ cannot build main.cpp"
bounded 20 probe >seen
expect "8100 0005: octets of the copy, tags and EtherType" "118 8100 0005 0800 " "$(sed -n 1p seen)"
expect "88a8 0005 8100 0006" "122 8100 0005 88a8 0006 0800 " "$(sed -n 2p seen)"
expect "8100 0005 8100 0006" "122 8100 0005 88a8 0006 0800 " "$(sed -n 3p seen)"
expect "88a8 0005" "118 8100 0005 0800 " "$(sed -n 4p seen)"
expect "8100 0005 and four octets after IP (122)" "118 8100 0005 0800 " "$(sed -n 5p seen)"
expect "built of two Dot1Q, 5 and 6" "122 8100 0005 88a8 0006 0800 " "$(sed -n 6p seen)"
finish
