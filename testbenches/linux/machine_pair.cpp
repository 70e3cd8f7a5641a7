#include "machine_pair.h"

#include <algorithm>
#include <stdexcept>

#include "core/time.h"

namespace niclab::linux_kernel {

void MachinePair::pass(double us) {
    for (double left = us; left > 0; left -= kSliceUs) {
        if (interrupted_ && *interrupted_) throw std::runtime_error("interrupted");
        core::simulate(sc_core::sc_time(std::min(left, kSliceUs), sc_core::SC_US).value());
    }
    for (const Machine* machine : machines_)
        if (!machine->error().empty()) throw std::runtime_error(machine->error());
}

void MachinePair::finish(double limit_us) {
    const auto idle = [](const Machine* machine) { return machine->cpu.idle(); };
    for (double waited = 0; !std::all_of(machines_.begin(), machines_.end(), idle); waited += kSliceUs) {
        if (waited > limit_us) throw std::runtime_error("the driver has not finished its work in time");
        pass(kSliceUs);
    }
}

}  // namespace niclab::linux_kernel
