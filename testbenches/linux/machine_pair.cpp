#include "machine_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/time.h"

namespace niclab::linux_kernel {

void MachinePair::pass(double us) {
    for (double left = us; left > 0; left -= kSliceUs) {
        if (interrupted_ && *interrupted_) throw std::runtime_error("interrupted");
        core::simulate(sc_core::sc_time(std::min(left, kSliceUs), sc_core::SC_US).value());
    }
    for (const Machine* machine : machines_) {
        if (!machine->error().empty()) throw std::runtime_error(machine->error());
        if (const std::size_t n = machine->ethernet.received.size(); n > most_frames_)
            throw std::runtime_error(fmt::format(
                "{}: the driver has delivered {} frames, more than were sent; expected each once", machine->name(), n));
        if (machine->accesses.stalled_us() > kMostStalledUs)
            throw std::runtime_error(fmt::format("{}: the driver {}; over {:.0f} ms are spent in such loops",
                                                 machine->name(), machine->accesses.stall(), kMostStalledUs / 1000));
    }
}

void MachinePair::finish(double limit_us) {
    const auto idle = [](const Machine* machine) { return machine->idle(); };
    for (double waited = 0; !std::all_of(machines_.begin(), machines_.end(), idle); waited += kSliceUs) {
        if (waited > limit_us)
            throw std::runtime_error(fmt::format(
                "the driver has not finished its work within {:.0f} ms of simulated time", limit_us / 1000));
        pass(kSliceUs);
    }
}

}  // namespace niclab::linux_kernel
