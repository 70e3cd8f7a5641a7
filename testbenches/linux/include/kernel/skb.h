/* Packet buffers. Their data lie in the memory that devices reach. */
#ifndef NICLAB_KERNEL_SKB_H
#define NICLAB_KERNEL_SKB_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MAX_SKB_FRAGS 17
struct page;
/* A part of a packet in a page. */
typedef struct {
    struct page* page;
    unsigned offset, octets;
} skb_frag_t;
enum { SKB_GSO_TCPV4 = 1, SKB_GSO_TCPV6 = 2 };
struct skb_shared_info {
    unsigned nr_frags;
    u16 gso_size, gso_segs; /* octets of a segment's data; segments */
    u8 tx_flags;            /* what time stamps are asked for: none */
    struct skb_shared_hwtstamps {
        s64 hwtstamp;
    } stamps;
    unsigned gso_type;
    skb_frag_t frags[MAX_SKB_FRAGS];
};
struct net_device;
struct sk_buff_head;
struct sk_buff {
    struct sk_buff *next, *prev;
    struct sk_buff_head* list;
    unsigned char *head, *data, *tail, *end;
    unsigned len, truesize;
    unsigned data_len; /* of `len`, in pages */
    u16 protocol;
    unsigned char* mac_header;
    u8 ip_summed;
    u8 no_fcs;       /* it has its own */
    u8 vlan_present; /* it has this tag, which is not in its data */
    u16 vlan_tci;
    u16 network_offset, transport_offset, csum_start_offset, csum_offset; /* from `data` on, of a packet to be sent */
    u32 priority, hash;
    struct net_device* dev;
    struct skb_shared_info shared;
    void (*destructor)(struct sk_buff* skb); /* called before it is freed */
    char cb[64];
};
struct sk_buff_head {
    struct sk_buff *next, *prev;
    u32 qlen;
};
#define CHECKSUM_NONE 0
#define CHECKSUM_UNNECESSARY 1
#define CHECKSUM_COMPLETE 2
#define CHECKSUM_PARTIAL 3
#define skb_shinfo(skb) (&(skb)->shared)
#define skb_checksum_none_assert(skb) ((void)(skb))
#define skb_headlen(skb) ((skb)->len - (skb)->data_len)
#define skb_is_nonlinear(skb) ((skb)->data_len != 0)
#define skb_is_gso(skb) (skb_shinfo(skb)->gso_size != 0)
#define skb_is_gso_v6(skb) ((skb_shinfo(skb)->gso_type & SKB_GSO_TCPV6) != 0)
#define skb_cow_head(skb, octets) (0)
#define skb_tailroom(skb) ((int)((skb)->end - (skb)->tail))
#define skb_set_hash(skb, value, kind) ((void)((skb)->hash = (value)))
enum { PKT_HASH_TYPE_NONE, PKT_HASH_TYPE_L2, PKT_HASH_TYPE_L3, PKT_HASH_TYPE_L4 };
#define pskb_may_pull(skb, octets) \
    ((octets) <= skb_headlen(skb) || __pskb_pull_tail((skb), (int)((octets)-skb_headlen(skb))))
#define skb_frag_size(fragment) ((fragment)->octets)
#define skb_frag_page(fragment) ((fragment)->page)
#define skb_frag_address(fragment) ((void*)((char*)(fragment)->page + (fragment)->offset))
#define skb_frag_dma_map(device, fragment, from, octets, direction) \
    dma_map_single((device), (char*)skb_frag_address(fragment) + (from), (octets), (direction))
void skb_fill_page_desc(struct sk_buff* skb, int number, struct page* page, int offset, int octets);
void skb_add_rx_frag(struct sk_buff* skb, int number, struct page* page, int offset, int octets, unsigned truesize);
/* The packet has at most so many octets; with octets in pages: 0. */
int pskb_trim(struct sk_buff* skb, unsigned octets);
void skb_trim(struct sk_buff* skb, unsigned octets);
/* So many octets more in its own memory, out of its pages. */
void* __pskb_pull_tail(struct sk_buff* skb, int octets);

struct sk_buff* niclab_alloc_skb(unsigned octets, unsigned headroom, gfp_t flags);
#define NET_SKB_PAD 64
#define NET_IP_ALIGN 2 /* the header of 14 octets, and what follows begins a dword */
#define alloc_skb(octets, flags) niclab_alloc_skb((octets), 0, (flags))
#define dev_alloc_skb(octets) niclab_alloc_skb((octets), NET_SKB_PAD, GFP_ATOMIC)
#define __dev_alloc_skb(octets, flags) niclab_alloc_skb((octets), NET_SKB_PAD, (flags))
void kfree_skb(struct sk_buff* skb);
/* Memory for a packet buffer that is made later, around it. */
void* niclab_alloc_frag(unsigned octets, gfp_t flags);
#define netdev_alloc_frag(octets) niclab_alloc_frag((octets), GFP_ATOMIC)
#define napi_alloc_frag(octets) niclab_alloc_frag((octets), GFP_ATOMIC)
void skb_free_frag(void* data);
struct sk_buff* build_skb(void* data, unsigned octets);
#define napi_build_skb(data, octets) build_skb((data), (octets))
#define SKB_DATA_ALIGN(octets) ALIGN((octets), SMP_CACHE_BYTES)
#define dev_kfree_skb(skb) kfree_skb(skb)
/* In any context. */
void niclab_free_skb(struct sk_buff* skb);
#define dev_kfree_skb_any(skb) niclab_free_skb(skb)
#define dev_kfree_skb_irq(skb) niclab_free_skb(skb)
#define dev_consume_skb_any(skb) niclab_free_skb(skb)
#define dev_consume_skb_irq(skb) niclab_free_skb(skb)
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
static inline void skb_copy_to_linear_data_offset(struct sk_buff* skb, int offset, const void* from, unsigned octets) {
    memcpy(skb->data + offset, from, octets);
}
/* Zeros behind what is shorter; the packet is as long as before, */
int skb_padto(struct sk_buff* skb, unsigned octets);
/* or as long as that. */
int skb_put_padto(struct sk_buff* skb, unsigned octets);
#define eth_skb_pad(skb) skb_put_padto((skb), 60)
#define __net_timestamp(skb) ((void)(skb))

#ifdef __cplusplus
}
#endif
#endif
