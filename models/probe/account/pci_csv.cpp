#include "probe/account/pci_csv.h"

#include <algorithm>

#include "check/pci_checker.h"
#include "core/row_text.h"

namespace niclab::probe {

namespace {

/// Largest size of a row without the names of bus and master.
constexpr std::size_t kMostOctets = 8 * core::kMostDigits + 128;

char* put_hex8(char* to, std::uint64_t n) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    unsigned digits = 8;
    while (digits < 16 && n >> 4 * digits != 0) ++digits;
    while (digits-- > 0) *to++ = kDigits[n >> 4 * digits & 0xF];
    return to;
}

}  // namespace

core::Columns pci_columns() {
    return {
        {"time_ns", "ns", "Clock edge that first samples FRAME#, since the simulation began."},
        {"bus", "", "Host whose bus it is."},
        {"master", "", "Who has it: host, nic, or the name of another master; empty: not known."},
        {"command", "", "C/BE# of the address phase, in words."},
        {"address", "", "AD of the address phase."},
        {"dwords", "dwords", "Moved; two a data phase of 64 bits."},
        {"clocks", "clocks", "With FRAME# or IRDY# asserted."},
        {"arbitration_clocks", "clocks", "REQ# to GNT#: others are served."},
        {"acquisition_clocks", "clocks", "GNT# to FRAME#: the bus becomes idle."},
        {"target_clocks", "clocks", "FRAME# to the first TRDY#; empty where no data moved."},
        {"wait_clocks", "clocks", "After the first data, those on which none moved."},
        {"end", "", "complete, retry, disconnect_with_data, disconnect_without_data, target_abort or master_abort."},
    };
}

PciCsv::PciCsv(std::string path) : file_("--out", std::move(path)) { file_.out() << core::header(pci_columns()); }

/// Own formatting: a library's would take as long as all other work for a transaction here.
void PciCsv::row(const std::string& bus, const std::string& master, const PciTransaction& t) {
    using core::put;
    const std::size_t most = used_ + kMostOctets + bus.size() + master.size();
    if (most > text_.size()) text_.resize(2 * most);
    char* at = core::put_nanoseconds(text_.data() + used_, t.at);
    at = put(put(put(at, ","), bus), ",");
    at = put(put(put(at, master), ","), check::command_name(t.command));
    at = put_hex8(put(at, ",0x"), t.address);
    for (const std::uint32_t n : {t.dwords, t.clocks, t.arbitration, t.acquisition})
        at = core::put_number(put(at, ","), n);
    at = put(at, ",");
    if (t.dwords > 0) at = core::put_number(at, t.target);
    at = core::put_number(put(at, ","), t.waits);
    at = put(put(put(at, ","), to_string(t.end)), "\n");
    const std::size_t begin = used_;
    used_ = static_cast<std::size_t>(at - text_.data());
    rows_.push_back({t.over, begin, used_});
}

/// With more than some octets the file's own buffer keeps none back.
void PciCsv::settle() {
    if (used_ >= core::StreamedFile::kWorthWriting) write();
}

void PciCsv::write() {
    const auto earlier = [](const Row& a, const Row& b) { return a.over < b.over; };
    if (std::is_sorted(rows_.begin(), rows_.end(), earlier)) {
        file_.out().write(text_.data(), static_cast<std::streamsize>(used_));
    } else {  // Buses that were simulated one after the other.
        std::stable_sort(rows_.begin(), rows_.end(), earlier);
        for (const Row& r : rows_)
            file_.out().write(text_.data() + r.begin, static_cast<std::streamsize>(r.end - r.begin));
    }
    used_ = 0, rows_.clear();
}

}  // namespace niclab::probe
