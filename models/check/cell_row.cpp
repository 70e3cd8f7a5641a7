#include "check/cell_row.h"

#include <fmt/format.h>

namespace niclab::check {

namespace {
constexpr std::uint64_t kUnderWay = std::uint64_t{1} << 32, kKnown = std::uint64_t{1} << 33;
}  // namespace

std::uint64_t cell_code(const std::uint8_t* cell, unsigned octets) {
    if (octets == 0) return 0;
    if (octets < kCellRowOctets) return kUnderWay;
    std::uint64_t header = 0;
    for (unsigned i = 0; i < kCellRowOctets; ++i) header = header << 8 | cell[i];
    return kUnderWay | kKnown | header;
}

std::string cell_words(std::uint64_t code) {
    if (code == 0) return "-";
    if ((code & kKnown) == 0) return "header";
    const std::uint64_t vpi = code >> 20 & 0xFF, vci = code >> 4 & 0xFFFF;
    if (vpi == 0 && vci == 0) return "null";
    return fmt::format("{}/{}:{}", vpi, vci, code >> 1 & 7);
}

}  // namespace niclab::check
