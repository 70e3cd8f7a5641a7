/// @file The root complex with its root port: it executes writes and answers reads of a card.
///
/// Behaviour: a write is done when its address is translated; writes are done in order. A read
///   waits for writes before it, for its translation and for memory. Its cache lines then follow at
///   a fixed time. Requests are answered in the order in which their first lines arrive. A
///   completion has the lines that are ready when the link is free, up to MPS.
/// Timing: `latency` covers everything between the last symbol of a request and its first line,
///   without what is modelled: both physical and data link layers, the card's interface, the LLC.
/// With a store the data of writes and completions are moved, too. Then completions, messages and
/// interrupts of cards go to the CPU, after the writes before them. A request outside of the store is
/// answered as unsupported, or dropped if it is posted.
#pragma once

#include <functional>
#include <vector>

#include "base/event_queue.h"
#include "base/ring.h"
#include "pcie/config_space.h"
#include "pcie/host_memory.h"
#include "pcie/iommu.h"
#include "pcie/link_end.h"
#include "pcie/payloads.h"

namespace niclab::pcie {

struct RootComplexConfig {
    Femtoseconds latency = 0;
    Femtoseconds line = 3 * base::kNanosecond;  ///< From one cache line of a request to the next. *Assumed*.
    unsigned mps = 256;                         ///< Most octets of a completion.
    bool has_digest = false;                    ///< Completions have an ECRC.
};

/// The data of a host's memory.
class Store {
public:
    virtual ~Store() = default;
    virtual bool holds(std::uint64_t address, unsigned octets) const = 0;
    virtual void read(std::uint64_t address, std::uint8_t* to, unsigned octets) = 0;
    virtual void write(std::uint64_t address, const std::uint8_t* from, unsigned octets) = 0;
};

/// Writes to these addresses are interrupts, as on x86.
inline constexpr std::uint64_t kInterruptAddresses = 0xFEE0'0000, kInterruptOctets = 0x10'0000;
inline bool is_interrupt(const Tlp& tlp) {
    return tlp.type == TlpType::MemoryWrite && tlp.address - kInterruptAddresses < kInterruptOctets;
}

class RootComplex : public LinkUser {
public:
    struct Stats {
        std::uint64_t reads = 0, writes = 0, octets_read = 0, octets_written = 0, completions = 0;
        std::uint64_t unsupported = 0;
    };
    RootComplex(base::EventQueue& event_queue, const RootComplexConfig& config, LinkEnd& end, HostMemory& memory,
                Iommu& iommu);

    /// Moves data between the store and the TLPs of this pool.
    void use(Store& store, Payloads& payloads) { store_ = &store, payloads_ = &payloads; }
    /// The payload size is that of this port, which software sets.
    void follow(const ConfigSpace& port) { port_ = &port; }
    /// With a store. `written`: a write is in memory. `to_cpu`: a completion, a message or a write
    /// that is an interrupt, at the time from which on the CPU may have it.
    std::function<void(const Tlp&)> written, to_cpu;
    /// A TLP has left for the link.
    std::function<void(const Tlp&)> left;

    void receive(const Tlp& tlp) override;
    void fill() override;
    bool may_fill() const override { return !ready_.empty(); }
    void sent(const Tlp& tlp, Femtoseconds) override {
        if (left) left(tlp);
    }
    const Stats& stats() const { return stats_; }

private:
    struct Request {
        Tlp tlp;
        unsigned answered = 0;  ///< Octets.
    };
    void complete_write(std::uint64_t place);
    void pass_to_cpu(std::uint64_t place);
    void refuse(const Tlp& tlp);
    void end_of(std::uint64_t place);
    void translated(std::uint64_t place);
    void fetched(std::uint64_t place);
    void wake(std::uint64_t) { end_.wake(); }
    std::size_t keep(const Tlp& tlp);

    base::EventQueue& event_queue_;
    const RootComplexConfig config_;
    LinkEnd& end_;
    HostMemory& memory_;
    Iommu& iommu_;
    unsigned mps() const { return port_ ? port_->mps() : config_.mps; }
    const ConfigSpace* port_ = nullptr;
    Store* store_ = nullptr;
    Payloads* payloads_ = nullptr;
    std::vector<Request> requests_;
    std::vector<std::size_t> free_places_;
    base::Ring<std::size_t> ready_;  ///< Requests with their first line, in that order.
    Femtoseconds last_write_ = 0;
    Stats stats_;
};

}  // namespace niclab::pcie
