#include "access_log.h"

#include <fmt/compile.h>

#include <algorithm>
#include <iterator>

namespace niclab::vm {

core::Columns access_columns() {
    return {
        {"time_us", "us", "Begin of the access, since the first access to a register of the card."},
        {"bus_us", "us", "Time that the access took on the bus; 0 for a write that PCI Express posts."},
        {"access", "", "read or write."},
        {"region", "", "BAR0 to BAR5, or config."},
        {"offset", "", "First octet in the region."},
        {"octets", "octets", "Length of the access."},
        {"value", "", "Its data, the first octet lowest; of longer ones the first 8 octets."},
    };
}

AccessLog::AccessLog(std::string path) : file_("--out", std::move(path)) {
    file_.out() << core::header(access_columns());
}

void AccessLog::add(const Access& access) {
    if (!origin_ && access.region != Device::kConfigRegion) {
        origin_ = access.begin;
        for (const Access& a : early_) write(a);
        early_.clear();
    }
    if (origin_)
        write(access);
    else
        early_.push_back(access);
}

void AccessLog::write(const Access& a) {
    constexpr double kFsPerUs = 1e9;
    constexpr std::size_t kBlock = 1 << 14;  // A block of rows is one write to the file.
    const double at = (static_cast<double>(a.begin) - static_cast<double>(origin_.value_or(0))) / kFsPerUs;
    const auto end = std::back_inserter(rows_);
    fmt::format_to(end, FMT_COMPILE("{:.3f},{:.3f},{},"), at, static_cast<double>(a.end - a.begin) / kFsPerUs,
                   a.write ? "write" : "read");
    if (a.region == Device::kConfigRegion)
        fmt::format_to(end, "config");
    else
        fmt::format_to(end, FMT_COMPILE("BAR{}"), a.region);
    fmt::format_to(end, FMT_COMPILE(",0x{:02X},{},0x{:0{}X}\n"), a.offset, a.octets, a.value,
                   2 * std::min<std::uint32_t>(a.octets, sizeof a.value));
    if (rows_.size() >= kBlock) write_rows();
}

void AccessLog::write_rows() {
    file_.out().write(rows_.data(), static_cast<std::streamsize>(rows_.size()));
    rows_.clear();
}

void AccessLog::finish() {
    for (const Access& a : early_) write(a);
    early_.clear();
    write_rows();
    file_.finish();
}

}  // namespace niclab::vm
