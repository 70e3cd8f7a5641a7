/* Network devices as drivers under drivers/net/ethernet expect them. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_NET_H
#define NICLAB_KERNEL_NET_H

#ifndef __cplusplus /* where programs' own header has the same names */
#include <linux/if.h>
#endif
#include <linux/if_ether.h>

#include "base.h"
#include "pci.h"
#include "ports.h"
#include "skb.h"
#include "time.h"
#include "work.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int netdev_tx_t;
#define NETDEV_TX_OK 0
#define NETDEV_TX_BUSY 0x10
/* Of net_device.flags; values of Linux' interface to programs. */
#ifndef IFF_PROMISC
#define IFF_UP 0x1
#define IFF_PROMISC 0x100
#define IFF_ALLMULTI 0x200
#define IFF_SLAVE 0x800
#endif
#define NET_NAME_UNKNOWN 0
#define NETIF_F_SG 1u
#define NETIF_F_IP_CSUM 2u
#define NETIF_F_HW_VLAN_CTAG_TX 0x80u
#define NETIF_F_VLAN_CHALLENGED 0x400u
typedef u64 netdev_features_t;

struct net_device;
struct ifreq;
struct kernel_hwtstamp_config;
struct netlink_ext_ack {
    const char* _msg;
};
#define NL_SET_ERR_MSG(report, text) ((report) ? (void)((report)->_msg = (text)) : (void)0)
struct net_device_stats {
    unsigned long rx_packets, tx_packets, rx_bytes, tx_bytes, rx_errors, tx_errors, rx_dropped, tx_dropped, multicast,
        collisions, rx_length_errors, rx_over_errors, rx_crc_errors, rx_frame_errors, rx_fifo_errors, rx_missed_errors,
        tx_aborted_errors, tx_carrier_errors, tx_fifo_errors, tx_heartbeat_errors, tx_window_errors;
};
/* The same of a card that counts in 64 bits; the members have the same names. */
struct rtnl_link_stats64 {
    u64 rx_packets, tx_packets, rx_bytes, tx_bytes, rx_errors, tx_errors, rx_dropped, tx_dropped, multicast, collisions,
        rx_length_errors, rx_over_errors, rx_crc_errors, rx_frame_errors, rx_fifo_errors, rx_missed_errors,
        tx_aborted_errors, tx_carrier_errors, tx_fifo_errors, tx_heartbeat_errors, tx_window_errors;
};
struct net_device_ops {
    int (*ndo_open)(struct net_device*);
    int (*ndo_stop)(struct net_device*);
    netdev_tx_t (*ndo_start_xmit)(struct sk_buff*, struct net_device*);
    void (*ndo_tx_timeout)(struct net_device*, unsigned queue);
    struct net_device_stats* (*ndo_get_stats)(struct net_device*);
    void (*ndo_get_stats64)(struct net_device*, struct rtnl_link_stats64*);
    void (*ndo_set_rx_mode)(struct net_device*);
    int (*ndo_validate_addr)(struct net_device*);
    int (*ndo_set_mac_address)(struct net_device*, void* address);
    int (*ndo_change_mtu)(struct net_device*, int mtu);
    int (*ndo_eth_ioctl)(struct net_device*, struct ifreq*, int command);
    int (*ndo_do_ioctl)(struct net_device*, struct ifreq*, int command); /* the same, in older kernels */
    netdev_features_t (*ndo_fix_features)(struct net_device*, netdev_features_t);
    int (*ndo_set_features)(struct net_device*, netdev_features_t);
    int (*ndo_vlan_rx_add_vid)(struct net_device*, __be16 protocol, u16 vid);
    int (*ndo_vlan_rx_kill_vid)(struct net_device*, __be16 protocol, u16 vid);
    int (*ndo_hwtstamp_get)(struct net_device*, struct kernel_hwtstamp_config*);
    int (*ndo_hwtstamp_set)(struct net_device*, struct kernel_hwtstamp_config*, struct netlink_ext_ack*);
    netdev_features_t (*ndo_features_check)(struct sk_buff*, struct net_device*, netdev_features_t);
};
struct ethtool_ops;
/* An address the interface listens to. */
struct netdev_hw_addr {
    struct netdev_hw_addr* next;
    unsigned char addr[ETH_ALEN];
};
struct net_device {
    char name[16];
    unsigned char dev_addr[ETH_ALEN], perm_addr[ETH_ALEN], addr_len;
    struct device dev;
    unsigned flags, priv_flags, mtu, min_mtu, max_mtu;
    netdev_features_t features, hw_features, vlan_features;
    unsigned char if_port, dma;
    unsigned long mem_start, mem_end;
    int irq;
    unsigned long base_addr;
    const struct net_device_ops* netdev_ops;
    const struct ethtool_ops* ethtool_ops;
    struct net_device_stats stats;
    struct netdev_hw_addr* multicast; /* a list */
    long watchdog_timeo;
    unsigned long trans_start; /* jiffies */
    int running, stopped;      /* open; its queue takes nothing */
    unsigned long state;       /* __LINK_STATE_START and others */
    int no_carrier;            /* the driver has seen that the link is down */
    int detached;              /* its card does not work, as while it is suspended */
    void *priv, *ml_priv;      /* given with it; the driver's own */
};
struct net_device* alloc_netdev(int private_octets, const char* name, unsigned char name_type,
                                void (*setup)(struct net_device*));
