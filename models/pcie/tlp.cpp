#include "pcie/tlp.h"

namespace niclab::pcie {

FlowClass flow_class(const Tlp& tlp) {
    switch (tlp.type) {
        case TlpType::MemoryWrite:
            return FlowClass::Posted;
        case TlpType::MemoryRead:
            return FlowClass::NonPosted;
        default:
            return FlowClass::Completion;
    }
}

unsigned header_dwords(const Tlp& tlp) { return tlp.type != TlpType::Completion && tlp.address >= kFourGib ? 4 : 3; }

unsigned touched_dwords(const Tlp& tlp) {
    return (static_cast<unsigned>(tlp.address % kDwordOctets) + tlp.octets + kDwordOctets - 1) / kDwordOctets;
}

unsigned tlp_octets(const Tlp& tlp) {
    const unsigned data = tlp.type == TlpType::MemoryRead ? 0 : touched_dwords(tlp);
    return kDwordOctets * (header_dwords(tlp) + data + (tlp.has_digest ? 1 : 0));
}

ByteEnables byte_enables(std::uint64_t address, unsigned octets) {
    const auto begin = static_cast<unsigned>(address % kDwordOctets);
    const unsigned end = begin + octets, dwords = (end + kDwordOctets - 1) / kDwordOctets;
    const unsigned from_begin = 0xF & (0xFu << begin), to_end = 0xF >> (kDwordOctets * dwords - end);
    if (dwords == 1) return {from_begin & to_end, 0};
    return {from_begin, to_end};
}

}  // namespace niclab::pcie
