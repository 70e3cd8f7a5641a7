#include "tcp/arp.h"

namespace niclab::tcp {

namespace {

constexpr unsigned kEthernet = 1, kAtmForum = 19, kIp = 0x0800, kRequest = 1, kReply = 2, kInverseRequest = 8,
                   kInverseReply = 9;

void put(std::vector<std::uint8_t>& to, std::uint64_t value, unsigned octets) {
    for (unsigned k = octets; k-- > 0;) to.push_back(std::uint8_t(value >> 8 * k));
}

}  // namespace

std::vector<std::uint8_t> arp_octets(const Arp& arp, Address source, Address target) {
    std::vector<std::uint8_t> o;
    if (arp.inverse) {
        put(o, kAtmForum, 2), put(o, kIp, 2), put(o, 0, 2);  // no number, no subaddress of the source
        put(o, arp.reply ? kInverseReply : kInverseRequest, 2);
        put(o, 4, 1), put(o, 0, 2), put(o, arp.reply ? 4 : 0, 1);
        put(o, source, 4);
        if (arp.reply) put(o, target, 4);
    } else {
        put(o, kEthernet, 2), put(o, kIp, 2), put(o, 6, 1), put(o, 4, 1), put(o, arp.reply ? kReply : kRequest, 2);
        put(o, mac_address(source), 6), put(o, source, 4);
        put(o, arp.reply ? mac_address(target) : 0, 6), put(o, target, 4);
    }
    return o;
}

}  // namespace niclab::tcp
