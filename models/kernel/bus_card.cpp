#include "kernel/bus_card.h"

#include <set>

#include "stack/executor.h"

namespace niclab::kernel {

using base::call;
using SyncScope = core::KernelBridge::SyncScope;

BusCard::BusCard(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, host::Cpu& cpu,
                 host::NetDevice& driver, stack::Manifest& sent, stack::Manifest& coming, const Config& config)
    : sc_module(name),
      kernel_bridge_(kernel_bridge),
      cpu_(cpu),
      driver_(driver),
      sent_(sent),
      coming_(coming),
      config_(config) {
    driver.run_on(*this);
    driver.handed_up.listen([this](core::Femtoseconds at, host::Channel channel) {
        brought_.push_back({channel, at});
    });
    SC_HAS_PROCESS(BusCard);
    SC_THREAD(send_thread);
    SC_METHOD(on_freed);
    sensitive << driver.freed();
    dont_initialize();
}

void BusCard::open(tcp::Address to, host::Channel channel) {
    connections_[to] = channel;
    driver_.inbox(channel);
}

void BusCard::open_all(host::Channel channel) {
    for_all_ = channel;
    driver_.inbox(channel);
}

void BusCard::bring_up() {
    driver_.bring_up();
    std::set<host::Channel> channels;
    for (const auto& [to, channel] : connections_)
        if (channels.insert(channel).second) driver_.open(channel);
    if (for_all_) driver_.open(*for_all_);
    ready_ = true;
}

bool BusCard::offer(const tcp::Packet& packet) {
    const auto found = connections_.find(packet.destination);
    if (found == connections_.end() && !for_all_) {
        ++stats_.sent;
        lost(kernel_bridge_.now(), {stack::Drop::NoConnection, packet});
        return true;
    }
    refused_ = !has_room();
    if (refused_) return false;
    const host::Channel channel = for_all_ ? *for_all_ : found->second;
    const stack::Manifest::Entry& entry = sent_.note(channel, packet, kernel_bridge_.now());
    const unsigned strand = cpu_.serving() < 0 ? stack::kInterrupt : unsigned(cpu_.serving());
    ++stats_.sent;
    offered(core::now_fs(), next_pdu_, entry);
    jobs_.push_back({entry.sdu, channel, next_pdu_++});
    cpu_.hold_next(strand, call<&BusCard::granted>(this, strand));
    return true;
}

void BusCard::granted(std::uint64_t strand) {
    sending_strands_.push_back(unsigned(strand));
    core::fire(granted_);
}

void BusCard::send_thread() {
    bring_up();
    for (;;) {
        while (sending_strands_.empty()) wait(granted_);
        const Job& job = jobs_.front();
        const core::Femtoseconds begin = core::now_fs();
        begun(begin, job.pdu);
        driver_.send(job.sdu, job.channel, job.pdu);
        stats_.driver += core::now_fs() - begin;
        const SyncScope sync_scope(kernel_bridge_);
        jobs_.pop_front();
        const unsigned strand = sending_strands_.front();
        sending_strands_.pop_front();
        cpu_.release(strand);
        if (refused_ && has_room()) tell_room();
    }
}

bool BusCard::has_room() const { return driver_.room(config_.mtu + config_.header_octets) > jobs_.size(); }

void BusCard::on_freed() {
    if (!refused_ || !has_room()) return;
    const SyncScope sync_scope(kernel_bridge_);
    tell_room();
}

void BusCard::tell_room() {
    refused_ = false;
    user_->room();
}

void BusCard::seize() {
    if (!kernel_bridge_.begun()) return;
    while (!done_.empty()) wait(taken_event_);
    {
        const SyncScope sync_scope(kernel_bridge_);
        cpu_.hold(stack::kInterrupt, call<&BusCard::handler_granted>(this));
    }
    wait(handler_granted_);
    handling_ = true;
    handler_since_ = core::now_fs();
}

void BusCard::handler_granted(std::uint64_t) { core::fire(handler_granted_); }

void BusCard::yield() {
    if (!kernel_bridge_.begun()) return;
    stats_.driver += core::now_fs() - handler_since_;
    handling_ = false;
    const SyncScope sync_scope(kernel_bridge_);
    for (; !brought_.empty(); brought_.pop_front()) take_over(brought_.front());
    if (!done_.empty()) user_->received();
    cpu_.release(stack::kInterrupt);
}

void BusCard::take_over(const PassedUp& passed_up) {
    const host::Channel channel = passed_up.channel;
    host::NetDevice::Inbox& inbox = driver_.inbox(channel);
    const host::NetDevice::Received packet = std::move(inbox.packets.front());
    inbox.packets.pop_front();
    brought_up(passed_up.at, packet);
    const auto entry = packet.status == host::PacketStatus::Ok ? coming_.claim(channel, packet.sdu) : std::nullopt;
    if (!entry) {
        ++stats_.damaged;
        return;
    }
    ++stats_.received;
    came(kernel_bridge_.now(), channel, packet.sdu.size());
    stats_.delivering += kernel_bridge_.now() - entry->since;
    done_.push_back({entry->packet, entry->number, channel, passed_up.at});
}

std::optional<tcp::Packet> BusCard::take() {
    if (done_.empty()) return std::nullopt;
    const Done done = done_.front();
    done_.pop_front();
    if (done_.empty()) core::fire(taken_event_);
    taken(core::now_fs(), done.number, done.channel, done.passed_up);
    return done.packet;
}

}  // namespace niclab::kernel
