#include "probe/capture/capture_pdus.h"

#include <algorithm>

namespace niclab::probe {

namespace {

constexpr std::uint8_t kTypeAal5 = 4, kVaryingLength = 0x04, kTruncated = 0x08;
constexpr std::size_t kErfHeader = 16, kAtmHeader = 4;

}  // namespace

std::optional<CapturedPdu> PduAssembler::cell(const atm::Cell& cell, core::Femtoseconds soc) {
    const atm::Header header = cell.header();
    if (header.is_null() || (header.pti & 4) != 0) return std::nullopt;
    const Vc vc{header.vpi, header.vci};
    CapturedPdu& pdu = open_[vc];
    if (pdu.octets.empty()) pdu.first_soc = soc;
    pdu.octets.insert(pdu.octets.end(), cell.payload(), cell.payload() + atm::kPayloadOctets);
    pdu.header = header;
    pdu.last_soc = soc;
    pdu.ended = (header.pti & 1) != 0;
    if (!pdu.ended && pdu.octets.size() < kMaxCells * atm::kPayloadOctets) return std::nullopt;
    CapturedPdu whole = std::move(pdu);
    open_.erase(vc);
    return whole;
}

std::vector<std::uint8_t> erf_record(const CapturedPdu& pdu) {
    std::vector<std::uint8_t> r;
    r.reserve(kErfHeader + kAtmHeader + pdu.octets.size());
    const auto put = [&r](std::uint64_t value, unsigned octets) {
        while (octets-- > 0) r.push_back(static_cast<std::uint8_t>(value >> 8 * octets));
    };
    // Seconds in 32.32 bits, the only number that is little-endian.
    constexpr core::Femtoseconds second = 1'000'000'000'000'000;
    const core::Femtoseconds ns = pdu.last_soc % second / 1'000'000;
    const std::uint64_t time = pdu.last_soc / second << 32 | (ns << 32) / 1'000'000'000;
    for (unsigned i = 0; i < 8; ++i) r.push_back(static_cast<std::uint8_t>(time >> 8 * i));
    const std::size_t on_wire = kAtmHeader + pdu.octets.size(), longest = 0xFFFF;
    put(kTypeAal5, 1), put(on_wire > longest ? kVaryingLength | kTruncated : kVaryingLength, 1);
    put(std::min(kErfHeader + on_wire, longest), 2);
    put(0, 2);  // records lost
    put(std::min(on_wire, longest), 2);
    put(pdu.header.word(), 4);
    r.insert(r.end(), pdu.octets.begin(), pdu.octets.end());
    return r;
}

}  // namespace niclab::probe
