#include "probe/account/pci_csv.h"

#include "check/pci_checker.h"
#include "core/row_text.h"

namespace niclab::probe {

namespace {

/// Largest size of a row without the names of bus and master.
constexpr std::size_t kMostOctets = 8 * core::kMostDigits + 128;

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

/// Own formatting: a library's would take as long as all other work for a transaction here.
void PciCsv::row(const std::string& bus, const std::string& master, const PciTransaction& t) {
    using core::put;
    const std::size_t most = kMostOctets + bus.size() + master.size();
    char* at = core::put_nanoseconds(rows_.room(most), t.at);
    at = put(put(put(at, ","), bus), ",");
    at = put(put(put(at, master), ","), check::command_name(t.command));
    at = core::put_hex8(put(at, ",0x"), t.address);
    for (const std::uint32_t n : {t.dwords, t.clocks, t.arbitration, t.acquisition})
        at = core::put_number(put(at, ","), n);
    at = put(at, ",");
    if (t.dwords > 0) at = core::put_number(at, t.target);
    at = core::put_number(put(at, ","), t.waits);
    at = put(put(put(at, ","), to_string(t.end)), "\n");
    rows_.add(at, t.over);
}

}  // namespace niclab::probe
