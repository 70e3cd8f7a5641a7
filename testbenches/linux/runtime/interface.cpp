#include "runtime/interface.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kernel/ethtool.h"
#include "kernel/vlan.h"
#include "runtime/machine.h"
#include "runtime/packet_buffer.h"

namespace niclab::linux_kernel {

namespace {
/// Calls of a poll, one after the other at one time. A ring of buffers is finished after a few.
constexpr unsigned kMostPolls = 100;
constexpr std::size_t kTypeAt = 2 * std::size_t{ETH_ALEN};
}  // namespace

Interface::Address Interface::address() const {
    Address a{};
    std::copy_n(device_->dev_addr, a.size(), a.begin());
    return a;
}

void Interface::detach() {
    machine_.remove_timer(&watchdog_);
    device_ = nullptr;
}

int Interface::open() {
    taken_before_ = machine_.holdings.taken(), mapped_before_ = machine_.dma.made();
    const net_device_ops& ops = *device_->netdev_ops;
    device_->running = 1;  // As in the kernel, before the driver is called.
    const int refused = ops.ndo_validate_addr ? ops.ndo_validate_addr(device_) : 0;
    const int result = refused != 0 ? refused : ops.ndo_open(device_);
    if (result != 0) device_->running = 0;
    if (result == 0) start_watchdog(machine_.cpu().jiffies());
    if (result != 0) report_left("after ndo_open() has failed");
    return result;
}

int Interface::close() {
    device_->running = 0;
    await_transmission();
    waiting_.clear();
    machine_.remove_timer(&watchdog_);
    const int result = device_->netdev_ops->ndo_stop(device_);
    report_left("after ndo_stop()");
    return result;
}

int Interface::join_vlan(std::uint16_t number, bool joined) {
    const net_device_ops& ops = *device_->netdev_ops;
    const auto change = joined ? ops.ndo_vlan_rx_add_vid : ops.ndo_vlan_rx_kill_vid;
    constexpr auto kTagged = static_cast<__be16>(ETH_P_8021Q >> 8 | (ETH_P_8021Q & 0xFF) << 8);
    return change ? change(device_, kTagged, number) : 0;
}

int Interface::set_mtu(unsigned mtu) {
    if (mtu < device_->min_mtu || mtu > device_->max_mtu) return -EINVAL;
    if (const auto change = device_->netdev_ops->ndo_change_mtu) return change(device_, int(mtu));
    device_->mtu = mtu;
    return 0;
}

void Interface::report_left(const char* when) {
    if (!machine_.debug()) return;
    using Held = Holdings::Kind;  // A resume enables the PCI device.
    machine_.holdings.report_left(
        {Held::Interrupt, Held::Timer, Held::Work, Held::Poll, Held::Ports, Held::Window, Held::DmaChannel},
        taken_before_, when);
    machine_.dma.report_left(mapped_before_, when);
}

void Interface::send(const Frame& frame) {
    waiting_.push_back(frame);
    push();
}

bool Interface::may_push() const {
    return device_ && device_->running && !device_->stopped && !limit_.is_stopped() && !device_->no_carrier &&
           !waiting_.empty();
}

/// As in the kernel, one CPU transmits at a time; it takes the frames of the other one, too.
void Interface::push() {
    if (pushing_) {
        again_ = true;
        return;
    }
    pushing_ = true;
    push_all();
    pushing_ = false;
    if (std::exchange(again_, false)) go_on();
}

void Interface::push_all() {
    while (may_push()) {
        machine_.cpu().delay(machine_.frame_us());
        if (!may_push()) return;  // An interrupt came in between.
        if (sk_buff* skb = packet_of(waiting_.front()); transmit(skb) != NETDEV_TX_OK) {
            check_refusal();
            return kfree_skb(skb);
        }
        netif_trans_update(device_);
        expiries_ = 0;
        waiting_.pop_front();
    }
}

/// If the card inserts the tag of a VLAN, it is with the packet buffer instead of in it.
sk_buff* Interface::packet_of(Frame frame) {
    std::optional<u16> tag;
    if (device_->features & NETIF_F_HW_VLAN_CTAG_TX && frame[kTypeAt] == ETH_P_8021Q >> 8 &&
        frame[kTypeAt + 1] == (ETH_P_8021Q & 0xFF)) {
        tag = static_cast<u16>(frame[kTypeAt + 2] << 8 | frame[kTypeAt + 3]);
        frame.erase(frame.begin() + kTypeAt, frame.begin() + kTypeAt + VLAN_HLEN);
    }
    sk_buff* skb = new_packet_for(machine_, std::max<std::size_t>(frame.size(), ETH_ZLEN), NET_SKB_PAD,
                                  device_->netdev_ops->ndo_start_xmit);
    std::copy(frame.begin(), frame.end(),
              static_cast<std::uint8_t*>(skb_put(skb, static_cast<unsigned>(frame.size()))));
    skb->dev = device_;
    skb->protocol = static_cast<u16>(frame[kTypeAt] | frame[kTypeAt + 1] << 8);  // In the order of the line.
    if (tag) __vlan_hwaccel_put_tag(skb, 0, *tag);
    return skb;
}

int Interface::transmit(sk_buff* skb) {
    const auto function = device_->netdev_ops->ndo_start_xmit;
    const std::size_t locks = machine_.locks.held();
    const Locks::Atomic atomic(machine_.locks, false);
    Cpu& cpu = machine_.cpu();
    const bool masked = cpu.masked();
    const int result = function(skb, device_);
    cpu.expect_interrupts(masked, "ndo_start_xmit()", reinterpret_cast<CodeAddress>(function));
    if (machine_.debug())
        machine_.locks.expect_returned("ndo_start_xmit()", reinterpret_cast<CodeAddress>(function), locks);
    return result;
}

/// A kernel would call the driver again at once, and again. While a handler runs on the other CPU,
/// that is as good as a lock.
void Interface::check_refusal() {
    if (device_->stopped || machine_.interrupts.is_running() || !machine_.debug()) return;
    const auto function = reinterpret_cast<CodeAddress>(device_->netdev_ops->ndo_start_xmit);
    machine_.findings.add(Rule::Queue, machine_.findings.lines.at(function, false).line,
                          "ndo_start_xmit() returns NETDEV_TX_BUSY while its queue is not stopped, and would be "
                          "called again for ever; expected netif_stop_queue() before");
}

void Interface::await_transmission() {
    machine_.spin_while([this] { return pushing_; }, [] { return std::string("for the end of ndo_start_xmit()"); });
}

/// From an interrupt handler: the kernel, too, continues after it, on the same CPU.
void Interface::go_on() {
    if (!waiting_.empty()) machine_.cpu().post([this] { push(); });
}

void Interface::put_off(napi_struct* poll) {
    polls_.push_back(poll);
    machine_.cpu().post([this] { run_polls(); });
}

void Interface::run_polls() {
    while (!polls_.empty()) run_poll(polls_.front());
}

void Interface::run_poll(napi_struct* poll) {
    const auto at = std::find(polls_.begin(), polls_.end(), poll);
    if (at == polls_.end()) return;
    polls_.erase(at);
    core::Femtoseconds since = machine_.port.now();
    const std::size_t locks = machine_.locks.held();
    const Locks::Atomic atomic(machine_.locks, false);
    for (unsigned polls = 1; poll->scheduled; ++polls) {
        const unsigned completions = completions_;
        if (machine_.debug()) check_netpoll(*poll);
        Cpu& cpu = machine_.cpu();
        const bool masked = cpu.masked();
        const int done = poll->poll(poll, poll->weight);
        cpu.expect_interrupts(masked, "the NAPI poll", reinterpret_cast<CodeAddress>(poll->poll));
        if (machine_.debug()) check_poll(*poll, done, completions_ != completions, locks);
        machine_.cpu().barrier();
        if (done < poll->weight) break;
        if (machine_.port.now() != since) since = machine_.port.now(), polls = 0;
        if (polls == kMostPolls)
            throw std::runtime_error(
                "the driver's poll finds more to do again and again while no time passes: it never gives its buffers "
                "back");
    }
}

void Interface::take(Frame frame, CodeAddress caller) {
    machine_.interrupts.note_progress();
    if (machine_.delivered) machine_.delivered(frame.data(), frame.data() + frame.size(), caller);
    received.push_back(std::move(frame));
}

/// A message of netconsole polls with interrupts masked and a budget of 0, to reclaim sent frames.
void Interface::check_netpoll(napi_struct& poll) {
    constexpr unsigned kTimes = 20;
    if (netpolls_ == kTimes || machine_.interleaves()) return;
    ++netpolls_;
    const std::size_t before = received.size();
    const unsigned completions = completions_;
    Cpu& cpu = machine_.cpu();
    const bool masked = cpu.mask();
    const int done = poll.poll(&poll, 0);
    cpu.restore(masked);
    if (done != 0 || received.size() != before || completions_ != completions)
        machine_.findings.add(
            Rule::Poll, machine_.findings.lines.at(reinterpret_cast<CodeAddress>(poll.poll), false).line,
            "the poll with a budget of 0, as of netconsole, " +
                (received.size() != before ? "delivers " + std::to_string(received.size() - before) + " frames"
                 : done != 0               ? "returns " + std::to_string(done)
                                           : std::string("calls napi_complete_done()")) +
                "; expected it to reclaim sent frames only, and to return 0");
}

void Interface::check_poll(const napi_struct& poll, int done, bool completed, std::size_t locks) {
    const auto function = reinterpret_cast<CodeAddress>(poll.poll);
    const std::string place = machine_.findings.lines.at(function, false).line;
    machine_.locks.expect_returned("the NAPI poll", function, locks);
    if (done > poll.weight)
        machine_.findings.add(Rule::Poll, place,
                              "the poll returns " + std::to_string(done) + " with a budget of " +
                                  std::to_string(poll.weight) + "; expected at most the budget");
    if (done == poll.weight && completed)
        machine_.findings.add(Rule::Poll, place,
                              "the poll returns its whole budget of " + std::to_string(poll.weight) +
                                  " after napi_complete_done(), so that it runs twice; expected one of both");
    if (done < poll.weight && !completed)
        machine_.findings.add(Rule::Poll, place,
                              "the poll returns " + std::to_string(done) + " of a budget of " +
                                  std::to_string(poll.weight) +
                                  " without napi_complete_done(), and is never called again; expected one of both");
}

void Interface::listen(const std::vector<Address>& groups, bool promiscuous, bool all_groups) {
    groups_.clear();
    netdev_hw_addr* next = nullptr;
    for (const Address& group : groups) {
        netdev_hw_addr& entry = groups_.emplace_back();
        entry.next = next;
        std::copy(group.begin(), group.end(), entry.addr);
        next = &entry;
    }
    device_->multicast = next;
    device_->flags &= ~unsigned{IFF_PROMISC | IFF_ALLMULTI};
    device_->flags |= (promiscuous ? IFF_PROMISC : 0u) | (all_groups ? IFF_ALLMULTI : 0u);
    const Locks::Atomic atomic(machine_.locks, false);
    device_->netdev_ops->ndo_set_rx_mode(device_);
}

/// A driver without a function for them updates its counters for ethtool.
const net_device_stats& Interface::stats() {
    if (const auto get = device_->netdev_ops->ndo_get_stats) return *get(device_);
    if (device_->netdev_ops->ndo_get_stats64) {
        rtnl_link_stats64 wide{};
        dev_get_stats(device_, &wide);
        const auto* from = reinterpret_cast<const u64*>(&wide);
        std::copy(from, from + sizeof wide / sizeof *from, reinterpret_cast<unsigned long*>(&device_->stats));
        return device_->stats;
    }
    const ethtool_ops* ops = device_->ethtool_ops;
    if (ops && ops->get_ethtool_stats && ops->get_sset_count) {
        std::vector<u64> values(static_cast<std::size_t>(std::max(ops->get_sset_count(device_, ETH_SS_STATS), 0)));
        ethtool_stats request{};
        ops->get_ethtool_stats(device_, &request, values.data());
    }
    return device_->stats;
}

}  // namespace niclab::linux_kernel
