/* What network devices can do beyond sending frames as they are, and receiving with pages. net.h ends with it. Written
 * for niclab; nothing is copied from the kernel.
 */
#ifndef NICLAB_KERNEL_FEATURES_H
#define NICLAB_KERNEL_FEATURES_H
#ifndef __cplusplus

#define NETIF_F_HW_CSUM (1ull << 2)
#define NETIF_F_IPV6_CSUM (1ull << 3)
#define NETIF_F_HIGHDMA (1ull << 4)
#define NETIF_F_TSO (1ull << 5)
#define NETIF_F_TSO6 (1ull << 6)
#define NETIF_F_HW_VLAN_CTAG_RX (1ull << 8)
#define NETIF_F_HW_VLAN_CTAG_FILTER (1ull << 9)
#define NETIF_F_RXHASH (1ull << 14)
#define NETIF_F_RXCSUM (1ull << 11)
#define NETIF_F_RXFCS (1ull << 12)
#define NETIF_F_RXALL (1ull << 13)
#define IFF_UNICAST_FLT 1u
#define IFF_SUPP_NOFCS 2u

/* One queue in each direction. */
#define netdev_get_tx_queue(device, number) (device)
#define netif_xmit_stopped(queue) netif_queue_stopped(queue)
#define netif_tx_queue_stopped(queue) netif_queue_stopped(queue)
/* Each packet is the last one that the kernel has at a time. */
#define netdev_xmit_more() (0)
#define netif_set_tso_max_size(device, octets) ((void)(device))
#define netif_set_gso_max_size(device, octets) ((void)(device))

/* Other addresses of the interface: it has none. */
#define netdev_uc_count(device) (0)
#define netdev_uc_empty(device) (1)
#define netdev_hw_addr_list_count(list) (0)
#define netdev_for_each_uc_addr(entry, device) for ((entry) = NULL; (entry); (entry) = (entry)->next)
#define is_multicast_ether_addr(address) ((address)[0] & 1)
static inline int is_broadcast_ether_addr(const u8* address) {
    return (address[0] & address[1] & address[2] & address[3] & address[4] & address[5]) == 0xFF;
}
static inline int is_zero_ether_addr(const u8* address) {
    return (address[0] | address[1] | address[2] | address[3] | address[4] | address[5]) == 0;
}
#define ether_addr_copy(to, from) ((void)memcpy((to), (from), ETH_ALEN))

#define napi_alloc_skb(napi, octets) netdev_alloc_skb_ip_align(NULL, (octets))
#define napi_consume_skb(skb, budget) niclab_free_skb(skb)
#define napi_gro_receive(napi, skb) netif_receive_skb(skb)
#define napi_schedule(napi) ((void)(napi_schedule_prep(napi) ? __napi_schedule(napi), 0 : 0))
#define __napi_schedule_irqoff(napi) __napi_schedule(napi)
#define napi_complete(napi) napi_complete_done((napi), 0)
#define napi_synchronize(napi) ((void)(napi))
/* A packet of pages only: it is with the NAPI context until it is given to the kernel. */
struct sk_buff* napi_get_frags(struct napi_struct* napi);
int napi_gro_frags(struct napi_struct* napi);
void napi_free_frags(struct napi_struct* napi);

enum { __LINK_STATE_START, __LINK_STATE_PRESENT };
#define passthru_features_check NULL
#define netdev_rss_key_fill(key, octets) ((void)memset((key), 0x6D, (octets)))
static inline struct sk_buff* __netdev_alloc_skb_ip_align(struct net_device* device, unsigned octets, gfp_t flags) {
    struct sk_buff* skb = __netdev_alloc_skb(device, octets + NET_IP_ALIGN, flags);
    if (skb) skb_reserve(skb, NET_IP_ALIGN);
    return skb;
}

#define rtnl_lock() ((void)0)
#define rtnl_unlock() ((void)0)
#define ASSERT_RTNL() ((void)0)

#define netdev_WARN_ONCE(device, ...) netdev_err((device), __VA_ARGS__)
#define netif_warn(private, type, device, ...) netif_err(private, type, device, __VA_ARGS__)
#define netif_notice(private, type, device, ...) netif_err(private, type, device, __VA_ARGS__)
#define dev_warn(device, ...) dev_err((device), __VA_ARGS__)
#define dev_info(device, ...) dev_err((device), __VA_ARGS__)
#define dev_notice(device, ...) dev_err((device), __VA_ARGS__)
#define dev_dbg(device, ...) ((void)(device))
enum { DUMP_PREFIX_NONE, DUMP_PREFIX_ADDRESS, DUMP_PREFIX_OFFSET };
#define print_hex_dump(level, prefix, kind, row, group, data, octets, text) ((void)(data))
enum { NETIF_MSG_TIMER = 0x0008, NETIF_MSG_TX_DONE = 0x0400, NETIF_MSG_WOL = 0x4000 };
#define netif_msg_tx_done(p) ((p)->msg_enable & NETIF_MSG_TX_DONE)
#define netif_msg_timer(p) ((p)->msg_enable & NETIF_MSG_TIMER)
#define netif_msg_wol(p) ((p)->msg_enable & NETIF_MSG_WOL)

#endif
#endif