void free_netdev(struct net_device* device);
void ether_setup(struct net_device* device);
int register_netdev(struct net_device* device);
void unregister_netdev(struct net_device* device);
/* The registered device of this name, or NULL. There is one name space. */
struct net {
    int unused;
};
extern struct net init_net;
struct net_device* __dev_get_by_name(struct net* space, const char* name);
struct rtnl_link_stats64* dev_get_stats(struct net_device* device, struct rtnl_link_stats64* stats);
#define netdev_priv(device) ((device)->priv)
#define SET_NETDEV_DEV(device, of) ((void)((device)->dev.parent = (of)))
void eth_hw_addr_set(struct net_device* device, const u8* address);
int eth_mac_addr(struct net_device* device, void* address);
int eth_validate_addr(struct net_device* device);
u32 ether_crc(int octets, const unsigned char* data);
u32 ether_crc_le(int octets, const unsigned char* data);
#define alloc_etherdev(private_octets) alloc_netdev((private_octets), "eth%d", NET_NAME_UNKNOWN, ether_setup)
static inline int is_valid_ether_addr(const u8* address) {
    static const u8 zero[ETH_ALEN] = {0};
    return (address[0] & 1) == 0 && memcmp(address, zero, ETH_ALEN) != 0;
}

void netif_start_queue(struct net_device* device);
void netif_stop_queue(struct net_device* device);
void netif_wake_queue(struct net_device* device);
#define netif_tx_disable(device) netif_stop_queue(device)
#define netif_queue_stopped(device) ((device)->stopped)
void netif_carrier_on(struct net_device* device);
void netif_carrier_off(struct net_device* device);
#define netif_carrier_ok(device) (!(device)->no_carrier)
#define netif_running(device) ((device)->running)
#define netif_device_present(device) (!(device)->detached)
/* Byte queue limits: octets that the driver has, of which it has sent some; it begins anew. */
void netdev_sent_queue(struct net_device* device, unsigned octets);
void netdev_completed_queue(struct net_device* device, unsigned packets, unsigned octets);
void netdev_reset_queue(struct net_device* device);
#define netif_device_detach(device) ((device)->detached = 1, netif_stop_queue(device))
#define netif_device_attach(device) ((device)->detached = 0, netif_wake_queue(device))
#define netif_trans_update(device) ((void)((device)->trans_start = niclab_jiffies()))
#define dev_trans_start(device) ((device)->trans_start)
static inline int netdev_mc_count(const struct net_device* device) {
    int n = 0;
    for (const struct netdev_hw_addr* entry = device->multicast; entry; entry = entry->next) ++n;
    return n;
}
#define netdev_mc_empty(device) ((device)->multicast == NULL)
#define netdev_for_each_mc_addr(entry, device) for ((entry) = (device)->multicast; (entry); (entry) = (entry)->next)

#define netdev_alloc_skb(device, octets) dev_alloc_skb(octets)
#define __netdev_alloc_skb(device, octets, flags) __dev_alloc_skb((octets), (flags))
static inline struct sk_buff* netdev_alloc_skb_ip_align(struct net_device* device, unsigned octets) {
    struct sk_buff* skb = netdev_alloc_skb(device, octets + NET_IP_ALIGN);
    if (skb) skb_reserve(skb, NET_IP_ALIGN);
    return skb;
}
/* A line of the log that begins with the device's name. */
int niclab_netdev_printk(const struct net_device* device, const char* format, ...);
/* Steps over the header of 14 octets; its type. */
u16 eth_type_trans(struct sk_buff* skb, struct net_device* device);
/* The kernel has the frame. */
int netif_rx(struct sk_buff* skb);
int netif_receive_skb(struct sk_buff* skb);

