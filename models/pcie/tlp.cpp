#include "pcie/tlp.h"

namespace niclab::pcie {

ByteEnables byte_enables(std::uint64_t address, unsigned octets) {
    const auto begin = static_cast<unsigned>(address % kDwordOctets);
    const unsigned end = begin + octets, dwords = (end + kDwordOctets - 1) / kDwordOctets;
    const unsigned from_begin = 0xF & (0xFu << begin), to_end = 0xF >> (kDwordOctets * dwords - end);
    if (dwords == 1) return {from_begin & to_end, 0};
    return {from_begin, to_end};
}

}  // namespace niclab::pcie
