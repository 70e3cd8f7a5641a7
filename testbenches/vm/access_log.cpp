#include "access_log.h"

#include <fmt/compile.h>

#include <algorithm>
#include <iterator>

#include "core/row_fields.h"

namespace niclab::vm {

namespace {

struct AccessRow {
    const Access& access;
    core::Femtoseconds origin;
};

template <class Format, class... Values>
void add(std::string& text, const Format& format, const Values&... values) {
    fmt::format_to(std::back_inserter(text), format, values...);
}

/// Of accesses.csv.
const auto& fields() {
    using core::Column;
    using core::RowField;
    using Row = AccessRow;
    static const std::tuple all{
        RowField{Column{"time_us", "us", "Start of the access, since the first access to a register of the card."},
                 [](std::string& t, const Row& r) {
                     if (r.access.begin < r.origin) t += '-';
                     core::add_microseconds(t, std::max(r.access.begin, r.origin) - std::min(r.access.begin, r.origin));
                 }},
        RowField{
            Column{"bus_us", "us", "Time that the access took on the bus; 0 for a write that the host bridge posts."},
            [](std::string& t, const Row& r) { core::add_microseconds(t, r.access.end - r.access.begin); }},
        RowField{Column{"access", "", "Kind of the access: read or write."},
                 [](std::string& t, const Row& r) { t += r.access.write ? "write" : "read"; }},
        RowField{Column{"region", "", "Region of the access: BAR0 to BAR5, or config."},
                 [](std::string& t, const Row& r) {
                     if (r.access.region == Device::kConfigRegion)
                         t += "config";
                     else
                         add(t, FMT_COMPILE("BAR{}"), r.access.region);
                 }},
        RowField{Column{"offset", "", "Offset of the first octet in the region."},
                 [](std::string& t, const Row& r) { add(t, FMT_COMPILE("0x{:02X}"), r.access.offset); }},
        RowField{Column{"octets", "octets", "Length of the access."},
                 [](std::string& t, const Row& r) { core::add_number(t, r.access.octets); }},
        RowField{
            Column{"value", "", "Data of the access as a little-endian number. Longer accesses: the first 8 octets."},
            [](std::string& t, const Row& r) {
                add(t, FMT_COMPILE("0x{:0{}X}"), r.access.value,
                    2 * std::min<std::uint32_t>(r.access.octets, sizeof r.access.value));
            }},
    };
    return all;
}

}  // namespace

core::Columns access_columns() { return core::columns_of(fields()); }

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
    constexpr std::size_t kBlock = 1 << 14;  // A block of rows is one write to the file.
    core::add_line(rows_, AccessRow{a, origin_.value_or(0)}, fields());
    if (rows_.size() >= kBlock) write_rows();
}

void AccessLog::write_rows() {
    file_.out() << rows_;
    rows_.clear();
}

void AccessLog::finish() {
    for (const Access& a : early_) write(a);
    early_.clear();
    write_rows();
    file_.finish();
}

}  // namespace niclab::vm
