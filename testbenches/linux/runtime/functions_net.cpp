// Network devices: the functions that their drivers call.
#include <algorithm>
#include <stdexcept>

#include "kernel/net.h"
#include "kernel/pages.h"
#include "runtime/interface.h"
#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Interface;
using niclab::linux_kernel::Machine;
using niclab::linux_kernel::Rule;
using Kind = niclab::linux_kernel::Holdings::Kind;

namespace {

std::uint64_t key_of(const void* object) { return reinterpret_cast<std::uintptr_t>(object); }

/// Whether an address is that of one station.
bool is_station(const unsigned char* address) {
    return (address[0] & 1) == 0 && std::any_of(address, address + ETH_ALEN, [](unsigned char c) { return c != 0; });
}

constexpr u16 on_line(unsigned type) { return static_cast<u16>(type >> 8 | (type & 0xFF) << 8); }

/// In the order of the line.
u16 type_of(const sk_buff& skb) {
    constexpr unsigned kTypeAt = 2 * ETH_ALEN;
    return static_cast<u16>(skb.mac_header[kTypeAt] | skb.mac_header[kTypeAt + 1] << 8);
}

void report_poll(const char* text, CodeAddress caller) {
    Machine& machine = Machine::current();
    if (machine.debug()) machine.findings.add(Rule::Poll, caller, text);
}

/// Whether a frame has a checksum of TCP or UDP, which a card may have verified.
bool has_checksum(const sk_buff& skb) {
    constexpr unsigned kVersion4 = 0x0800, kVersion6 = 0x86DD;
    constexpr unsigned kVersion4Protocol = 9, kVersion6Protocol = 6, kTcp = 6, kUdp = 17, kExtension = 0;
    const bool version4 = skb.protocol == on_line(kVersion4);
    if (!version4 && skb.protocol != on_line(kVersion6)) return skb.protocol == on_line(ETH_P_8021Q);
    const unsigned at = version4 ? kVersion4Protocol : kVersion6Protocol;
    const unsigned protocol = skb.data + at < skb.tail ? skb.data[at] : unsigned{kTcp};  // else in a page
    return protocol == kTcp || protocol == kUdp || (!version4 && protocol == kExtension);
}

/// A delivered frame has been through eth_type_trans(), has its result, and belongs to the CPU.
void check_frame(const sk_buff& skb, const char* function, CodeAddress caller) {
    Machine& machine = Machine::current();
    if (!machine.debug()) return;
    if (skb.data != skb.mac_header + ETH_HLEN)
        machine.findings.add(Rule::Device, caller,
                             std::string(function) +
                                 " of a packet buffer without eth_type_trans(), so the protocols above would take the "
                                 "header for data; expected it before");
    else if (skb.protocol != type_of(skb))
        machine.findings.add(Rule::Device, caller,
                             std::string(function) +
                                 " of a packet buffer with another protocol than its frame's; expected the result of "
                                 "eth_type_trans() in skb->protocol");
    if (skb.ip_summed == CHECKSUM_UNNECESSARY && !has_checksum(skb))
        machine.findings.add(Rule::Device, caller,
                             std::string(function) +
                                 " of a packet buffer that is marked as one with a verified checksum, but has none of "
                                 "TCP or UDP; expected CHECKSUM_NONE in skb->ip_summed");
    constexpr int kMany = 8;  // more than a frame has by chance
    if (std::search_n(skb.mac_header, skb.tail, kMany, niclab::linux_kernel::kOfDevice) != skb.tail)
        machine.findings.add(Rule::DmaSync, caller,
                             std::string(function) +
                                 " of octets that were read while their memory belonged to the card; expected "
                                 "dma_sync_single_for_cpu() or dma_unmap_single() before");
}

/// A received frame, with the octets of its pages, and with the tag that its driver took out.
Interface::Frame frame_of(const sk_buff& skb) {
    constexpr std::size_t kTagAt = 2 * ETH_ALEN;
    Interface::Frame frame(skb.mac_header, skb.tail);
    for (unsigned i = 0; i < skb.shared.nr_frags; ++i) {
        const skb_frag_t& part = skb.shared.frags[i];
        frame.insert(frame.end(), part.page->octets + part.offset, part.page->octets + part.offset + part.octets);
    }
    if (skb.vlan_present && frame.size() >= kTagAt)
        frame.insert(frame.begin() + kTagAt, {ETH_P_8021Q >> 8, ETH_P_8021Q & 0xFF, std::uint8_t(skb.vlan_tci >> 8),
                                              std::uint8_t(skb.vlan_tci)});
    return frame;
}

int deliver(sk_buff* skb, CodeAddress caller) {
    Machine::current().ethernet.take(frame_of(*skb), caller);
    kfree_skb(skb);
    return 0;
}

}  // namespace

