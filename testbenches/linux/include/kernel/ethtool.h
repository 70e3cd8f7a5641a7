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
struct kernel_ethtool_coalesce;
#define ETHTOOL_COALESCE_RX_USECS 1u
#define ETHTOOL_COALESCE_TX_USECS 2u
static inline u32 ethtool_op_get_link(struct net_device* device) { return netif_carrier_ok(device) ? 1 : 0; }
/* Time stamps, energy efficiency and hashes of a card, as kernels after 6.1 name them. */
struct kernel_ethtool_ts_info {
    u32 cmd, so_timestamping;
    int phc_index;
    u32 tx_types, rx_filters;
};
struct ethtool_keee {
    unsigned long supported[2], advertised[2], lp_advertised[2];
    u32 tx_lpi_timer;
    u8 tx_lpi_enabled, eee_active, eee_enabled;
};
struct ethtool_rxfh_fields {
    u32 data, flow_type;
};
static inline int ethtool_op_get_ts_info(struct net_device* device, void* info) {
    (void)device, (void)info;
    return -EOPNOTSUPP;
}
#define __ETHTOOL_DECLARE_LINK_MODE_MASK(name) unsigned long name[2]
#define linkmode_set_bit(bit, modes) ((void)((modes)[(bit) / 64] |= 1ul << (bit) % 64))
static inline int linkmode_andnot(unsigned long* result, const unsigned long* modes, const unsigned long* without) {
    result[0] = modes[0] & ~without[0], result[1] = modes[1] & ~without[1];
    return (result[0] | result[1]) != 0;
}
#define mii_eee_cap1_mod_linkmode_t(modes, register) ((void)(modes), (void)(register))
#define linkmode_to_mii_eee_cap1_t(modes) ((void)(modes), (u16)0)
#define mmd_eee_cap_to_ethtool_sup_t(register) ((void)(register), 0u)
#define mmd_eee_adv_to_ethtool_adv_t(register) ((void)(register), 0u)
#define ethtool_adv_to_mmd_eee_adv_t(modes) ((void)(modes), (u16)0)
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
    NICLAB_ANY_FORM(int, get_ts_info, struct net_device*, struct kernel_ethtool_ts_info*);
    int (*get_rxnfc)(struct net_device*, struct ethtool_rxnfc*, u32* rules);
    int (*get_rxfh_fields)(struct net_device*, struct ethtool_rxfh_fields*);
    NICLAB_ANY_FORM(int, get_eee, struct net_device*, struct ethtool_keee*);
    NICLAB_ANY_FORM(int, set_eee, struct net_device*, struct ethtool_keee*);
    u32 (*get_priv_flags)(struct net_device*);
    int (*set_priv_flags)(struct net_device*, u32);
    u32 supported_coalesce_params;
    NICLAB_ANY_FORM(int, get_coalesce, struct net_device*, struct ethtool_coalesce*, struct kernel_ethtool_coalesce*,
                    struct netlink_ext_ack*);
    NICLAB_ANY_FORM(int, set_coalesce, struct net_device*, struct ethtool_coalesce*, struct kernel_ethtool_coalesce*,
                    struct netlink_ext_ack*);
    int (*get_eeprom_len)(struct net_device*);
    int (*get_eeprom)(struct net_device*, struct ethtool_eeprom*, u8*);
    int (*set_eeprom)(struct net_device*, struct ethtool_eeprom*, u8*);
    void (*get_pauseparam)(struct net_device*, struct ethtool_pauseparam*);
    int (*set_pauseparam)(struct net_device*, struct ethtool_pauseparam*);
};

#endif
