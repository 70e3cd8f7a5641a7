#include "atm/aal5.h"

#include <algorithm>
#include <cassert>

#include "base/crc.h"

namespace niclab::atm {

std::vector<std::uint8_t> aal5_encode(const std::vector<std::uint8_t>& sdu, std::uint8_t uu, std::uint8_t cpi) {
    assert(!sdu.empty() && sdu.size() <= kMaxSduOctets);
    std::vector<std::uint8_t> pdu(aal5_cells(sdu.size()) * kPayloadOctets);
    std::copy(sdu.begin(), sdu.end(), pdu.begin());
    std::uint8_t* trailer = pdu.data() + pdu.size() - kTrailerOctets;
    trailer[0] = uu;
    trailer[1] = cpi;
    trailer[2] = static_cast<std::uint8_t>(sdu.size() >> 8);
    trailer[3] = static_cast<std::uint8_t>(sdu.size());
    const std::uint32_t crc = ~base::crc32_update(base::kCrc32Init, pdu.data(), pdu.size() - 4);
    for (unsigned i = 0; i < 4; ++i) trailer[4 + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
    return pdu;
}

Aal5Status aal5_check(const std::uint8_t* pdu, std::size_t octets, std::size_t& sdu_octets) {
    assert(octets >= kTrailerOctets);
    if (base::crc32_update(base::kCrc32Init, pdu, octets) != base::kCrc32Residue) return Aal5Status::CrcError;
    const std::size_t length = std::size_t{pdu[octets - 6]} << 8 | pdu[octets - 5];
    if (!aal5_length_fits(length, octets)) return Aal5Status::LengthError;
    sdu_octets = length;
    return Aal5Status::Ok;
}

}  // namespace niclab::atm
