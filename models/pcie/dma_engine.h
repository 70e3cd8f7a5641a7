/// @file A DMA engine as that of a network flow processor (NFP-6000): reads, writes and their
/// signals.
///
/// Behaviour: a read passes the engine in half of `engine` before its requests and in the other
///   half before its signal, a write in the first half alone. Reads are cut at MRRS, one request
///   per `read_issue`, each with a tag. Octets of a transfer land one completion after the other,
///   `landing` per octet. Writes are prepared in chunks of 128 octets, `write_chunk` each, after
///   `write_start` per transfer. Two prepared writes can wait for the link. A write is signalled
///   `write_signal` after its last octet, and `write_signal_octet` per octet.
/// Timing: all numbers are fitted, see the file of the card.
/// Not modelled: the bus between the engine and the link, priorities, descriptors.
#pragma once

#include <functional>
#include <vector>

#include "base/event_queue.h"
#include "base/ring.h"
#include "pcie/link_end.h"
#include "pcie/tags.h"

namespace niclab::pcie {

struct DmaEngineConfig {
    Femtoseconds engine = 0, read_issue = 0, landing = 0;  ///< `landing` per octet, as write_signal_octet.
    Femtoseconds write_start = 0, write_chunk = 0, write_signal = 0, write_signal_octet = 0;
    unsigned tags = 32;
    unsigned chunk_octets = 128, waiting_writes = 2;
    unsigned mps = 256, mrrs = 512;
    bool has_digest = false;  ///< Requests have an ECRC.
};

enum class Direction : std::uint8_t { Read, Write };

class DmaEngine : public LinkUser {
public:
    /// A finished transfer. `stamps` are those of the completion that came last; empty for writes.
    struct Done {
        unsigned slot = 0;
        Stamps stamps{};
        Femtoseconds landed = 0;
    };
    /// Throws std::invalid_argument: tags out of range.
    DmaEngine(base::EventQueue& event_queue, const DmaEngineConfig& config, LinkEnd& end);
    /// Called at the signal of each transfer.
    std::function<void(const Done&)> done;

    /// Starts a transfer. `slot`: the caller's number, not in use by another transfer.
    void start(unsigned slot, Direction direction, std::uint64_t address, unsigned octets);

    void receive(const Tlp& tlp) override;
    void fill() override;
    bool may_fill() const override { return stalls_; }
    void sent(const Tlp& tlp, Femtoseconds end) override;

private:
    struct Transfer {
        Direction direction = Direction::Read;
        std::uint64_t address = 0;
        unsigned octets = 0,
                 left = 0;  ///< `left`: octets that have not landed, or are not yet requested to be written.
        Femtoseconds landed = 0;
        Stamps stamps{};
    };
    void begin(std::uint64_t slot);
    void begin_read(unsigned slot);
    void ask(std::uint64_t);
    void take_tags();
    void next_write();
    void prepare();
    void prepared(std::uint64_t);
    void submit_write();
    void finish(std::uint64_t slot);
    Tlp request(TlpType type, unsigned slot, std::uint64_t address, unsigned octets) const;

    base::EventQueue& event_queue_;
    const DmaEngineConfig config_;
    LinkEnd& end_;
    std::vector<Transfer> transfers_;
    // Reads.
    base::Ring<Tlp> asked_;     ///< At their time.
    base::Ring<Tlp> untagged_;  ///< They wait for a tag.
    Tags tags_;
    Femtoseconds read_free_ = 0;
    // Writes.
    base::Ring<unsigned> writes_;  ///< Slots; the first is in preparation.
    bool stalls_ = false;          ///< A prepared write waits for a place.
};

}  // namespace niclab::pcie
