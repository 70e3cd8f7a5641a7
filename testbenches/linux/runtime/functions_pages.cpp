// Pages, fragments of pages, and the packet buffers with pages.
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "kernel/net.h"
#include "kernel/pages.h"
#include "runtime/machine.h"
#include "runtime/packet_buffer.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Heap;
using niclab::linux_kernel::Machine;

namespace {

constexpr size_t kPageOctets = 4096;
constexpr unsigned kHeaderSpace = 128;  ///< In a packet buffer of pages.
constexpr Heap::Functions kPage{"alloc_page()", "put_page()"};
constexpr Heap::Functions kFragment{"netdev_alloc_frag()", "skb_free_frag()"};

void release(void* block, CodeAddress caller) {
    Machine& machine = Machine::current();
    const auto found = machine.arena.live().find(block);
    if (found != machine.arena.live().end()) machine.end_dma(block, found->second.octets, caller);
    machine.arena.release(block, caller);
}

unsigned char* address_of(const skb_frag_t& fragment) { return fragment.page->octets + fragment.offset; }

}  // namespace

extern "C" {

struct page* niclab_alloc_pages(gfp_t flags, unsigned order) {
    Machine& machine = Machine::current();
    if (!(flags & GFP_ATOMIC)) machine.may_sleep("an allocation with GFP_KERNEL", NICLAB_CALLER);
    if (machine.fails(NICLAB_CALLER)) return nullptr;
    return static_cast<page*>(machine.arena.allocate(kPageOctets << order, false, kPage, NICLAB_CALLER));
}

void put_page(struct page* page) { release(page, NICLAB_CALLER); }

void* niclab_alloc_frag(unsigned octets, gfp_t) {
    Machine& machine = Machine::current();
    if (machine.fails(NICLAB_CALLER)) return nullptr;
    return machine.arena.allocate(octets, false, kFragment, NICLAB_CALLER);
}

/// `data`: any octet of it.
void skb_free_frag(void* data) {
    const auto* block = Machine::current().arena.block_of(data);
    release(block ? block->first : data, NICLAB_CALLER);
}

void skb_fill_page_desc(struct sk_buff* skb, int number, struct page* page, int offset, int octets) {
    if (number < 0 || number >= MAX_SKB_FRAGS)
        throw std::runtime_error("the driver adds more pages to a packet buffer than it holds");
    skb->shared.frags[number] = {page, static_cast<unsigned>(offset), static_cast<unsigned>(octets)};
    skb->shared.nr_frags = static_cast<unsigned>(number) + 1;
}

void skb_add_rx_frag(struct sk_buff* skb, int number, struct page* page, int offset, int octets, unsigned truesize) {
    skb_fill_page_desc(skb, number, page, offset, octets);
    skb->len += static_cast<unsigned>(octets), skb->data_len += static_cast<unsigned>(octets);
    skb->truesize += truesize;
}

int pskb_trim(struct sk_buff* skb, unsigned octets) {
    while (skb->len > octets && skb->shared.nr_frags > 0) {
        skb_frag_t& last = skb->shared.frags[skb->shared.nr_frags - 1];
        const unsigned less = std::min(skb->len - octets, last.octets);
        last.octets -= less, skb->len -= less, skb->data_len -= less;
        if (last.octets > 0) continue;
        put_page(last.page);
        --skb->shared.nr_frags;
    }
    if (skb->data_len == 0) skb_trim(skb, octets);
    return 0;
}

void* __pskb_pull_tail(struct sk_buff* skb, int octets) {
    auto left = static_cast<unsigned>(octets);
    if (left > skb->data_len || skb->tail + left > skb->end) return nullptr;
    while (left > 0) {
        skb_frag_t& first = skb->shared.frags[0];
        const unsigned n = std::min(left, first.octets);
        memcpy(skb->tail, address_of(first), n);
        skb->tail += n, skb->data_len -= n, left -= n;
        first.offset += n, first.octets -= n;
        if (first.octets > 0) continue;
        put_page(first.page);
        std::copy(skb->shared.frags + 1, skb->shared.frags + skb->shared.nr_frags, skb->shared.frags);
        --skb->shared.nr_frags;
    }
    return skb->tail;
}

struct sk_buff* napi_get_frags(struct napi_struct* napi) {
    Machine& machine = Machine::current();
    if (!napi->fragments && !machine.fails(NICLAB_CALLER))
        napi->fragments = niclab::linux_kernel::new_packet_buffer(machine, kHeaderSpace, NET_SKB_PAD, NICLAB_CALLER);
    return napi->fragments;
}

int napi_gro_frags(struct napi_struct* napi) {
    struct sk_buff* skb = napi->fragments;
    napi->fragments = nullptr;
    if (!__pskb_pull_tail(skb, ETH_HLEN)) throw std::runtime_error("the driver delivers a frame without a header");
    skb->protocol = eth_type_trans(skb, skb->dev);
    return netif_receive_skb(skb);
}

void napi_free_frags(struct napi_struct* napi) {
    kfree_skb(napi->fragments);
    napi->fragments = nullptr;
}
}
