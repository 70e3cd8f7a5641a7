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
        RowField{core::Column{"time_ns", "ns",
                              "Time of the clock edge that first samples FRAME#, since the start of the simulation."},
                 [](char* at, const Row& r) { return core::put_nanoseconds(at, r.t.at); }},
        RowField{core::Column{"bus", "", "Host of the bus."},
                 [](char* at, const Row& r) { return core::put(at, r.bus); }},
        RowField{core::Column{"master", "",
                              "Master of the transaction: host, nic, or the name of another master. Empty: unknown."},
                 [](char* at, const Row& r) { return core::put(at, r.master); }},
        RowField{core::Column{"command", "", "Bus command in words."},
                 [](char* at, const Row& r) { return core::put(at, check::command_name(r.t.command)); }},
        RowField{core::Column{"address", "", "Address of the transaction."},
                 [](char* at, const Row& r) { return core::put_hex8(core::put(at, "0x"), r.t.address); }},
        RowField{core::Column{"dwords", "dwords", "Transferred dwords. A 64-bit data phase has two."},
                 [](char* at, const Row& r) { return number(at, r.t.dwords); }},
        RowField{core::Column{"clocks", "clocks", "Length of the transaction: clocks with FRAME# or IRDY# asserted."},
                 [](char* at, const Row& r) { return number(at, r.t.clocks); }},
        RowField{core::Column{"arbitration_clocks", "clocks", "Clocks from REQ# to GNT#: arbitration."},
                 [](char* at, const Row& r) { return number(at, r.t.arbitration); }},
        RowField{core::Column{"acquisition_clocks", "clocks", "Clocks from GNT# to FRAME#: the bus becomes idle."},
                 [](char* at, const Row& r) { return number(at, r.t.acquisition); }},
        RowField{
            core::Column{"target_clocks", "clocks", "Clocks from FRAME# to the first TRDY#. Empty: no data moved."},
            [](char* at, const Row& r) { return r.t.dwords > 0 ? number(at, r.t.target) : at; }},
        RowField{core::Column{"wait_clocks", "clocks", "Clocks without data after the first data."},
                 [](char* at, const Row& r) { return number(at, r.t.waits); }},
        RowField{core::Column{"end", "",
                              "End of the transaction: complete, retry, disconnect_with_data, disconnect_without_data, "
                              "target_abort or master_abort."},
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
