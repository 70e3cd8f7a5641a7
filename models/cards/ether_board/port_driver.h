/// @file The common part of drivers of cards with I/O ports: detection of the card, its own
/// address, its interrupt.
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
    /// Throws std::runtime_error if the card is not at its position.
    virtual void find_card() = 0;
    /// Initialises the card, from its reset until it sends and receives frames.
    virtual void set_up() = 0;

    /// Finds a card in its slot of PCI, named `chip` in messages; assigns its ports, and enables it
    /// as a bus master if `master`. Throws std::runtime_error: another card, or none.
    void find_on_pci(std::uint32_t identity, const char* chip, bool master = false);
    /// Finds a bus master with a window of registers in memory at BAR0; returns the address of the
    /// window. Throws std::runtime_error: another card, or none.
    std::uint32_t map_on_pci(std::uint32_t identity, const char* chip);
    /// Uses a card on ISA at its given position, and enables its line.
    void find_on_isa(const IsaPlace& place) {
        io_ = place.port;
        port_.enable_interrupt(place.irq, true);
    }
    /// Finds a card in its slot of EISA, with the identification `identity` at zC80H, named `chip`
    /// in messages. Throws std::runtime_error: another card, or none.
    void find_on_eisa(std::uint32_t identity, const char* chip);
    /// Waits for the time of copying a packet of `octets`, in an SC_THREAD.
    void spend_copying(std::size_t octets, double ns_per_octet);
    /// Delivers the packet in a received frame without its FCS, after the time of copying it, in an
    /// SC_THREAD. A frame of no channel is an error.
    void deliver_frame(const std::uint8_t* frame, std::size_t octets, double copy_ns_per_octet = 0);
    void wait_for_work() override { wait_for_interrupt(place_.interrupt_us); }

    card::DriverPlace place_;
    bool whole_frames_ = false;  ///< The channel kWholeFrames is open.
    std::uint32_t io_ = 0;       ///< The first of its ports.
    Address own_{};
    std::uint64_t receive_errors_ = 0;  ///< Frames that the card marked as wrong, or of no channel.

private:
    void enable_on_pci(std::uint32_t identity, const char* chip, std::uint32_t window, std::uint32_t spaces);
    std::runtime_error none_answers(const char* chip) const;
};

}  // namespace niclab::ether_board
