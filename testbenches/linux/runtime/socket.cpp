#include "runtime/socket.h"

#include <algorithm>

#include "runtime/packet_buffer.h"

namespace niclab::linux_kernel {

int Socket::open(short vpi, int vci, const Quality& quality) {
    vcc_ = {};
    vcc_.vpi = vpi, vcc_.vci = vci;
    vcc_.dev = machine_.interface();
    vcc_.qos.aal = quality.aal5 ? ATM_AAL5 : ATM_AAL0;
    const bool constant = quality.cells_per_second > 0;
    vcc_.qos.txtp.traffic_class = !quality.send ? ATM_NONE : constant ? ATM_CBR : ATM_UBR;
    vcc_.qos.txtp.max_pcr = constant ? quality.cells_per_second : ATM_MAX_PCR;
    vcc_.qos.txtp.pcr = quality.cells_per_second;
    vcc_.qos.rxtp.traffic_class = quality.receive ? ATM_UBR : ATM_NONE;
    vcc_.push = push, vcc_.pop = pop;
    vcc_.stats = &stats;
    vcc_.socket = this;
    return vcc_.dev->ops->open(&vcc_);
}

sk_buff* Socket::packet(const std::vector<std::uint8_t>& octets, unsigned misaligned) {
    const auto n = static_cast<unsigned>(octets.size());
    sk_buff* skb = new_packet_for(machine_, n + 64, 0, vcc_.dev->ops->send);
    skb_reserve(skb, static_cast<int>(misaligned));
    std::copy(octets.begin(), octets.end(), static_cast<std::uint8_t*>(skb_put(skb, n)));
    skb->destructor = [](sk_buff*) { Machine::current().count_held(-1); };
    machine_.count_held(1);
    return skb;
}

int Socket::send(const std::vector<std::uint8_t>& octets, unsigned misaligned) {
    return vcc_.dev->ops->send(&vcc_, packet(octets, misaligned));
}

int Socket::send_in_softirq(const std::vector<std::uint8_t>& octets) {
    if (!vcc_.dev->ops->send_bh) return -EOPNOTSUPP;
    const Locks::Atomic atomic(machine_.locks, false);
    return vcc_.dev->ops->send_bh(&vcc_, packet(octets, 0));
}

void Socket::close() { vcc_.dev->ops->close(&vcc_); }

void Socket::push(atm_vcc* vcc, sk_buff* skb) {
    auto* socket = static_cast<Socket*>(vcc->socket);
    Machine& machine = socket->machine_;
    machine.interrupts.note_progress();
    vcc->charged -= skb->truesize;
    if (vcc->charged < 0 && machine.debug())
        machine.findings.add(Rule::Device, NICLAB_CALLER,
                             "a received packet is delivered that was not charged to its socket, so that the memory of "
                             "a slow program has no limit; expected atm_charge() with skb->truesize before");
    vcc->charged = std::max(vcc->charged, 0l);
    if (socket->machine_.delivered) socket->machine_.delivered(skb->data, skb->data + skb->len, NICLAB_CALLER);
    socket->received.push_back({{skb->data, skb->data + skb->len}, double(socket->machine_.port.now()) * 1e-9});
    kfree_skb(skb);
}

void Socket::pop(atm_vcc* vcc, sk_buff* skb) {
    ++static_cast<Socket*>(vcc->socket)->confirmed_;
    kfree_skb(skb);
}

}  // namespace niclab::linux_kernel
