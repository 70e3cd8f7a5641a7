/// @file One end of a link: the data link layer, and the queues of the transaction layer before it.
///
/// Behaviour: TLPs of a class keep their order. Reads and completions do not overtake writes,
///   writes overtake both. A TLP needs credits of its class and space in the replay buffer. It gets
///   a sequence number of 12 bits and stays in that buffer until an ACK arrives. A receiver accepts
///   the expected number only. It answers an LCRC error or a gap with one NAK, and a repeated TLP
///   with an ACK. A NAK or the replay timer repeats all that was not acknowledged, in order. The
///   receiver of a TLP calls release() when the TLP leaves its buffer; an UpdateFC follows.
/// Timing: after each TLP the transmitter leaves `gap_octets` for DLLPs, which cost no other time.
///   DLLPs without a TLP are sent at once. A lost UpdateFC is replaced after 30 us at the latest.
/// Not modelled: delay of the line and of the layers (a part of the root complex's latency);
///   InitFC; the retraining after repeated replays.
#pragma once

#include "base/event_queue.h"
#include "base/random.h"
#include "base/ring.h"
#include "pcie/credits.h"
#include "pcie/lanes.h"
#include "pcie/link_observer.h"
#include "pcie/payloads.h"
#include "pcie/tlp.h"

namespace niclab::pcie {

class SignalLine;

/// The transaction layer that uses an end.
class LinkUser {
public:
    virtual ~LinkUser() = default;
    /// A TLP has arrived completely.
    virtual void receive(const Tlp& tlp) = 0;
    /// The line is free: the last moment to submit what is to be sent next.
    virtual void fill() = 0;
    /// False: fill() will submit nothing before the user itself calls submit() or wake().
    virtual bool may_fill() const { return true; }
    /// `tlp` is sent for the first time; its last symbol will be at `end`.
    virtual void sent(const Tlp& tlp, Femtoseconds end) = 0;
};

struct LinkEndConfig {
    LanesConfig lanes;
    unsigned gap_octets = 16;                                       ///< For DLLPs after each TLP.
    unsigned padding_octets = 4;                                    ///< A TLP is padded to a multiple of these.
    Credits credits[kFlowClasses] = {{64, 1024}, {64, 0}, {0, 0}};  ///< What this end grants, by FlowClass. *Assumed*.
    unsigned replay_tlps = 128;                                     ///< Space of the replay buffer. *Assumed*.
    Femtoseconds replay_timeout = 2 * base::kMicrosecond;           ///< *Assumed*.
    double tlp_errors = 0, dllp_errors = 0;                         ///< Probability that a packet is corrupted.
};

class LinkEnd {
public:
    struct Stats {
        std::uint64_t tlps = 0, octets = 0;  ///< Sent, with replays; octets with framing.
        std::uint64_t dllps = 0, replayed = 0, timeouts = 0;
        std::uint64_t bad_tlps = 0, bad_dllps = 0, repeated_tlps = 0;  ///< Received.
    };
    /// Throws std::invalid_argument: lanes out of range.
    LinkEnd(base::EventQueue& event_queue, const LinkEndConfig& config, std::uint64_t seed, const char* name);
    /// Both ends must be connected before anything is sent.
    void connect(LinkEnd& peer, LinkUser& user);
    /// TLPs have their data in this pool.
    void use(Payloads& payloads) { payloads_ = &payloads; }
    /// Reports all packets that this end sends, as those of this way.
    void observe(LinkObserver& observer, Way way) { observer_ = &observer, way_ = way; }
    /// From now on all packets of this end go over `line`, symbol by symbol, and the other end reads
    /// them from there. To be called before the first one.
    void use(SignalLine& line) { line_ = &line; }