/* Work of a driver that an interrupt puts off: it runs behind what the CPU does, again while it uses up its budget. */
struct napi_struct {
    int (*poll)(struct napi_struct*, int budget);
    int weight, scheduled, disabled;
    struct sk_buff* fragments; /* of napi_get_frags() */
};
void netif_napi_add_weight(struct net_device* device, struct napi_struct* napi, int (*poll)(struct napi_struct*, int),
                           int weight);
/* The weight may be left out. */
#define NAPI_POLL_WEIGHT 64
#define netif_napi_add(device, napi, poll, ...) \
    netif_napi_add_weight((device), (napi), (poll), (NAPI_POLL_WEIGHT, ##__VA_ARGS__))
void napi_enable(struct napi_struct* napi);
void napi_disable(struct napi_struct* napi);
int napi_schedule_prep(struct napi_struct* napi);
void __napi_schedule(struct napi_struct* napi);
int napi_complete_done(struct napi_struct* napi, int done);
#define skb_defer_rx_timestamp(skb) (0)
#define skb_tx_timestamp(skb) ((void)(skb))

enum {
    NETIF_MSG_DRV = 0x0001,
    NETIF_MSG_PROBE = 0x0002,
    NETIF_MSG_LINK = 0x0004,
    NETIF_MSG_IFDOWN = 0x0010,
    NETIF_MSG_IFUP = 0x0020,
    NETIF_MSG_RX_ERR = 0x0040,
    NETIF_MSG_TX_ERR = 0x0080,
    NETIF_MSG_TX_QUEUED = 0x0100,
    NETIF_MSG_INTR = 0x0200,
    NETIF_MSG_RX_STATUS = 0x0800,
    NETIF_MSG_PKTDATA = 0x1000,
    NETIF_MSG_HW = 0x2000
};
#ifndef __cplusplus
#define netif_msg_drv(p) ((p)->msg_enable & NETIF_MSG_DRV)
#define netif_msg_probe(p) ((p)->msg_enable & NETIF_MSG_PROBE)
#define netif_msg_link(p) ((p)->msg_enable & NETIF_MSG_LINK)
#define netif_msg_ifdown(p) ((p)->msg_enable & NETIF_MSG_IFDOWN)
#define netif_msg_ifup(p) ((p)->msg_enable & NETIF_MSG_IFUP)
#define netif_msg_rx_err(p) ((p)->msg_enable & NETIF_MSG_RX_ERR)
#define netif_msg_tx_err(p) ((p)->msg_enable & NETIF_MSG_TX_ERR)
#define netif_msg_tx_queued(p) ((p)->msg_enable & NETIF_MSG_TX_QUEUED)
#define netif_msg_intr(p) ((p)->msg_enable & NETIF_MSG_INTR)
#define netif_msg_rx_status(p) ((p)->msg_enable & NETIF_MSG_RX_STATUS)
#define netif_msg_pktdata(p) ((p)->msg_enable & NETIF_MSG_PKTDATA)
#define netif_msg_hw(p) ((p)->msg_enable & NETIF_MSG_HW)
/* 0: nothing; 1 ..: the first so many kinds of message; anything else: the default. */
#define netif_msg_init(value, usual) ((value) < 0 || (value) >= 32 ? (u32)(usual) : (1u << (value)) - 1)

#define netdev_err(device, ...) niclab_netdev_printk((device), __VA_ARGS__)
#define netdev_warn(device, ...) niclab_netdev_printk((device), __VA_ARGS__)
#define netdev_notice(device, ...) niclab_netdev_printk((device), __VA_ARGS__)
#define netdev_info(device, ...) niclab_netdev_printk((device), __VA_ARGS__)
#define netdev_printk(level, device, ...) niclab_netdev_printk((device), __VA_ARGS__)
#define netdev_dbg(device, ...) ((void)(device))
#define netif_err(private, type, device, ...)                             \
    do {                                                                  \
        if (netif_msg_##type(private)) netdev_err((device), __VA_ARGS__); \
    } while (0)
#define netif_printk(private, type, level, device, format, ...)                               \
    do {                                                                                      \
        if (netif_msg_##type(private)) netdev_printk(level, (device), format, ##__VA_ARGS__); \
    } while (0)
#define netif_info(private, type, device, ...) netif_printk(private, type, KERN_INFO, device, __VA_ARGS__)
#define netif_dbg(private, type, device, ...) ((void)(device))
#define dev_err(device, ...) printk(KERN_ERR __VA_ARGS__)
#endif

#ifdef __cplusplus
}
#endif

#include "features.h"
#include "names_after_6_1.h"
#include "names_before_6_1.h"
#endif
