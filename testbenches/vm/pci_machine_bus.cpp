#include "pci_machine_bus.h"

#include "probe/wave/pci_row_waves.h"
#include "probe/wave/waveforms.h"

namespace niclab::vm {

namespace {

constexpr const char* kScope = "guest.pci";

class PciBusWaves : public BusWaves {
public:
    PciBusWaves(probe::WaveWriter& writer, const PciMachineBus::Parts& parts)
        : rows_(writer, kScope),
          violations_(writer, kScope, parts.clock.period_fs()),
          wires_("bus_waves", writer, kScope, parts.clock, parts.bus, {}) {
        rows_.listen(parts.watch);
    }
    void report(const check::Violation& violation) override { violations_.report(violation); }

private:
    probe::PciRowWaves rows_;
    probe::ViolationRow violations_;
    probe::PciWaves wires_;
};

}  // namespace

bus::TargetPort::Answer GuestMemoryPort::begin(const Access& access) {
    constexpr std::uint64_t kLongestBurst = 1 << 20;  // Of octets: no master of a card transfers as many.
    Answer answer = MemoryPort::begin(access);
    const std::uint64_t octets = guest_.reachable_octets(access.offset);
    if (octets < kLongestBurst) answer.abort = true, answer.after = static_cast<unsigned>(octets / 4);
    return answer;
}

/// The memory at address 0 of the bus, as masters see it.
void PciMachineBus::limit_to(const GuestMemory& memory) {
    memory_ = std::make_unique<GuestMemoryPort>(parts_.bridge.memory(), parts_.profile, memory);
    parts_.bridge.target.connect(0, *memory_);
}

std::unique_ptr<BusWaves> PciMachineBus::waves(probe::WaveWriter& writer) {
    return std::make_unique<PciBusWaves>(writer, parts_);
}

}  // namespace niclab::vm
