#include "probe/account/pci_csv.h"

#include "check/pci_checker.h"
#include "core/row_fields.h"

namespace niclab::probe {

namespace {

/// Largest size of a row without the names of bus and master.
constexpr std::size_t kMostOctets = 8 * core::kMostDigits + 128;

struct PciRow {
    const std::string& bus;
    const std::string& master;
    const PciTransaction& t;
};

char* number(char* at, std::uint64_t n) { return core::put_number(at, n); }

/// Own formatting: a library's would take as long as all other work for a transaction here.
const auto& fields() {
    using core::RowField;
    using Row = PciRow;
    static const std::tuple all{
        RowField{core::Column{"time_ns", "ns", "Clock edge that first samples FRAME#, since the simulation began."},
                 [](char* at, const Row& r) { return core::put_nanoseconds(at, r.t.at); }},
        RowField{core::Column{"bus", "", "Host whose bus it is."},
                 [](char* at, const Row& r) { return core::put(at, r.bus); }},
        RowField{core::Column{"master", "", "Who has it: host, nic, or the name of another master; empty: not known."},
                 [](char* at, const Row& r) { return core::put(at, r.master); }},
        RowField{core::Column{"command", "", "C/BE# of the address phase, in words."},
                 [](char* at, const Row& r) { return core::put(at, check::command_name(r.t.command)); }},
        RowField{core::Column{"address", "", "AD of the address phase."},
                 [](char* at, const Row& r) { return core::put_hex8(core::put(at, "0x"), r.t.address); }},
        RowField{core::Column{"dwords", "dwords", "Moved; two a data phase of 64 bits."},
                 [](char* at, const Row& r) { return number(at, r.t.dwords); }},
        RowField{core::Column{"clocks", "clocks", "With FRAME# or IRDY# asserted."},
                 [](char* at, const Row& r) { return number(at, r.t.clocks); }},
        RowField{core::Column{"arbitration_clocks", "clocks", "REQ# to GNT#: others are served."},
                 [](char* at, const Row& r) { return number(at, r.t.arbitration); }},
        RowField{core::Column{"acquisition_clocks", "clocks", "GNT# to FRAME#: the bus becomes idle."},
                 [](char* at, const Row& r) { return number(at, r.t.acquisition); }},
        RowField{core::Column{"target_clocks", "clocks", "FRAME# to the first TRDY#; empty where no data moved."},
                 [](char* at, const Row& r) { return r.t.dwords > 0 ? number(at, r.t.target) : at; }},
        RowField{core::Column{"wait_clocks", "clocks", "After the first data, those on which none moved."},
                 [](char* at, const Row& r) { return number(at, r.t.waits); }},
        RowField{core::Column{"end", "",
                              "complete, retry, disconnect_with_data, disconnect_without_data, target_abort or "
                              "master_abort."},
                 [](char* at, const Row& r) { return core::put(at, to_string(r.t.end)); }},
    };
    return all;
}

}  // namespace

core::Columns pci_columns() { return core::columns_of(fields()); }

void PciCsv::row(const std::string& bus, const std::string& master, const PciTransaction& t) {
    char* const at = room(kMostOctets + bus.size() + master.size());
    add(core::put_line(at, PciRow{bus, master, t}, fields()), t.over);
}

}  // namespace niclab::probe
