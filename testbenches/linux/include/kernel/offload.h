/* Headers of IP and TCP in packets whose checksums or segments a card makes. Written for niclab; nothing is copied from
 * the kernel.
 */
#ifndef NICLAB_KERNEL_OFFLOAD_H
#define NICLAB_KERNEL_OFFLOAD_H

#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/tcp.h>
#include <linux/udp.h>

#include "skb.h"

#ifndef IPPROTO_TCP
#define IPPROTO_TCP 6
#define IPPROTO_UDP 17
#endif

static inline struct iphdr* ip_hdr(const struct sk_buff* skb) {
    return (struct iphdr*)(skb->data + skb->network_offset);
}
static inline struct ipv6hdr* ipv6_hdr(const struct sk_buff* skb) {
    return (struct ipv6hdr*)(skb->data + skb->network_offset);
}
static inline struct tcphdr* tcp_hdr(const struct sk_buff* skb) {
    return (struct tcphdr*)(skb->data + skb->transport_offset);
}
static inline struct udphdr* udp_hdr(const struct sk_buff* skb) {
    return (struct udphdr*)(skb->data + skb->transport_offset);
}
#define tcp_hdrlen(skb) (tcp_hdr(skb)->doff * 4u)
#define skb_network_offset(skb) ((int)(skb)->network_offset)
#define skb_transport_offset(skb) ((int)(skb)->transport_offset)
#define skb_checksum_start_offset(skb) ((int)(skb)->csum_start_offset)
#define skb_tcp_all_headers(skb) (skb_transport_offset(skb) + tcp_hdrlen(skb))

/* The sum of the pseudo header and `sum`, in 16 bits and inverted. */
static inline u16 niclab_folded(u64 sum) {
    while (sum >> 16) sum = (sum & 0xFFFF) + (sum >> 16);
    return (u16)~sum;
}
static inline u16 csum_tcpudp_magic(u32 from, u32 to, u32 octets, u8 protocol, u32 sum) {
    return niclab_folded((u64)(from & 0xFFFF) + (from >> 16) + (to & 0xFFFF) + (to >> 16) +
                         __builtin_bswap16((u16)octets) + ((u32)protocol << 8) + sum);
}
static inline u16 csum_ipv6_magic(const void* from, const void* to, u32 octets, u8 protocol, u32 sum) {
    u64 all = (u64)__builtin_bswap16((u16)octets) + ((u32)protocol << 8) + sum;
    for (unsigned i = 0; i < 8; ++i) all += (u64)((const u16*)from)[i] + ((const u16*)to)[i];
    return niclab_folded(all);
}
static inline void tcp_v6_gso_csum_prep(struct sk_buff* skb) {
    struct ipv6hdr* header = ipv6_hdr(skb);
    header->payload_len = 0;
    tcp_hdr(skb)->check = (u16)~csum_ipv6_magic(&header->saddr, &header->daddr, 0, IPPROTO_TCP, 0);
}

#endif
