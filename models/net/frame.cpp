#include "net/frame.h"

#include "ether/fcs.h"

namespace niclab::net {

namespace {

void add_big_endian(std::vector<std::uint8_t>& to, std::uint64_t value, unsigned octets) {
    for (unsigned k = octets; k-- > 0;) to.push_back(std::uint8_t(value >> 8 * k));
}

}  // namespace

std::vector<std::uint8_t> unpadded_octets(const tcp::Packet& of) {
    const Frame frame{of};
    std::vector<std::uint8_t> all;
    add_big_endian(all, frame.destination(), 6), add_big_endian(all, frame.source(), 6),
        add_big_endian(all, frame.packet.ethertype(), 2);
    const std::vector<std::uint8_t> packet = tcp::octets(frame.packet);
    all.insert(all.end(), packet.begin(), packet.end());
    return all;
}

std::vector<std::uint8_t> octets(const Frame& frame) {
    std::vector<std::uint8_t> all = unpadded_octets(frame.packet);
    all.resize(frame.octets() - ether::kFcsOctets);
    ether::Fcs fcs;
    fcs.add(all.data(), all.size());
    for (const std::uint8_t o : fcs.octets()) all.push_back(o);
    return all;
}

}  // namespace niclab::net
