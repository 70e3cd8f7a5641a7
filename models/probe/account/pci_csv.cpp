#include "probe/account/pci_csv.h"

#include <algorithm>

#include "check/pci_checker.h"
#include "core/row_text.h"

namespace niclab::probe {

namespace {

void hex8(std::string& row, std::uint64_t n) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    unsigned digits = 8;
    while (digits < 16 && n >> 4 * digits != 0) ++digits;
    while (digits-- > 0) row += kDigits[n >> 4 * digits & 0xF];
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

/// By hand: a library's formatting would take as long as all else that a transaction costs here.
void PciCsv::row(const std::string& bus, const std::string& master, const PciTransaction& t) {
    const std::size_t begin = text_.size();
    core::add_nanoseconds(text_, t.at);
    text_.append(",").append(bus).append(",").append(master).append(",").append(check::command_name(t.command));
    text_ += ",0x";
    hex8(text_, t.address);
    for (const std::uint32_t n : {t.dwords, t.clocks, t.arbitration, t.acquisition})
        text_ += ',', core::add_number(text_, n);
    text_ += ',';
    if (t.dwords > 0) core::add_number(text_, t.target);
    text_ += ',';
    core::add_number(text_, t.waits);
    text_.append(",").append(to_string(t.end)).append("\n");
    rows_.push_back({t.over, begin, text_.size()});
}

void PciCsv::settle() {
    const auto earlier = [](const Row& a, const Row& b) { return a.over < b.over; };
    if (std::is_sorted(rows_.begin(), rows_.end(), earlier)) {
        file_.out().write(text_.data(), static_cast<std::streamsize>(text_.size()));
    } else {  // buses that were simulated one after the other
        std::stable_sort(rows_.begin(), rows_.end(), earlier);
        for (const Row& r : rows_)
            file_.out().write(text_.data() + r.begin, static_cast<std::streamsize>(r.end - r.begin));
    }
    text_.clear(), rows_.clear();
}

}  // namespace niclab::probe
