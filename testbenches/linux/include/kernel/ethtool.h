/* What drivers tell ethtool. Written for niclab; nothing is copied from the kernel. A step of the trial calls a driver's
 * functions for it.
 */
#ifndef NICLAB_KERNEL_ETHTOOL_H
#define NICLAB_KERNEL_ETHTOOL_H

#include <linux/ethtool.h>

#include "net.h"

enum ethtool_phys_id_state { ETHTOOL_ID_INACTIVE, ETHTOOL_ID_ACTIVE, ETHTOOL_ID_ON, ETHTOOL_ID_OFF };
#ifdef __cplusplus
/* It begins with ethtool_link_settings. C++ has no array without a size inside a structure. */
struct ethtool_link_ksettings;
#else
struct ethtool_link_ksettings {
    struct ethtool_link_settings base;
    struct {
        unsigned long supported[2], advertising[2], lp_advertising[2];
    } link_modes;
};
#endif
static inline void ethtool_convert_legacy_u32_to_link_mode(unsigned long* modes, u32 legacy) {
    modes[0] = legacy, modes[1] = 0;
}
static inline int ethtool_convert_link_mode_to_legacy_u32(u32* legacy, const unsigned long* modes) {
    *legacy = (u32)modes[0];
    return modes[1] == 0;
}
struct kernel_ethtool_ringparam;
struct netlink_ext_ack;
static inline u32 ethtool_op_get_link(struct net_device* device) { return netif_carrier_ok(device) ? 1 : 0; }
static inline int ethtool_op_get_ts_info(struct net_device* device, struct ethtool_ts_info* info) {
    (void)device, (void)info;
    return -EOPNOTSUPP;
}
struct ethtool_ops {
    void (*get_drvinfo)(struct net_device*, struct ethtool_drvinfo*);
    u32 (*get_msglevel)(struct net_device*);
    void (*set_msglevel)(struct net_device*, u32);
    int (*nway_reset)(struct net_device*);
    u32 (*get_link)(struct net_device*);
    int (*get_link_ksettings)(struct net_device*, struct ethtool_link_ksettings*);
    int (*set_link_ksettings)(struct net_device*, const struct ethtool_link_ksettings*);
    NICLAB_ANY_FORM(void, get_ringparam, struct net_device*, struct ethtool_ringparam*,
                    struct kernel_ethtool_ringparam*, struct netlink_ext_ack*);
    NICLAB_ANY_FORM(int, set_ringparam, struct net_device*, struct ethtool_ringparam*, struct kernel_ethtool_ringparam*,
                    struct netlink_ext_ack*);
    void (*get_strings)(struct net_device*, u32 set, u8* strings);
    void (*self_test)(struct net_device*, struct ethtool_test*, u64*);
    int (*set_phys_id)(struct net_device*, enum ethtool_phys_id_state);
    int (*get_regs_len)(struct net_device*);
    void (*get_regs)(struct net_device*, struct ethtool_regs*, void*);
    int (*get_sset_count)(struct net_device*, int set);
    void (*get_ethtool_stats)(struct net_device*, struct ethtool_stats*, u64*);
    void (*get_wol)(struct net_device*, struct ethtool_wolinfo*);
    int (*set_wol)(struct net_device*, struct ethtool_wolinfo*);
    int (*get_ts_info)(struct net_device*, struct ethtool_ts_info*);
};

#endif
