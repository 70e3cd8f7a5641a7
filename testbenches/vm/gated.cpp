#include "gated.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "base/count_of.h"

namespace niclab::vm {

namespace {

[[noreturn]] void refuse(const char* call) {
    throw std::runtime_error(std::string("cannot create the gate: ") + call + ": " + std::strerror(errno));
}

/// Longest time for which the guest runs without a question, if nothing is due.
constexpr core::Femtoseconds kLongestIdle = 10'000'000'000'000;

}  // namespace

Gate::Gate() : file_(::memfd_create("gate", MFD_CLOEXEC)) {
    if (!file_ || ::ftruncate(file_.get(), sizeof(gate_page)) != 0) refuse("memfd_create");
    void* mapped = ::mmap(nullptr, sizeof(gate_page), PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
    if (mapped == MAP_FAILED) refuse("mmap");
    page_ = static_cast<gate_page*>(mapped);
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) refuse("socketpair");
    socket_ = Descriptor(ends[0]);
    qemu_socket_ = Descriptor(ends[1]);
}

Gate::~Gate() {
    if (page_) ::munmap(page_, sizeof(gate_page));
}

Gated::Gated(sc_core::sc_module_name name, const Parts& parts, Gate& gate) : GuestTime(name, parts), gate_(gate) {
    server_.received = [this] { begin_request(); };
    server_.replying = [this] { end_request(); };
    server_.notified = [this] { gate_.page().irq = 1; };
}

std::string Gated::description() const {
    const gate_page& page = gate_.page();
    return fmt::format(
        "time        gated: the guest's time is simulated time, {:.3f} s. An instruction takes {} ns. Accesses begin "
        "at the time of their instruction, and take the time of the bus. Interrupts and timers are up to {} us late "
        "while the CPU runs. The CPU has no caches, bus masters take no time from it, and QEMU passes INTA# on as an "
        "event. "
        "QEMU is unmodified; its clock is preloaded.\n            {}, {}\n",
        static_cast<double>(page.base) * 1e-9, kNsPerInstruction, kNsPerInstruction * kQuantum / 1000.0,
        base::count_of(page.instructions, "instruction"), base::count_of(page.lost_waits, "lost wait"));
}

/// A request begins at the time of its instruction.
void Gated::begin_request() {
    const core::Femtoseconds begin = at(gate_.page().asked_at);
    if (core::now_fs() < begin) wait(core::from_fs(begin - core::now_fs()));
}

void Gated::end_request() {
    gate_page& page = gate_.page();
    const std::uint64_t now = guest_ns();
    if (now > page.asked_at) page.base += now - page.asked_at;
}

/// Answers one question of the gate. False: QEMU has ended.
bool Gated::answer() {
    gate_ask ask{};
    if (::recv(gate_.socket(), &ask, sizeof ask, 0) != sizeof ask) return false;
    const core::Femtoseconds until = at(ask.until);
    const bool stops = ask.stop_at_interrupt != 0;
    const gate_page& page = gate_.page();
    if (server_.interrupt_is_due()) server_.notify_interrupt();
    while (core::now_fs() < until && !(stops && page.irq != 0))
        wait(core::from_fs(until - core::now_fs()), parts_.port.interrupt().posedge_event());
    // The method that reports the interrupt has the same event.
    if (stops && core::now_fs() < until) wait(sc_core::SC_ZERO_TIME);
    parts_.memory.synchronize();
    const core::Femtoseconds next = std::min(idle_until(), core::now_fs() + kLongestIdle);
    const gate_answer reached{guest_ns(), (next - origin_) / 1'000'000};
    return ::send(gate_.socket(), &reached, sizeof reached, MSG_NOSIGNAL) == sizeof reached;
}

void Gated::serve() {
    constexpr int kSliceMs = 100;
    origin_ = core::now_fs();
    while (parts_.stop == 0) {
        pollfd p[2] = {{parts_.socket.descriptor(), POLLIN, 0}, {gate_.socket(), POLLIN, 0}};
        const bool requested = parts_.socket.has_octets();
        if (!requested && ::poll(p, 2, kSliceMs) <= 0) continue;
        if (requested || p[0].revents != 0 ? !server_.serve(parts_.socket) : !answer()) return;
    }
}

}  // namespace niclab::vm
