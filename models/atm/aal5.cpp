#include "atm/aal5.h"

#include <algorithm>
#include <cassert>

#include "base/crc.h"

namespace niclab::atm {

namespace {

constexpr std::size_t kCrcOctets = 4;

void put_word(std::uint8_t* at, std::uint32_t word) {
    for (unsigned i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

}  // namespace

std::uint32_t aal5_continue(const std::uint8_t* payload, std::uint32_t crc) {
    return base::crc32_update(crc, payload, kPayloadOctets);
}

void aal5_finish(std::uint8_t* payload, std::uint32_t crc, std::uint32_t control) {
    std::uint8_t* trailer = payload + kPayloadOctets - kTrailerOctets;
    put_word(trailer, control);
    put_word(trailer + kCrcOctets, ~base::crc32_update(crc, payload, kPayloadOctets - kCrcOctets));
}

std::vector<std::uint8_t> aal5_encode(const std::vector<std::uint8_t>& sdu, std::uint8_t uu, std::uint8_t cpi) {
    assert(!sdu.empty() && sdu.size() <= kMaxSduOctets);
    std::vector<std::uint8_t> pdu(aal5_cells(sdu.size()) * kPayloadOctets);
    std::copy(sdu.begin(), sdu.end(), pdu.begin());
    std::uint32_t crc = base::kCrc32Init;
    std::uint8_t* cell = pdu.data();
    for (; cell + kPayloadOctets < pdu.data() + pdu.size(); cell += kPayloadOctets) crc = aal5_continue(cell, crc);
    aal5_finish(cell, crc, aal5_control(sdu.size(), uu, cpi));
    return pdu;
}

std::optional<std::size_t> aal5_sdu_octets(const std::uint8_t* pdu, std::size_t octets) {
    if (octets < kTrailerOctets) return {};
    const std::uint8_t* length = pdu + octets - kTrailerOctets + 2;
    const std::size_t sdu_octets = std::size_t{length[0]} << 8 | length[1];
    if (!aal5_length_fits(sdu_octets, octets)) return {};
    return sdu_octets;
}

}  // namespace niclab::atm
