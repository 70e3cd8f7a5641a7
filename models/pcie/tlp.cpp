#include "pcie/tlp.h"

namespace niclab::pcie {

FlowClass flow_class(const Tlp& tlp) {
    switch (tlp.type) {
        case TlpType::MemoryWrite:
        case TlpType::Message:
            return FlowClass::Posted;
        case TlpType::Completion:
            return FlowClass::Completion;
        default:
            return FlowClass::NonPosted;
    }
}

bool has_data(const Tlp& tlp) {
    switch (tlp.type) {
        case TlpType::MemoryWrite:
        case TlpType::IoWrite:
        case TlpType::ConfigWrite:
            return true;
        case TlpType::Completion:
            return tlp.octets > 0;
        default:
            return false;
    }
}

unsigned header_dwords(const Tlp& tlp) {
    const bool memory = tlp.type == TlpType::MemoryRead || tlp.type == TlpType::MemoryWrite;
    return tlp.type == TlpType::Message || (memory && tlp.address >= kFourGib) ? 4 : 3;
}

unsigned touched_dwords(const Tlp& tlp) {
    return (static_cast<unsigned>(tlp.address % kDwordOctets) + tlp.octets + kDwordOctets - 1) / kDwordOctets;
}

unsigned tlp_octets(const Tlp& tlp) {
    const unsigned data = has_data(tlp) ? touched_dwords(tlp) : 0;
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
