#include "lab/bench/cycle_host.h"

namespace niclab::lab {

CycleHost::CycleHost(const std::function<stack::Manifest::Octets(const tcp::Packet&)>& octets_of,
                     core::KernelBridge& kernel_bridge)
    : kernel_bridge_(kernel_bridge), sent_(octets_of), coming_(octets_of) {
    for (stack::Manifest* manifest : {&sent_, &coming_})
        manifest->lost = [this](const stack::Loss& loss) { report(loss); };
}

void CycleHost::add_card(const TrafficHost& host, core::Clock& oscillator, host::Cpu& cpu,
                         const kernel::BusCard::Config& config) {
    end_.reset(new End{host.name, *node_, 0, oscillator, nullptr});
    card_ = std::make_unique<kernel::BusCard>((host.name + "_device").c_str(), kernel_bridge_, cpu,
                                              node_->host.driver(), sent_, coming_, config);
    card_->lost.listen([this](core::Femtoseconds at, const stack::Loss& loss) { lost(at, loss); });
}

}  // namespace niclab::lab
