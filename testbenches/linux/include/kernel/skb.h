/* Packet buffers. Their data lie in the memory that devices reach. */
#ifndef NICLAB_KERNEL_SKB_H
#define NICLAB_KERNEL_SKB_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sk_buff_head;
struct sk_buff {
    struct sk_buff *next, *prev;
    struct sk_buff_head* list;
    unsigned char *head, *data, *tail, *end;
    unsigned len, truesize;
    u16 protocol;
    unsigned char* mac_header;
    u8 ip_summed;
    void (*destructor)(struct sk_buff* skb); /* called before it is freed */
    char cb[64];
};
struct sk_buff_head {
    struct sk_buff *next, *prev;
    u32 qlen;
};
#define CHECKSUM_UNNECESSARY 1
struct skb_shared_info {
    unsigned nr_frags;
};
extern struct skb_shared_info niclab_no_fragments;
#define skb_shinfo(skb) (&niclab_no_fragments)

struct sk_buff* niclab_alloc_skb(unsigned octets, unsigned headroom, gfp_t flags);
#define NET_SKB_PAD 64
#define NET_IP_ALIGN 2 /* the header of 14 octets, and what follows begins a dword */
#define alloc_skb(octets, flags) niclab_alloc_skb((octets), 0, (flags))
#define dev_alloc_skb(octets) niclab_alloc_skb((octets), NET_SKB_PAD, GFP_ATOMIC)
#define __dev_alloc_skb(octets, flags) niclab_alloc_skb((octets), NET_SKB_PAD, (flags))
void kfree_skb(struct sk_buff* skb);
#define dev_kfree_skb(skb) kfree_skb(skb)
#define dev_kfree_skb_any(skb) kfree_skb(skb)
#define dev_kfree_skb_irq(skb) kfree_skb(skb)
#define dev_consume_skb_any(skb) kfree_skb(skb)
#define dev_consume_skb_irq(skb) kfree_skb(skb)
#define consume_skb(skb) kfree_skb(skb)

void skb_queue_head_init(struct sk_buff_head* queue);
void skb_queue_tail(struct sk_buff_head* queue, struct sk_buff* skb);
struct sk_buff* skb_dequeue(struct sk_buff_head* queue);
void skb_unlink(struct sk_buff* skb, struct sk_buff_head* queue);

void* skb_put(struct sk_buff* skb, unsigned octets);
void* skb_push(struct sk_buff* skb, unsigned octets);
#define skb_put_data(skb, from, octets) memcpy(skb_put((skb), (octets)), (from), (octets))
static inline void skb_reserve(struct sk_buff* skb, int octets) { skb->data += octets, skb->tail += octets; }
static inline unsigned char* skb_tail_pointer(const struct sk_buff* skb) { return skb->tail; }
static inline void skb_reset_tail_pointer(struct sk_buff* skb) { skb->tail = skb->data; }
static inline void skb_copy_from_linear_data(const struct sk_buff* skb, void* to, unsigned octets) {
    memcpy(to, skb->data, octets);
}
static inline void skb_copy_to_linear_data(struct sk_buff* skb, const void* from, unsigned octets) {
    memcpy(skb->data, from, octets);
}
/* Zeros behind what is shorter; the packet is as long as before. */
int skb_padto(struct sk_buff* skb, unsigned octets);
#define __net_timestamp(skb) ((void)(skb))

#ifdef __cplusplus
}
#endif
#endif
