#include "access_log.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::vm {

core::Columns access_columns() {
    return {
        {"time_us", "us", "Begin of the access, since the first access to a register of the card."},
        {"bus_us", "us", "Time that the access took on the bus."},
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
    const std::string region = a.region == Device::kConfigRegion ? "config" : fmt::format("BAR{}", a.region);
    const double at = (static_cast<double>(a.begin) - static_cast<double>(origin_.value_or(0))) / kFsPerUs;
    file_.out() << fmt::format("{:.3f},{:.3f},{},{},0x{:02X},{},0x{:0{}X}\n", at,
                               static_cast<double>(a.end - a.begin) / kFsPerUs, a.write ? "write" : "read", region,
                               a.offset, a.octets, a.value, 2 * std::min<std::uint32_t>(a.octets, sizeof a.value));
}

void AccessLog::finish() {
    for (const Access& a : early_) write(a);
    early_.clear();
    file_.finish();
}

}  // namespace niclab::vm
