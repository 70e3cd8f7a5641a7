// Packet buffers and their queues.
#include <stdexcept>

#include "kernel/pages.h"
#include "runtime/machine.h"
#include "runtime/packet_buffer.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Heap;
using niclab::linux_kernel::Machine;
using niclab::linux_kernel::Rule;

/// Its data are the same in every run: a card may read more than a packet.
sk_buff* niclab::linux_kernel::new_packet_buffer(Machine& machine, std::size_t octets, std::size_t headroom,
                                                 CodeAddress caller, const Heap::Functions& what) {
    auto* skb = static_cast<sk_buff*>(machine.heap.allocate(sizeof(sk_buff), true, what, caller));
    skb->head = static_cast<unsigned char*>(machine.arena.allocate(octets + headroom, false, {}, caller));
    skb->data = skb->tail = skb->head + headroom;
    skb->end = skb->data + octets;
    skb->mac_header = skb->data;
    skb->truesize = static_cast<unsigned>(octets + headroom + sizeof(sk_buff));
    machine.count_packet_buffers(1);
    return skb;
}

namespace {

void free_buffer(sk_buff* skb, CodeAddress caller) {
    Machine& machine = Machine::current();
    if (machine.heap.live().count(skb) == 0) machine.heap.release(skb, caller);  // which throws
    const auto* block = machine.heap.block_of(skb);
    if (block && block->second.what.allocate == niclab::linux_kernel::kPacketToSend.allocate)
        machine.interrupts.note_progress();
    if (skb->destructor) skb->destructor(skb);
    for (unsigned i = 0; i < skb->shared.nr_frags; ++i) put_page(skb->shared.frags[i].page);
    machine.end_dma(skb->head, static_cast<size_t>(skb->end - skb->head), caller);
    machine.arena.release(skb->head, caller);
    machine.count_packet_buffers(-1);
    machine.heap.release(skb, caller);
}

/// A packet to be sent belongs to a socket. The socket's function for the end of a packet expects no
/// interrupt handler.
void check_context(const sk_buff* skb, CodeAddress caller) {
    Machine& machine = Machine::current();
    if (!machine.debug() || !machine.cpu().in_interrupt() || !machine.findings.lines.has(caller)) return;
    const auto* block = machine.heap.block_of(skb);
    if (block && block->second.what.allocate == niclab::linux_kernel::kPacketToSend.allocate)
        machine.findings.add(
            Rule::Device, caller,
            "a packet that was to be sent is freed by dev_kfree_skb() in an interrupt handler; expected "
            "dev_kfree_skb_irq() or dev_kfree_skb_any()");
}

}  // namespace

extern "C" {

struct sk_buff* niclab_alloc_skb(unsigned octets, unsigned headroom, gfp_t flags) {
    Machine& machine = Machine::current();
    if (!(flags & GFP_ATOMIC)) machine.may_sleep("an allocation with GFP_KERNEL", NICLAB_CALLER);
    if (machine.fails(NICLAB_CALLER)) return nullptr;
    return niclab::linux_kernel::new_packet_buffer(machine, octets, headroom, NICLAB_CALLER);
}

void kfree_skb(struct sk_buff* skb) {
    if (!skb) return;
    check_context(skb, NICLAB_CALLER);
    free_buffer(skb, NICLAB_CALLER);
}

void niclab_free_skb(struct sk_buff* skb) {
    if (skb) free_buffer(skb, NICLAB_CALLER);
}

/// The driver has allocated its memory.
struct sk_buff* build_skb(void* data, unsigned octets) {
    Machine& machine = Machine::current();
    if (machine.fails(NICLAB_CALLER)) return nullptr;
    auto* skb = static_cast<sk_buff*>(
        machine.heap.allocate(sizeof(sk_buff), true, {"build_skb()", "kfree_skb()"}, NICLAB_CALLER));
    skb->head = skb->data = skb->tail = skb->mac_header = static_cast<unsigned char*>(data);
    skb->end = skb->head + octets - (sizeof(skb_shared_info) + 63) / 64 * 64;
    skb->truesize = octets + static_cast<unsigned>(sizeof(sk_buff));
    machine.count_packet_buffers(1);
    return skb;
}

void skb_queue_head_init(struct sk_buff_head* queue) { *queue = {nullptr, nullptr, 0}; }

void skb_queue_tail(struct sk_buff_head* queue, struct sk_buff* skb) {
    skb->next = nullptr, skb->prev = queue->prev, skb->list = queue;
    (queue->prev ? queue->prev->next : queue->next) = skb;
    queue->prev = skb;
    ++queue->qlen;
}

void skb_unlink(struct sk_buff* skb, struct sk_buff_head* queue) {
    if (skb->list != queue) throw std::runtime_error("the driver takes a packet buffer out of a queue it is not in");
    (skb->prev ? skb->prev->next : queue->next) = skb->next;
    (skb->next ? skb->next->prev : queue->prev) = skb->prev;
    skb->next = skb->prev = nullptr, skb->list = nullptr;
    --queue->qlen;
}

struct sk_buff* skb_dequeue(struct sk_buff_head* queue) {
    struct sk_buff* skb = queue->next;
    if (skb) skb_unlink(skb, queue);
    return skb;
}

void* skb_put(struct sk_buff* skb, unsigned octets) {
    if (skb->tail + octets > skb->end)
        throw std::runtime_error("the driver puts more into a packet buffer than it holds");
    void* at = skb->tail;
    skb->tail += octets, skb->len += octets;
    return at;
}

int skb_put_padto(struct sk_buff* skb, unsigned octets) {
    if (skb->len >= octets) return 0;
    const int result = skb_padto(skb, octets);
    if (result == 0) skb_put(skb, octets - skb->len);
    return result;
}

void skb_trim(struct sk_buff* skb, unsigned octets) {
    if (skb->data_len > 0) throw std::runtime_error("the driver trims a packet buffer with pages by skb_trim()");
    if (skb->len <= octets) return;
    skb->len = octets, skb->tail = skb->data + octets;
}

int skb_padto(struct sk_buff* skb, unsigned octets) {
    if (skb->len >= octets) return 0;
    if (skb->data + octets > skb->end) throw std::runtime_error("the driver pads a packet buffer beyond what it holds");
    memset(skb->tail, 0, octets - skb->len);
    return 0;
}

void* skb_push(struct sk_buff* skb, unsigned octets) {
    if (skb->data - octets < skb->head)
        throw std::runtime_error("the driver pushes in front of a packet buffer's start");
    skb->data -= octets, skb->len += octets;
    return skb->data;
}
}
