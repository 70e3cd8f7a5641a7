/// @file A link of PCI Express as the bus of a guest's machine.
///
/// Behaviour: a request of the card outside of the guest's memory gets the completion Unsupported
///   Request, or is dropped if it is a write. With waves the link is at signal level.
#pragma once

#include "machine_bus.h"

namespace niclab::vm {

class PcieMachineBus : public MachineBus {
public:
    /// What the BIOS of the simulated machine assigns: the window of the root port is all of the range
    /// in which QEMU's BIOS places the card.
    static pcie::Assignment assignment();
    /// `backplane` has its card, and must outlive this.
    explicit PcieMachineBus(linux_kernel::PcieBackplane& backplane) : backplane_(backplane) {}

    host::Port& port() override { return backplane_.port(); }
    void limit_to(const GuestMemory& memory) override;
    const char* standard() const override { return "PCIe"; }
    const char* unit() const override { return "TLPs"; }
    std::uint64_t transactions() const override { return backplane_.transactions(); }
    void on_card_transaction(const std::function<void(const linux_kernel::CardTransaction&)>& listener) override;
    std::unique_ptr<BusWaves> waves(probe::WaveWriter& writer) override;

private:
    /// The guest's memory for the root complex.
    class Store : public host::PcieMemory {
    public:
        Store(host::Memory& memory, const GuestMemory& guest) : PcieMemory(memory), guest_(guest) {}
        bool holds(std::uint64_t address, unsigned octets) const override {
            return PcieMemory::holds(address, octets) && guest_.reachable_octets(address) >= octets;
        }

    private:
        const GuestMemory& guest_;
    };
    linux_kernel::PcieBackplane& backplane_;
    std::unique_ptr<Store> store_;
};

}  // namespace niclab::vm
