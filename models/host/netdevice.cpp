#include "host/netdevice.h"

namespace niclab::host {

void NetDevice::bring_up() {
    if (begun_) {
        while (!ready_) wait(up_);
        return;
    }
    begun_ = true;
    probe();
    core::fire(up_);
}

void NetDevice::send(const std::vector<std::uint8_t>& packet, Channel channel, std::uint32_t pdu) {
    sending_.lock();
    transmit(packet, channel, pdu);
    sending_.unlock();
}

void NetDevice::interrupt_thread() {
    for (;;) {
        wait_for_work();
        if (processor_) processor_->seize();
        handling(core::now_fs(), stats_.interrupts);
        card_.lock();
        service();
        card_.unlock();
        if (processor_) processor_->yield();
    }
}

void NetDevice::wait_for_interrupt(double latency_us) {
    while (!port_.interrupt().read()) wait(port_.interrupt().posedge_event());
    if (latency_us > 0) wait(latency_us, sc_core::SC_US);
    port_.acknowledge_interrupt();
    ++stats_.interrupts;
}

void NetDevice::deliver(Received packet) {
    ++stats_.packets_received;
    const auto box = inboxes_.find(packet.channel);
    if (box == inboxes_.end()) return;
    handed_up(core::now_fs(), packet.channel);
    box->second.packets.push_back(std::move(packet));
    core::fire(box->second.arrived);
}

void NetDevice::describe(core::StatsVisitor& v) const {
    v.counter("pdus_sent", stats_.packets_sent, "PDUs", "CS-PDUs that were passed to the card.");
    v.counter("pdus_received", stats_.packets_received, "PDUs",
              "CS-PDUs received from the card, including those with errors.");
    v.counter("software_ns", stats_.software / 1'000'000, "ns", "CPU time of copying or mapping packets for the card.");
    v.counter("interrupts", stats_.interrupts, "events", "Runs of the interrupt handler.");
}

}  // namespace niclab::host
