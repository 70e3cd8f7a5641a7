#include "probe/account/pci_csv.h"

#include <fmt/format.h>

#include "check/pci_checker.h"

namespace niclab::probe {

PciCsv::PciCsv(std::string path) : file_("--out", std::move(path)) {
    file_.out()
        << "time_ns,bus,master,command,address,dwords,clocks,arbitration_clocks,acquisition_clocks,target_clocks,"
           "wait_clocks,end\n";
}

void PciCsv::row(const std::string& bus, const std::string& master, const PciTransaction& t) {
    file_.out() << fmt::format("{:.3f},{},{},{},0x{:08X},{},{},{},{},{},{},{}\n", double(t.at) * 1e-6, bus, master,
                               check::command_name(t.command), t.address, t.dwords, t.clocks, t.arbitration,
                               t.acquisition, t.dwords > 0 ? fmt::format("{}", t.target) : "", t.waits,
                               to_string(t.end));
}

}  // namespace niclab::probe
