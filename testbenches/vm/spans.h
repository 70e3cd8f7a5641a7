/// @file Times between an access of the guest's driver and what the card does, and between the
/// card's interrupt and the driver's next access.
///
/// Behaviour: a packet is counted from the end of the last register write before it. Packets without a
///   write since the packet before are left out. An interrupt is counted from the first packet that
///   arrived since the interrupt before it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "guest.h"

namespace niclab::vm {

class Spans {
public:
    /// `unit`: of a packet on the line, such as "bit".
    explicit Spans(std::string unit) : unit_(std::move(unit)) {}
    void on_access(const Access& access);
    /// A transaction of the card as bus master that moved data.
    void on_card_transaction(core::Femtoseconds at);
    /// The card begins to send a packet, again after a collision; it has sent the last unit of it.
    void on_begin(core::Femtoseconds at, bool again);
    void on_end(core::Femtoseconds at);
    /// The last unit of a packet has arrived at the card.
    void on_received(core::Femtoseconds at) {
        if (!received_) received_ = at;
    }
    void on_interrupt(core::Femtoseconds at);

    struct Row {
        std::string name;
        std::size_t count;
        double min_us, median_us, max_us;
    };
    /// Of each span that occurred.
    std::vector<Row> rows() const;

private:
    std::string unit_;
    std::optional<core::Femtoseconds> write_, master_, packet_, received_, interrupt_;
    std::vector<core::Femtoseconds> write_to_master_, master_to_packet_, write_to_packet_, packets_,
        received_to_interrupt_, interrupt_to_access_;
};

}  // namespace niclab::vm
