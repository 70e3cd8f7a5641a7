/// @file The transaction layer of a card with one function: configuration space, windows of
/// registers, transfers to and from memory, interrupts.
///
/// Behaviour: configuration requests are answered after `config_time`. Accesses to a window wait,
///   one after the other, until the card finishes them; then their credits return and a read is
///   completed. Accesses without a window are answered as unsupported, or dropped if they are posted.
///   Reads are cut at MRRS and 4 KiB, and each request has a tag. Writes are cut at MPS. An interrupt
///   is a message of MSI-X or MSI if software has enabled it, otherwise messages of INTA.
/// Assumed: a table of MSI-X is read and written in no time. `waiting_writes` may wait for the link.
/// Not modelled: several functions, I/O windows of less than a dword, byte enables with gaps.
#pragma once

#include <functional>

#include "base/event_queue.h"
#include "base/ring.h"
#include "pcie/config_space.h"
#include "pcie/link_end.h"
#include "pcie/split.h"
#include "pcie/tags.h"

namespace niclab::pcie {

struct EndpointConfig {
    unsigned tags = 32;
    unsigned waiting_writes = 4;                         ///< *Assumed*.
    Femtoseconds config_time = 100 * base::kNanosecond;  ///< *Assumed*.
    bool has_digest = false;
};

class Endpoint : public LinkUser {
public:
    /// A register access. `tlp.octets` from `offset` of the window on.
    struct Access {
        Tlp tlp;
        unsigned bar = 0;
        std::uint64_t offset = 0;
        bool is_write() const { return tlp.type == TlpType::MemoryWrite || tlp.type == TlpType::IoWrite; }
    };
    /// A read that has ended. `last`: its last completion, with its stamps.
    struct Done {
        unsigned slot;
        bool good;
        const Tlp& last;
    };
    struct Stats {
        std::uint64_t reads = 0, writes = 0, octets_read = 0, octets_written = 0;
        std::uint64_t interrupts = 0, accesses = 0, unsupported = 0;
    };

    Endpoint(base::EventQueue& event_queue, const Identity& identity, const EndpointConfig& config, LinkEnd& end,
             Payloads& payloads);
    /// Called when there is an access, when a write has left for the link, and when software has
    /// made the card a bus master.
    std::function<void()> work;
    std::function<void(const Done&)> read_done;

    // Registers.
    bool has_access() const { return !accesses_.empty(); }
    const Access& access() const { return accesses_.front(); }
    const std::uint8_t* written_data() const { return payloads_.at(access().tlp.payload); }
    /// The oldest access has had its effect; `data`: what a read returns.
    void finish_access(const std::uint8_t* data);

    // Transfers.
    bool is_master() const { return config_space.has_command(kMasterEnabled); }
    /// Starts a read. `slot`: the caller's number, not in use by another read; below 256.
    void read(unsigned slot, std::uint64_t address, unsigned octets, std::uint8_t purpose = 0);
    /// What a finished read returned.
    const std::uint8_t* read_data(unsigned slot) const { return reads_[slot].data.data(); }
    bool can_write() const { return end_.waiting(FlowClass::Posted) < config_.waiting_writes; }
    void write(std::uint64_t address, const std::uint8_t* data, unsigned octets, std::uint8_t purpose = 0);

    /// The level of the card's interrupt. By MSI-X its vector is 0.
    void set_interrupt(bool asserted);
    /// Sends the message of a vector of MSI-X, or keeps it pending as long as it is masked. It has no
    /// effect without MSI-X.
    void send_vector(unsigned vector);

    void receive(const Tlp& tlp) override;
    void fill() override {}
    bool may_fill() const override { return false; }
    void sent(const Tlp& tlp, Femtoseconds end) override;
    const Stats& stats() const { return stats_; }

    ConfigSpace config_space;

private:
    static constexpr unsigned kSlots = 256, kVectorOctets = 16;
    struct Read {
        std::uint64_t address = 0;
        unsigned octets = 0, left = 0;
        bool good = true;
        std::vector<std::uint8_t> data;
    };
    struct Outstanding {
        unsigned slot = 0, at = 0;  ///< `at`: offset of the next octet in its read.
    };
    void ask(Tlp tlp);
    void complete(const Tlp& tlp);
    void configure(std::uint64_t);
    void respond(const Tlp& request, const std::uint8_t* data, std::uint8_t status);
    void enter(const Tlp& tlp);
    void access_vectors(const Tlp& tlp, std::uint64_t offset);
    void notify(std::uint64_t address, std::uint32_t data);
    std::uint32_t vector_dword(unsigned at) const;
    bool is_pending(unsigned vector) const { return (pending_[vector / 8] >> vector % 8 & 1u) != 0; }
    void send_pending();
    void send_message(std::uint8_t code);
    void send_msi();

    base::EventQueue& event_queue_;
    const EndpointConfig config_;
    LinkEnd& end_;
    Payloads& payloads_;
    std::uint16_t id_ = 0;
    Tags tags_;
    std::vector<Read> reads_;
    std::vector<Outstanding> outstanding_;  ///< By tag.
    base::Ring<Tlp> untagged_, configured_;
    base::Ring<Access> accesses_;
    std::vector<std::uint8_t> vectors_;  ///< Table of MSI-X,
    std::vector<std::uint8_t> pending_;  ///< and its pending bits, in whole groups of 8 octets.
    bool interrupt_ = false, inta_ = false, msi_waits_ = false;
    Stats stats_;
};

}  // namespace niclab::pcie
