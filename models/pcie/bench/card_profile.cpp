#include "pcie/bench/card_profile.h"

#include <cmath>

#include "core/config.h"

namespace niclab::pcie {

namespace {

constexpr double kMostNs = 1e6;

/// Per octet, too: whole femtoseconds.
Femtoseconds time(core::ConfigTable& table, const char* key, double standard_ns, const char* what) {
    return static_cast<Femtoseconds>(std::llround(table.time_ns(key, standard_ns, 0, kMostNs, what) * 1e6));
}

unsigned whole(core::ConfigTable& table, const char* key, unsigned standard, unsigned least, unsigned most,
               const char* what) {
    return static_cast<unsigned>(table.integer(key, standard, least, most, what));
}

}  // namespace

CardProfile read_card_profile(const std::string& path) {
    core::ConfigTable file({core::load_layer(path)});
    CardProfile found;
    DmaEngineConfig& e = found.engine;
    core::ConfigTable engine = file.table("engine");
    e.engine = time(engine, "per_transfer", 10, "Time of a transfer in the engine.");
    e.read_issue = time(engine, "read_issue", 10, "Time between two read requests. Assumed.");
    e.landing = time(engine, "landing_octet", 0.28, "Time of an octet into the card's memory.");
    e.write_start = time(engine, "write_start", 4, "Time of a write before its first chunk.");
    e.write_chunk = time(engine, "write_chunk", 17, "Time of a chunk of 128 octets.");
    e.write_signal = time(engine, "write_signal", 160, "Time from the last octet of a write to its signal.");
    e.write_signal_octet = time(engine, "write_signal_octet", 0.1, "The same, per octet.");
    e.tags = whole(engine, "tags", 32, 1, Tags::kMost, "Number of outstanding reads.");
    found.padding_octets = whole(engine, "padding_octets", 8, 1, 64, "Unit of the length of a packet on the line.");
    core::ConfigTable link = file.table("link");
    found.gap_octets = whole(link, "gap_octets", 16, 0, 256, "Octets for DLLPs after each TLP.");
    core::ConfigTable host = file.table("host");
    found.llc_miss = time(host, "llc_miss", 40, "Additional latency of a read from DRAM compared with the LLC.");
    found.iommu.walk = time(host, "page_walk", 250, "Latency of a page walk.");
    found.iommu.walker_time = time(host, "walker", 50, "Time from the begin of a walk to that of the next.");
    found.iommu.entries = whole(host, "tlb_entries", 96, 1, 1 << 16, "Entries of the IOMMU's TLB.");
    for (const core::ConfigTable* table : {&engine, &link, &host}) table->done();
    file.done();
    return found;
}

}  // namespace niclab::pcie
