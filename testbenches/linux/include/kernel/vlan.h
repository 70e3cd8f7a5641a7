/* Tags of VLANs: one that a driver hands to its card or gets from it is with the packet buffer, not in it. Written for
 * niclab; nothing is copied from the kernel.
 */
#ifndef NICLAB_KERNEL_VLAN_H
#define NICLAB_KERNEL_VLAN_H

#include "net.h"

#define VLAN_HLEN 4
#define VLAN_ETH_HLEN (ETH_HLEN + VLAN_HLEN)
#define VLAN_ETH_FRAME_LEN (ETH_FRAME_LEN + VLAN_HLEN)
#define VLAN_N_VID 4096
#define VLAN_VID_MASK 0x0FFF
struct vlan_hdr {
    __be16 h_vlan_TCI, h_vlan_encapsulated_proto;
};
struct vlan_ethhdr {
    unsigned char h_dest[ETH_ALEN], h_source[ETH_ALEN];
    __be16 h_vlan_proto, h_vlan_TCI, h_vlan_encapsulated_proto;
};
#define skb_vlan_tag_present(skb) ((skb)->vlan_present)
#define skb_vlan_tag_get(skb) ((skb)->vlan_tci)
static inline void __vlan_hwaccel_put_tag(struct sk_buff* skb, __be16 protocol, u16 tag) {
    (void)protocol;
    skb->vlan_tci = tag, skb->vlan_present = 1;
}
#define vlan_get_protocol(skb) ((skb)->protocol)

#endif
