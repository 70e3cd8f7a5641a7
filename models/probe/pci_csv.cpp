#include "probe/pci_csv.h"

#include <fmt/format.h>

#include <cstdio>

#include "check/pci_checker.h"
#include "core/config.h"
#include "core/output_file.h"

namespace niclab::probe {

PciCsv::PciCsv(std::string path) : path_(std::move(path)), out_(core::unfinished_name(path_), std::ios::binary) {
    if (!out_) throw core::ConfigError("--out: '" + path_ + "' found, a file that can be written wanted");
    out_ << "time_ns,bus,master,command,address,dwords,clocks,arbitration_clocks,acquisition_clocks,target_clocks,"
            "wait_clocks,end\n";
}

void PciCsv::row(const std::string& bus, const std::string& master, const PciTransaction& t) {
    out_ << fmt::format("{:.3f},{},{},{},0x{:08X},{},{},{},{},{},{},{}\n", double(t.at) * 1e-6, bus, master,
                        check::command_name(t.command), t.address, t.dwords, t.clocks, t.arbitration, t.acquisition,
                        t.dwords > 0 ? fmt::format("{}", t.target) : "", t.waits, to_string(t.end));
}

void PciCsv::finish() {
    out_.close();
    if (!out_ || std::rename(core::unfinished_name(path_).c_str(), path_.c_str()) != 0)
        throw core::ConfigError("--out: '" + path_ + "' could not be written to its end");
}

PciCsv::~PciCsv() { std::remove(core::unfinished_name(path_).c_str()); }

}  // namespace niclab::probe
