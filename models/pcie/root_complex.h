/// @file The root complex with its root port: it executes writes and answers reads of a card.
///
/// Behaviour: a write is done when its address is translated; writes are done in order. A read
///   waits for writes before it, for its translation and for memory. Its cache lines then follow at
///   a fixed time. Requests are answered in the order in which their first lines arrive. A
///   completion has the lines that are ready when the link is free, up to MPS.
/// Timing: `latency` covers everything between the last symbol of a request and its first line,
///   without what is modelled: both physical and data link layers, the card's interface, the LLC.
/// Not modelled: requests to a card, messages, several cards, completions with an error.
#pragma once

#include <vector>

#include "base/event_queue.h"
#include "base/ring.h"
#include "pcie/host_memory.h"
#include "pcie/iommu.h"
#include "pcie/link_end.h"

namespace niclab::pcie {

struct RootComplexConfig {
    Femtoseconds latency = 0;
    Femtoseconds line = 3 * base::kNanosecond;  ///< From one cache line of a request to the next. *Assumed*.
    unsigned mps = 256;                         ///< Most octets of a completion.
    bool has_digest = false;                    ///< Completions have an ECRC.
};

class RootComplex : public LinkUser {
public:
    struct Stats {
        std::uint64_t reads = 0, writes = 0, octets_read = 0, octets_written = 0, completions = 0;
    };
    RootComplex(base::EventQueue& event_queue, const RootComplexConfig& config, LinkEnd& end, HostMemory& memory,
                Iommu& iommu);

    void receive(const Tlp& tlp) override;
    void fill() override;
    void sent(const Tlp&, Femtoseconds) override {}
    const Stats& stats() const { return stats_; }

private:
    struct Request {
        Tlp tlp;
        unsigned answered = 0;  ///< Octets.
    };
    void complete_write(std::uint64_t place);
    void translated(std::uint64_t place);
    void fetched(std::uint64_t place);
    void wake(std::uint64_t) { end_.wake(); }
    std::size_t keep(const Tlp& tlp);

    base::EventQueue& event_queue_;
    const RootComplexConfig config_;
    LinkEnd& end_;
    HostMemory& memory_;
    Iommu& iommu_;
    std::vector<Request> requests_;
    std::vector<std::size_t> free_places_;
    base::Ring<std::size_t> ready_;  ///< Requests with their first line, in that order.
    Femtoseconds last_write_ = 0;
    Stats stats_;
};

}  // namespace niclab::pcie