extern "C" {

struct net_device* alloc_netdev(int private_octets, const char* name, unsigned char,
                                void (*setup)(struct net_device*)) {
    Machine& machine = Machine::current();
    machine.may_sleep("alloc_netdev()", NICLAB_CALLER);
    if (machine.fails(NICLAB_CALLER)) return nullptr;
    auto& heap = machine.heap;
    auto* device = static_cast<net_device*>(
        heap.allocate(sizeof(net_device), true, {"alloc_netdev()", "free_netdev()"}, NICLAB_CALLER));
    device->priv = heap.allocate(static_cast<size_t>(private_octets), true, {}, NICLAB_CALLER);
    strscpy(device->name, name, sizeof device->name);
    if (setup) setup(device);
    return device;
}

void free_netdev(struct net_device* device) {
    Machine& machine = Machine::current();
    if (machine.ethernet.device() == device) {
        machine.ethernet.detach();
        if (machine.debug())
            machine.findings.add(Rule::Device, NICLAB_CALLER,
                                 "free_netdev() of a registered network device; expected unregister_netdev() before");
    }
    const auto priv = machine.heap.live().find(device->priv);
    if (priv != machine.heap.live().end()) machine.end_timers(device->priv, priv->second.octets, NICLAB_CALLER);
    machine.heap.release(device->priv, NICLAB_CALLER);
    machine.heap.release(device, NICLAB_CALLER);
}

void ether_setup(struct net_device* device) {
    device->mtu = device->max_mtu = ETH_DATA_LEN;
    device->min_mtu = ETH_MIN_MTU;
    device->addr_len = ETH_ALEN;
}

int register_netdev(struct net_device* device) {
    Machine& machine = Machine::current();
    machine.may_sleep("register_netdev()", NICLAB_CALLER);
    if (machine.fails(NICLAB_CALLER)) return -ENOMEM;
    if (strchr(device->name, '%')) strscpy(device->name, "eth0", sizeof device->name);
    if (machine.debug() && !is_station(device->dev_addr))
        machine.findings.add(Rule::Device, NICLAB_CALLER,
                             "register_netdev() of a device whose address is zero or that of a group; expected "
                             "eth_hw_addr_set() before");
    machine.holdings.take(Kind::NetworkDevice, key_of(device), NICLAB_CALLER);
    machine.ethernet.attach(device);
    return 0;
}

struct net init_net = {0};

struct net_device* __dev_get_by_name(struct net*, const char* name) {
    net_device* device = Machine::current().ethernet.device();
    return device && strcmp(device->name, name) == 0 ? device : nullptr;
}

void unregister_netdev(struct net_device* device) {
    Machine& machine = Machine::current();
    machine.may_sleep("unregister_netdev()", NICLAB_CALLER);
    if (device->running) machine.ethernet.close();
    machine.holdings.give_back(Kind::NetworkDevice, key_of(device));
    machine.ethernet.detach();
}

void eth_hw_addr_set(struct net_device* device, const u8* address) { memcpy(device->dev_addr, address, ETH_ALEN); }

int eth_mac_addr(struct net_device* device, void* address) {
    if (device->running) return -EBUSY;
    if (!is_station(static_cast<const u8*>(address) + 2)) return -EADDRNOTAVAIL;
    memcpy(device->dev_addr, static_cast<const u8*>(address) + 2, ETH_ALEN);  // After the family.
    return 0;
}

int eth_validate_addr(struct net_device* device) { return is_station(device->dev_addr) ? 0 : -EADDRNOTAVAIL; }

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

void netif_start_queue(struct net_device* device) { Machine::current().ethernet.set_stopped(*device, nullptr); }
void netif_stop_queue(struct net_device* device) { Machine::current().ethernet.set_stopped(*device, NICLAB_CALLER); }
void netif_wake_queue(struct net_device* device) {
    Machine::current().ethernet.set_stopped(*device, nullptr);
    Machine::current().ethernet.go_on();
}

void netdev_sent_queue(struct net_device*, unsigned octets) {
    Machine::current().ethernet.queue_sent(octets, NICLAB_CALLER);
}
void netdev_completed_queue(struct net_device*, unsigned packets, unsigned octets) {
    if (packets > 0) Machine::current().ethernet.queue_completed(octets, NICLAB_CALLER);
}
void netdev_reset_queue(struct net_device*) { Machine::current().ethernet.queue_reset(); }

void netif_carrier_on(struct net_device* device) {
    device->no_carrier = 0;
    Machine::current().ethernet.go_on();
}
void netif_carrier_off(struct net_device* device) { device->no_carrier = 1; }

void netif_napi_add_weight(struct net_device*, struct napi_struct* napi, int (*poll)(struct napi_struct*, int),
                           int weight) {
    *napi = {poll, weight, 0, 1, nullptr};
}
void napi_enable(struct napi_struct* napi) {
    Machine& machine = Machine::current();
    if (!napi->poll)
        report_poll("napi_enable() of a NAPI context without a poll function; expected netif_napi_add() before",
                    NICLAB_CALLER);
    if (!napi->disabled && napi->poll)
        report_poll("napi_enable() of a NAPI context that is enabled; expected napi_disable() before", NICLAB_CALLER);
    else
        machine.holdings.take(Kind::Poll, key_of(napi), NICLAB_CALLER);
    napi->disabled = 0;
}

/// Deferred work is done first.
void napi_disable(struct napi_struct* napi) {
    Machine& machine = Machine::current();
    machine.may_sleep("napi_disable()", NICLAB_CALLER);
    if (napi->disabled)
        report_poll("napi_disable() of a NAPI context that is disabled waits for ever; expected napi_enable() before",
                    NICLAB_CALLER);
    machine.holdings.give_back(Kind::Poll, key_of(napi));
    const CodeAddress caller = NICLAB_CALLER;
    machine.spin_while(
        [&] {
            machine.ethernet.run_poll(napi);  // It may be this CPU that has deferred it.
            return napi->scheduled != 0;
        },
        [&] { return "at " + machine.findings.line(caller) + " for the end of the NAPI poll"; });
    napi->disabled = 1;
}

int napi_schedule_prep(struct napi_struct* napi) {
    if (napi->disabled || napi->scheduled) return 0;
    return napi->scheduled = 1;
}
void __napi_schedule(struct napi_struct* napi) { Machine::current().ethernet.put_off(napi); }

int napi_complete_done(struct napi_struct* napi, int) {
    Machine& machine = Machine::current();
    if (machine.debug()) machine.locks.expect_none_held("napi_complete_done()", NICLAB_CALLER);
    machine.ethernet.complete_poll();
    napi->scheduled = 0;
    return 1;
}

/// The counters that the driver keeps, updated by it if it has a function for that.
struct rtnl_link_stats64* dev_get_stats(struct net_device* device, struct rtnl_link_stats64* stats) {
    *stats = {};
    if (device->netdev_ops->ndo_get_stats64) {
        device->netdev_ops->ndo_get_stats64(device, stats);
        return stats;
    }
    const auto* from = reinterpret_cast<const unsigned long*>(&device->stats);
    std::copy(from, from + sizeof device->stats / sizeof *from, reinterpret_cast<u64*>(stats));
    return stats;
}

u16 eth_type_trans(struct sk_buff* skb, struct net_device* device) {
    skb->dev = device;
    if (skb->len < ETH_HLEN) throw std::runtime_error("the driver delivers a frame without a header");
    skb->mac_header = skb->data;
    skb->data += ETH_HLEN, skb->len -= ETH_HLEN;
    return type_of(*skb);
}

int netif_rx(struct sk_buff* skb) {
    check_frame(*skb, "netif_rx()", NICLAB_CALLER);
    return deliver(skb, NICLAB_CALLER);
}
int netif_receive_skb(struct sk_buff* skb) {
    Machine& machine = Machine::current();
    if (machine.debug()) machine.locks.expect_none_held("netif_receive_skb()", NICLAB_CALLER);
    if (machine.debug() && machine.cpu().in_interrupt())
        machine.findings.add(Rule::Device, NICLAB_CALLER,
                             "netif_receive_skb() is called in an interrupt handler; expected netif_rx(), or a NAPI "
                             "poll");
    check_frame(*skb, "netif_receive_skb()", NICLAB_CALLER);
    return deliver(skb, NICLAB_CALLER);
}
}
