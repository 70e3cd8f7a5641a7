// The transmit watchdog of a network device, and its byte queue limit.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/interface.h"
#include "runtime/machine.h"

namespace niclab::linux_kernel {

namespace {
constexpr unsigned kMostExpiries = 3;
}

void Interface::set_stopped(net_device& device, CodeAddress caller) {
    device.stopped = caller ? 1 : 0;
    stopped_at_ = caller;
}

void Interface::queue_completed(unsigned octets, CodeAddress caller) {
    const bool stopped = limit_.is_stopped();
    if (!limit_.complete(octets))
        machine_.findings.add(Rule::Queue, caller,
                              fmt::format("netdev_completed_queue() reports {} octets, but the driver has {}; expected "
                                          "what netdev_sent_queue() reported",
                                          octets, limit_.held()));
    if (stopped && !limit_.is_stopped()) go_on();
}

unsigned long Interface::watchdog_jiffies() const {
    const auto shortest = static_cast<long>(kWatchdogUs / machine_.jiffy_us());
    const long usual = device_->watchdog_timeo > 0 ? device_->watchdog_timeo : 5 * HZ;
    return static_cast<unsigned long>(std::max(shortest, usual));
}

void Interface::start_watchdog(unsigned long since) {
    watchdog_.function = [](timer_list*) { Machine::current().ethernet.run_watchdog(); };
    watchdog_.expires = since + watchdog_jiffies();
    machine_.cpu().add(&watchdog_);
}

bool Interface::is_stalled() const {
    return device_ && device_->running && !device_->no_carrier && (device_->stopped || limit_.is_stopped());
}

void Interface::run_watchdog() {
    const unsigned long now = machine_.cpu().jiffies();
    const bool stalled = is_stalled(), expired = stalled && now - device_->trans_start >= watchdog_jiffies();
    if (expired) expire();
    if (device_ && device_->running) start_watchdog(stalled && !expired ? device_->trans_start : now);
}

bool Interface::skip_to_watchdog() {
    if (!is_stalled() || waiting_.empty() || expiries_ >= kMostExpiries) return false;
    machine_.post([this] {
        const Locks::Atomic atomic(machine_.locks, false);
        if (is_stalled()) expire();
    });
    return true;
}

/// A queue that only the byte queue limit stops goes on without the limit: the fault is reported,
/// and the driver's other faults can be found.
void Interface::expire() {
    ++expiries_;
    if (!device_->stopped) {
        machine_.findings.add(Rule::Queue, limit_.added_at(),
                              fmt::format("{} octets that netdev_sent_queue() reports here stay without "
                                          "netdev_completed_queue(), and byte queue limits stop the queue for ever; "
                                          "expected both for each frame",
                                          limit_.held()));
        limit_.disable();
        return go_on();
    }
    machine_.findings.add(Rule::Watchdog, stopped_at_,
                          "the queue that is stopped here stays stopped while the card is idle: the transmit watchdog "
                          "expires; expected netif_wake_queue()");
    await_transmission();
    if (const auto timeout = device_->netdev_ops->ndo_tx_timeout) timeout(device_, 0);
}

}  // namespace niclab::linux_kernel
