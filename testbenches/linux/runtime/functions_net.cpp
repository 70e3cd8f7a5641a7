// Network devices: the functions that their drivers call.
#include <stdexcept>

#include "kernel/net.h"
#include "runtime/interface.h"
#include "runtime/machine.h"

using niclab::linux_kernel::Machine;

extern "C" {

struct net_device* alloc_netdev(int private_octets, const char* name, unsigned char,
                                void (*setup)(struct net_device*)) {
    auto& heap = Machine::current().heap;
    auto* device = static_cast<net_device*>(heap.allocate(sizeof(net_device)));
    device->priv = heap.allocate(static_cast<size_t>(private_octets));
    strscpy(device->name, name, sizeof device->name);
    if (setup) setup(device);
    return device;
}

void free_netdev(struct net_device* device) {
    auto& heap = Machine::current().heap;
    heap.release(device->priv);
    heap.release(device);
}

void ether_setup(struct net_device* device) {
    device->mtu = ETH_DATA_LEN;
    device->addr_len = ETH_ALEN;
}

int register_netdev(struct net_device* device) {
    if (strchr(device->name, '%')) strscpy(device->name, "eth0", sizeof device->name);
    Machine::current().ethernet.attach(device);
    return 0;
}

struct net init_net = {0};

struct net_device* __dev_get_by_name(struct net*, const char* name) {
    net_device* device = Machine::current().ethernet.device();
    return device && strcmp(device->name, name) == 0 ? device : nullptr;
}

void unregister_netdev(struct net_device* device) {
    auto& ethernet = Machine::current().ethernet;
    if (device->running) ethernet.close();
    ethernet.attach(nullptr);
}

void eth_hw_addr_set(struct net_device* device, const u8* address) { memcpy(device->dev_addr, address, ETH_ALEN); }

int eth_mac_addr(struct net_device* device, void* address) {
    if (device->running) return -EBUSY;
    memcpy(device->dev_addr, static_cast<const u8*>(address) + 2, ETH_ALEN);  // After the family.
    return 0;
}

int eth_validate_addr(struct net_device* device) { return device->dev_addr[0] & 1 ? -EADDRNOTAVAIL : 0; }

/// In the order of the line: octets from bit 0 up, the register's top bit first.
u32 ether_crc(int octets, const unsigned char* data) {
    u32 crc = ~0u;
    for (; octets > 0; --octets)
        for (unsigned bits = *data++, i = 0; i < 8; ++i, bits >>= 1)
            crc = crc << 1 ^ ((crc >> 31 ^ (bits & 1u)) ? 0x04C11DB7u : 0u);
    return crc;
}

/// The same CRC with its bits reversed.
u32 ether_crc_le(int octets, const unsigned char* data) {
    u32 crc = ~0u;
    for (; octets > 0; --octets) {
        crc ^= *data++;
        for (unsigned i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1u ? 0xEDB88320u : 0u);
    }
    return crc;
}

void netif_start_queue(struct net_device* device) { device->stopped = 0; }
void netif_stop_queue(struct net_device* device) { device->stopped = 1; }
void netif_wake_queue(struct net_device* device) {
    device->stopped = 0;
    Machine::current().ethernet.go_on();
}

void netif_carrier_on(struct net_device* device) {
    device->no_carrier = 0;
    Machine::current().ethernet.go_on();
}
void netif_carrier_off(struct net_device* device) { device->no_carrier = 1; }

void netif_napi_add_weight(struct net_device*, struct napi_struct* napi, int (*poll)(struct napi_struct*, int),
                           int weight) {
    *napi = {poll, weight, 0, 1};
}
void napi_enable(struct napi_struct* napi) { napi->disabled = 0; }

/// Deferred work is done first.
void napi_disable(struct napi_struct* napi) {
    Machine::current().ethernet.run_poll(napi);
    napi->disabled = 1;
}

int napi_schedule_prep(struct napi_struct* napi) {
    if (napi->disabled || napi->scheduled) return 0;
    return napi->scheduled = 1;
}
void __napi_schedule(struct napi_struct* napi) { Machine::current().ethernet.put_off(napi); }

int napi_complete_done(struct napi_struct* napi, int) {
    napi->scheduled = 0;
    return 1;
}

u16 eth_type_trans(struct sk_buff* skb, struct net_device*) {
    if (skb->len < ETH_HLEN) throw std::runtime_error("the driver delivers a frame without a header");
    skb->mac_header = skb->data;
    skb->data += ETH_HLEN, skb->len -= ETH_HLEN;
    return static_cast<u16>(skb->mac_header[12] | skb->mac_header[13] << 8);  // In the order of the line.
}

int netif_rx(struct sk_buff* skb) {
    Machine::current().ethernet.take(skb->mac_header, skb->tail);
    kfree_skb(skb);
    return 0;
}
}
