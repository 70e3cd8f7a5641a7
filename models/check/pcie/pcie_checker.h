/// @file A checker of the packets of a PCI Express link against the rules of pcie_rules.h.
///
/// Behaviour: passive, independent of the models. A DLLP counts for its receiver from its last
///   symbol on, a TLP from its first: what a sender began before a NAK arrived is no replay.
/// Limitations: those of the folder's page.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/ring.h"
#include "check/pcie/pcie_transactions.h"

namespace niclab::check {

struct PcieCredits {
    unsigned header = 0, data = 0;  ///< 0: no limit.
};
inline constexpr unsigned kPcieClasses = 3;  ///< Posted, non-posted, completion.

struct PcieConfig {
    std::string link = "pcie";
    PcieLimits limits{};
    /// Credits that the receiver of each way grants, where no InitFC are on the link.
    bool known_credits = false;
    std::array<std::array<PcieCredits, kPcieClasses>, 2> credits{};  ///< By way of the TLPs, and class.
    bool updates_periodically = true;                                ///< T13 is checked.
};

class PcieChecker {
public:
    PcieChecker(const PcieConfig& config, Report& report);
    /// The next packet, in the order of the last symbols.
    void packet(const PciePacketView& p);
    void packet(const PciePacket& p) { packet(p.view()); }
    /// Number of TLPs that were accepted.
    std::uint64_t accepted() const { return transactions_.accepted(); }

private:
    struct Sent {
        unsigned sequence;
        std::vector<std::uint8_t> octets;
        core::Femtoseconds end;
    };
    struct Control {
        core::Femtoseconds at;
        std::array<std::uint8_t, 4> octets;
    };
    struct Owed {
        unsigned sequence;
        core::Femtoseconds since;
    };
    struct Flow {
        bool known = false;
        bool finite_header = false, finite_data = false;
        PcieCredits limit;      ///< As the sender knows it.
        PcieCredits used;       ///< By new TLPs.
        PcieCredits initial;    ///< Of the receiver.
        PcieCredits received;   ///< By accepted TLPs.
        PcieCredits announced;  ///< The limit of the last UpdateFC.
        core::Femtoseconds updated = 0;
        bool late = false;
    };
    /// TLPs of one way: their sender, and their receiver.
    struct Side {
        base::Ring<Sent> unacknowledged;
        base::Ring<Control> coming;  ///< DLLPs that the sender has not seen yet.
        unsigned next = 0;           ///< Sequence number of the next new TLP.
        bool begun = false;
        std::size_t replayed = 0;  ///< Of `unacknowledged`, in the present replay.
        bool replays = false, nak = false;
        core::Femtoseconds progress = 0;
        unsigned expected = 0;  ///< By the receiver.
        base::Ring<Owed> owed;
        std::array<Flow, kPcieClasses> flows;
    };

    Side& side(PcieWay way) { return sides_[unsigned(way)]; }
    void fail(PcieRule r, std::string seen);
    void tlp(const PciePacketView& p);
    void dllp(const PciePacketView& p);
    void flow_control(Side& s, const PciePacketView& p, unsigned type);
    void acknowledge(Side& s, const PciePacketView& p, bool nak);
    void see(Side& s, core::Femtoseconds by);
    void see(Side& s, const Control& control);
    void send(Side& s, const PciePacketView& p, const PcieHeader& h, unsigned sequence);
    void send_new(Side& s, const PciePacketView& p, const PcieHeader& h, unsigned sequence);
    void receive(Side& s, const PciePacketView& p, const PcieHeader& h, unsigned sequence);
    void owe(Side& s, unsigned sequence, core::Femtoseconds since);
    void updated(Flow& f, core::Femtoseconds at);
    /// Nothing is late up to `at`.
    void expect(core::Femtoseconds at) { deadline_ = std::min(deadline_, at); }
    void deadlines(core::Femtoseconds at);

    const PcieConfig config_;
    Report& report_;
    PcieTransactions transactions_;
    std::array<Side, 2> sides_;
    core::Femtoseconds at_ = 0, deadline_ = 0;  ///< Before `deadline_` nothing is late.
};

}  // namespace niclab::check
