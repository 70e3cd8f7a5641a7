/// @file  What drivers of cards at ports of I/O have in common: finding the card, its own address, its interrupt.
#pragma once

#include <optional>
#include <stdexcept>

#include "card/kind.h"
#include "cards/ether_board/address.h"
#include "cards/ether_board/isa_place.h"
#include "host/netdevice.h"

namespace niclab::ether_board {

class PortDriver : public host::NetDevice {
public:
    void probe() override {
        find_card();
        set_up();
        ready_ = true;
    }

protected:
    PortDriver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place);
    /// Throws std::runtime_error: it is not where it should be.
    virtual void find_card() = 0;
    /// From its reset to where it takes and gives frames.
    virtual void set_up() = 0;

    /// A card in its slot of PCI, `chip` to people; its ports are given to it, and the bus to a master. Throws std::runtime_error: another one,
    /// or none.
    void find_on_pci(std::uint32_t identity, const char* chip, bool master = false);
    /// A card on ISA is where it was told; its line may interrupt.
    void find_on_isa(const IsaPlace& place) {
        io_ = place.port;
        port_.enable_interrupt(place.irq, true);
    }
    /// A card in its slot of EISA, which says `identity` of itself at zC80H, `chip` to people. Throws std::runtime_error: another one, or none.
    void find_on_eisa(std::uint32_t identity, const char* chip);
    void wait_for_work() override { wait_for_interrupt(place_.interrupt_us); }

    card::DriverPlace place_;
    std::uint32_t io_ = 0;  ///< The first of its ports.
    Address own_{};

private:
    std::runtime_error none_answers(const char* chip) const;
};

}  // namespace niclab::ether_board