    /// Queues a TLP.
    void submit(const Tlp& tlp);
    /// Sends if the line is free and there is something to send.
    void wake();
    /// TLPs of a class that wait for their first symbol.
    std::size_t waiting(FlowClass flow) const { return queues_[static_cast<unsigned>(flow)].size(); }
    /// A received TLP has left the receive buffer.
    void release(const Tlp& tlp);

    const Stats& stats() const { return stats_; }
    /// Time that the first waiting TLP of a class lacked credits.
    Femtoseconds credit_wait(FlowClass flow) const { return credit_waits_[static_cast<unsigned>(flow)]; }
    unsigned padded_octets(const Tlp& tlp) const;

private:
    struct Waiting {
        Tlp tlp;
        std::uint64_t order = 0;
    };
    struct Numbered {
        Tlp tlp;
        std::uint16_t sequence = 0;
        bool bad = false, repeated = false;
        Femtoseconds begin = 0;
    };
    enum class Dllp : std::uint8_t { UpdatePosted, UpdateNonPosted, UpdateCompletion, Ack, Nak };

    base::Ring<Waiting>* next_queue();
    bool send_tlp();
    Femtoseconds transmit(const Numbered& numbered);
    bool send_dllp(Femtoseconds end);
    bool waits(Dllp dllp) const { return (pending_ >> static_cast<unsigned>(dllp) & 1) != 0; }
    void request(Dllp dllp) { pending_ |= 1u << static_cast<unsigned>(dllp); }
    /// Something may be sent as soon as the line is free; if not, the next wake() comes with it.
    bool has_more() const { return (pending_ | waiting_) != 0 || resend_ < replay_.size() || user_->may_fill(); }
    void arrive(std::uint64_t);
    void receive(Numbered& numbered);
    void receive_dllp(std::uint64_t packed);
    void lose_dllp(std::uint64_t packed);
    void report_dllp(std::uint64_t packed, bool bad);
    LinkPacket packet_of(const Numbered& numbered, Femtoseconds end) const;
    LinkPacket packet_of(std::uint64_t packed, Femtoseconds end, bool bad) const;
    const std::uint8_t* data_of(const Tlp& tlp) const {
        return tlp.payload == 0 ? nullptr : payloads_->at(tlp.payload);
    }
    void read_tlp(Numbered& numbered);
    std::uint64_t read_dllp();
    void acknowledge(std::uint16_t sequence);
    void free_line(std::uint64_t);
    void on_replay_timer(std::uint64_t);
    void on_update_timer(std::uint64_t);

    base::EventQueue& event_queue_;
    const LinkEndConfig config_;
    Lanes lanes_;
    base::RandomStream random_;
    LinkEnd* peer_ = nullptr;
    LinkUser* user_ = nullptr;
    Payloads* payloads_ = nullptr;
    LinkObserver* observer_ = nullptr;
    SignalLine* line_ = nullptr;  ///< nullptr: at transaction level.
    Way way_ = Way::Up;
    // Transmitter.
    base::Ring<Waiting> queues_[kFlowClasses];
    unsigned waiting_ = 0;  ///< In all queues.
    std::uint64_t order_ = 0;
    CreditGate gates_[kFlowClasses];
    base::Ring<Numbered> replay_;  ///< Sent and not acknowledged, oldest first.
    std::size_t resend_ = 0;       ///< Elements before it have been sent since the last NAK.
    std::uint16_t next_sequence_ = 0;
    base::Ring<Numbered> flight_;  ///< On the line, which keeps their order.
    Femtoseconds free_ = 0, progress_ = 0;
    bool wakes_ = false, sends_ = false, times_replay_ = false;
    Femtoseconds blocked_since_[kFlowClasses], credit_waits_[kFlowClasses] = {};
    // Receiver.
    CreditGrant grants_[kFlowClasses];
    std::uint16_t expected_ = 0;
    bool nak_sent_ = false;
    unsigned pending_ = 0;  ///< Bit n: DLLP n is to be sent.
    Stats stats_;
};

}  // namespace niclab::pcie
