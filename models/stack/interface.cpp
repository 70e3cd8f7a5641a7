#include "stack/interface.h"

#include <stdexcept>

namespace niclab::stack {

Interface::Interface(Executor& executor, Device& device, const Queues& most, Upward upward)
    : executor_(executor), device_(device), most_(most), upward_(std::move(upward)) {
    device_.serve(*this);
}

bool Interface::send(const tcp::Packet& packet) {
    if (queue_.empty() && !device_.copied_by_driver() && device_.offer(packet)) {
        ++stats_.sent;
        return true;
    }
    if (queue_.size() >= most_.device) return ++stats_.queue_full, false;
    queue_.push_back(packet);
    if (device_.copied_by_driver()) copy_next();
    return true;
}

void Interface::copy_next() {
    if (copying_ || queue_.empty() || !device_.fits(queue_.front())) return;
    copying_ = true;
    const tcp::Packet& first = queue_.front();
    const std::uint32_t all = device_.copied_octets(first), head = device_.copied_first(first);
    executor_.spend(kInterrupt, Activity::CardOut, head, base::call<&Interface::head_copied>(this, all - head));
}

void Interface::head_copied(std::uint64_t octets_left) {
    if (!device_.offer(queue_.front())) throw std::logic_error("a card has no room for a packet that it let copy");
    ++stats_.sent;
    queue_.pop_front();
    if (queue_.empty() && drained) drained();
    if (octets_left == 0) return copied(0);
    executor_.spend(kInterrupt, Activity::CardOut, std::uint32_t(octets_left), base::call<&Interface::copied>(this));
}

void Interface::copied(std::uint64_t) {
    copying_ = false;
    copy_next();
}

void Interface::room() {
    if (device_.copied_by_driver()) return copy_next();
    while (!queue_.empty() && device_.offer(queue_.front())) {
        ++stats_.sent;
        queue_.pop_front();
    }
    if (queue_.empty() && drained) drained();
}

void Interface::received() {
    if (handling_) return;
    handling_ = true;
    ++stats_.interrupts;
    executor_.spend(kInterrupt, Activity::Interrupt, 0, base::call<&Interface::take_next>(this));
}

void Interface::take_next(std::uint64_t) {
    const std::optional<tcp::Packet> packet = device_.take();
    handling_ = packet.has_value();
    if (!packet) return;
    ++stats_.received;
    const base::Call then = base::call<&Interface::hand_up>(this, under_way_.put(*packet));
    const bool copies = device_.copied_by_driver();
    executor_.spend(kInterrupt, Activity::Driver, packet->octets(), copies ? base::Call{} : then);
    if (copies) executor_.spend(kInterrupt, Activity::CardIn, device_.copied_octets(*packet), then);
}

void Interface::hand_up(std::uint64_t packet) {
    const tcp::Packet& p = under_way_.at(packet);
    if (waiting_ >= most_.protocols) {
        upward_.refused(under_way_.take(packet));
        return take_next(0);
    }
    ++waiting_;
    executor_.spend(kProtocol, activity_in(p), p.octets(), base::call<&Interface::process>(this, packet));
    take_next(0);
}

void Interface::process(std::uint64_t packet) {
    --waiting_;
    upward_.input(under_way_.take(packet));
}

}  // namespace niclab::stack
