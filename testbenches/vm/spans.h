/// @file Times between an access of the guest's driver and what the card does, and between the
/// card's interrupt and the driver's next access.
///
/// Behaviour: a frame is counted from the last register write before it. Frames without a write
///   since the frame before are left out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ether/transmit_machine.h"
#include "guest.h"

namespace niclab::vm {

class Spans {
public:
    void on_access(const Access& access);
    /// A transaction of the card as bus master that moved data.
    void on_card_transaction(core::Femtoseconds at);
    void on_transmit(core::Femtoseconds at, const ether::TransmitEvent& event);
    void on_interrupt(core::Femtoseconds at) { interrupt_ = at; }

    struct Row {
        std::string name;
        std::size_t count;
        double min_us, median_us, max_us;
    };
    /// Of each span that occurred.
    std::vector<Row> rows() const;

private:
    std::optional<core::Femtoseconds> write_, master_, frame_, interrupt_;
    std::vector<core::Femtoseconds> write_to_master_, master_to_frame_, write_to_frame_, frames_, interrupt_to_access_;
};

}  // namespace niclab::vm
