#include "check/aal5_checker.h"

#include <fmt/format.h>

#include "base/count_of.h"

namespace niclab::check {

namespace {

constexpr unsigned kHeader = 5, kPayload = 48;

}  // namespace

Aal5Checker::Aal5Checker(std::string where, Report& report, const Aal5Limits& limits)
    : where_(std::move(where)), report_(report), limits_(limits) {
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t r = i << 24;
        for (int b = 0; b < 8; ++b) r = r >> 31 ? r << 1 ^ limits.generator : r << 1;
        crc_[0][i] = r;
    }
    for (std::size_t k = 1; k < crc_.size(); ++k)
        for (std::size_t i = 0; i < 256; ++i) crc_[k][i] = crc_[k - 1][i] << 8 ^ crc_[0][crc_[k - 1][i] >> 24];
}

void Aal5Checker::cell(const std::uint8_t* o, core::Femtoseconds at) {
    const unsigned vpi = (o[0] << 4 | o[1] >> 4) & 0xFFu;
    const unsigned vci = (o[1] << 12 | o[2] << 4 | o[3] >> 4) & 0xFFFFu;
    const unsigned pti = o[3] >> 1 & 7u;
    const std::uint32_t connection = vpi << 16 | vci;
    if (connection == 0 || pti >= 4 || excluded_.count(connection) != 0) return;
    Pdu& pdu = open_[connection];
    const std::uint8_t* payload = o + kHeader;
    for (unsigned i = 0; i < kPayload; i += 4) {
        const std::uint8_t* p = payload + i;
        const std::uint32_t sum = pdu.crc ^ (std::uint32_t{p[0]} << 24 | std::uint32_t{p[1]} << 16 |
                                             std::uint32_t{p[2]} << 8 | std::uint32_t{p[3]});
        pdu.crc = crc_[3][sum >> 24] ^ crc_[2][sum >> 16 & 0xFF] ^ crc_[1][sum >> 8 & 0xFF] ^ crc_[0][sum & 0xFF];
    }
    ++pdu.cells;
    if ((pti & 1u) == 0) return;
    end(pdu, payload + kPayload - 8, connection, at);
    pdu = Pdu{};
}

void Aal5Checker::end(const Pdu& pdu, const std::uint8_t* trailer, std::uint32_t connection, core::Femtoseconds at) {
    ++pdus_;
    const std::string where = fmt::format("{}: VPI {} VCI {}", where_, connection >> 16, connection & 0xFFFF);
    if (pdu.crc != limits_.remainder)
        report_.add(kAal5Rules[0], at, where, "a PDU of " + base::count_of(pdu.cells, "cell"));
    const unsigned length = static_cast<unsigned>(trailer[2]) << 8 | trailer[3];
    if (length == 0 || (length + limits_.trailer_octets + kPayload - 1) / kPayload != pdu.cells)
        report_.add(kAal5Rules[1], at, where,
                    fmt::format("Length {} in {}", length, base::count_of(pdu.cells, "cell")));
}

}  // namespace niclab::check
