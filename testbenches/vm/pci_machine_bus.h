/// @file PCI as the bus of a guest's machine.
#pragma once

#include "machine_bus.h"

namespace niclab::vm {

/// That memory as the port of the bridge's target.
class GuestMemoryPort : public host::MemoryPort {
public:
    GuestMemoryPort(host::Memory& memory, const host::Profile& profile, const GuestMemory& guest)
        : MemoryPort(memory, profile, 0, "guest"), guest_(guest) {}
    Answer begin(const Access& access) override;

private:
    const GuestMemory& guest_;
};

class PciMachineBus : public MachineBus {
public:
    struct Parts {
        host::Bridge& bridge;
        const host::Profile& profile;  ///< Latencies of the bridge.
        core::Clock& clock;
        pci::TwoLevelBus& bus;
        probe::PciWatch& watch;
    };
    /// All must outlive it.
    explicit PciMachineBus(const Parts& parts) : parts_(parts) {}

    host::Port& port() override { return parts_.bridge; }
    void limit_to(const GuestMemory& memory) override;
    const char* standard() const override { return "PCI"; }
    const char* unit() const override { return "transactions"; }
    std::uint64_t transactions() const override { return parts_.watch.transactions(); }
    void on_card_transaction(const std::function<void(const linux_kernel::CardTransaction&)>& listener) override {
        linux_kernel::on_card_transaction(parts_.watch, listener);
    }
    std::unique_ptr<BusWaves> waves(probe::WaveWriter& writer) override;
    void finish() override { parts_.watch.finish(); }

private:
    Parts parts_;
    std::unique_ptr<GuestMemoryPort> memory_;
};

}  // namespace niclab::vm
