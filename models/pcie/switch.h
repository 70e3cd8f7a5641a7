/// @file A switch: one port to the root and some to cards, each with a link.
///
/// Behaviour: a TLP goes on when it is complete (store and forward), `latency` after its last
///   symbol, to the port that its address, its bus or its requester selects. It waits there for the
///   link and for credits, by the rules of order of LinkEnd. Its place in the receive buffer, and
///   with it its credits, are free when it has left. Configuration of the ports is answered here.
///   Cards reach each other without the root. INTA of card n becomes INTA, INTB, INTC or INTD. A
///   request that no port takes is answered as unsupported, or dropped if it is posted.
/// Assumed: `latency`.
/// Not modelled: cut-through, multicast, arbitration by weights, ports that are switched off.
#pragma once

#include <deque>
#include <vector>

#include "base/event_queue.h"
#include "base/pool.h"
#include "base/ring.h"
#include "pcie/config_space.h"
#include "pcie/link_end.h"
#include "pcie/payloads.h"

namespace niclab::pcie {

struct SwitchConfig {
    Femtoseconds latency = 150 * base::kNanosecond;      ///< From the last symbol to the queue of a port. *Assumed*.
    Femtoseconds config_time = 100 * base::kNanosecond;  ///< *Assumed*.
};

class Switch {
public:
    struct Stats {
        std::uint64_t up = 0, down = 0, between = 0, unsupported = 0;  ///< TLPs forwarded, and refused.
    };
    /// `up`: its end of the link to the root. `lanes`, `mps`: the most of all ports.
    Switch(base::EventQueue& event_queue, const SwitchConfig& config, LinkEnd& up, Payloads& payloads,
           const LanesConfig& lanes, unsigned mps);
    /// Adds a port with its end of a link to a card. To be called before the first TLP.
    LinkUser& add(LinkEnd& down);
    /// The user of the link to the root.
    LinkUser& upstream() { return ports_.front(); }
    ConfigSpace& space(unsigned port) { return ports_[port].space; }
    /// TLPs that wait in the port to the root.
    std::size_t waiting_up() const;
    const Stats& stats() const { return stats_; }

private:
    /// Number 0 is the port to the root.
    struct Port : LinkUser {
        Port(Switch& of, unsigned n, LinkEnd& own, const Identity& identity)
            : all(of), number(n), end(own), space(identity) {}
        void receive(const Tlp& tlp) override { all.receive(tlp, number); }
        void fill() override {}
        bool may_fill() const override { return false; }
        void sent(const Tlp& tlp, Femtoseconds) override { all.sent(tlp, *this); }
        Switch& all;
        const unsigned number;
        LinkEnd& end;
        ConfigSpace space;
        base::Ring<unsigned> from[kFlowClasses];  ///< Ports from which the TLPs that wait here came.
    };
    struct Moving {
        Tlp tlp;
        unsigned from = 0, to = 0;
    };
    void receive(const Tlp& tlp, unsigned from);
    unsigned port_of(const Tlp& tlp, unsigned from) const;
    unsigned port_of_bus(unsigned bus) const;
    unsigned port_of_address(std::uint64_t address, bool is_io) const;
    void forward(std::uint64_t place);
    void configure(std::uint64_t place);
    void answer(const Tlp& request, const std::uint8_t* data, std::uint8_t status, unsigned from);
    void sent(const Tlp& tlp, Port& port);

    static constexpr unsigned kOwn = ~0u, kNone = ~0u - 1;  ///< A port of this switch is configured; no port.
    base::EventQueue& event_queue_;
    const SwitchConfig config_;
    Payloads& payloads_;
    const LanesConfig lanes_;
    const unsigned mps_;
    std::deque<Port> ports_;
    base::Pool<Moving> moving_;
    Stats stats_;
};

}  // namespace niclab::pcie
