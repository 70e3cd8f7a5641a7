#include "machine.h"

#include "free_running.h"

namespace niclab::vm {

namespace {

std::unique_ptr<GuestTime> make_time(const GuestTime::Parts& parts, Gate* gate) {
    if (gate) return std::make_unique<Gated>("time", parts, *gate);
    return std::make_unique<FreeRunning>("time", parts);
}

}  // namespace

Machine::Machine(std::unique_ptr<Hardware> parts, MessageSocket& socket, const volatile std::sig_atomic_t& stop,
                 Gate* gate)
    : hardware(std::move(parts)),
      memory(hardware->bus().port().memory()),
      guest(hardware->bus().port(), memory, Hardware::kSlot),
      time(make_time({hardware->bus().port(), memory, guest, socket, stop, hardware->idle_interval()}, gate)) {
    hardware->bus().limit_to(memory);
    time->before_advance = [this] { hardware->poll(); };
    time->idle_until = [this] { return hardware->idle_until(); };
}

}  // namespace niclab::vm
