/* PHYs behind a network device, and what ethtool asks of it. Written for niclab; nothing is copied from the kernel: mii.c itself goes into the
 * module of a driver that uses it. Nobody here calls ethtool.
 */
#ifndef NICLAB_KERNEL_MII_H
#define NICLAB_KERNEL_MII_H

#include <linux/ethtool.h>
#include <linux/mii.h>
#include <linux/sockios.h>

#include "net.h"

struct mii_if_info {
    int phy_id, advertising, phy_id_mask, reg_num_mask;
    unsigned full_duplex : 1, force_media : 1, supports_gmii : 1;
    struct net_device* dev;
    int (*mdio_read)(struct net_device*, int phy, int number);
    void (*mdio_write)(struct net_device*, int phy, int number, int value);
};
/* The best of the abilities that both ends have. */
static inline unsigned mii_nway_result(unsigned both) {
    static const unsigned order[] = {LPA_100FULL, LPA_100BASE4, LPA_100HALF, LPA_10FULL};
    for (unsigned i = 0; i < ARRAY_SIZE(order); ++i)
        if (both & order[i]) return order[i];
    return LPA_10HALF;
}
/* What a PHY advertises, as ethtool says it and as MII's registers have it. */
static const struct {
    u32 ethtool, mii;
} niclab_abilities[] = {{ADVERTISED_10baseT_Half, ADVERTISE_10HALF},   {ADVERTISED_10baseT_Full, ADVERTISE_10FULL},
                        {ADVERTISED_100baseT_Half, ADVERTISE_100HALF}, {ADVERTISED_100baseT_Full, ADVERTISE_100FULL},
                        {ADVERTISED_Pause, ADVERTISE_PAUSE_CAP},       {ADVERTISED_Asym_Pause, ADVERTISE_PAUSE_ASYM}};
static inline u32 ethtool_adv_to_mii_adv_t(u32 ethtool) {
    u32 mii = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(niclab_abilities); ++i)
        if (ethtool & niclab_abilities[i].ethtool) mii |= niclab_abilities[i].mii;
    return mii;
}
static inline u32 mii_lpa_to_ethtool_lpa_t(u32 mii) {
    u32 ethtool = mii & LPA_LPACK ? ADVERTISED_Autoneg : 0;
    for (unsigned i = 0; i < ARRAY_SIZE(niclab_abilities); ++i)
        if (mii & niclab_abilities[i].mii) ethtool |= niclab_abilities[i].ethtool;
    return ethtool;
}
/* No PHY here is one of 1000 Mb/s. */
#define ethtool_adv_to_mii_ctrl1000_t(ethtool) ((void)(ethtool), 0u)
#define mii_ctrl1000_to_ethtool_adv_t(mii) ((void)(mii), 0u)
#define mii_stat1000_to_ethtool_lpa_t(mii) ((void)(mii), 0u)
/* Of a request of a program, behind its name of the interface. */
static inline struct mii_ioctl_data* if_mii(struct ifreq* request) {
    return (struct mii_ioctl_data*)((char*)request + 16);
}

int mii_link_ok(struct mii_if_info* mii);
int mii_nway_restart(struct mii_if_info* mii);
#if !defined(__cplusplus) && LINUX_VERSION_CODE < KERNEL_VERSION(5, 15, 0)
int mii_ethtool_gset(struct mii_if_info* mii, struct ethtool_cmd* command);
#else
void mii_ethtool_gset(struct mii_if_info* mii, struct ethtool_cmd* command);
#endif
int mii_ethtool_sset(struct mii_if_info* mii, struct ethtool_cmd* command);
void mii_ethtool_get_link_ksettings(struct mii_if_info* mii, struct ethtool_link_ksettings* settings);
int mii_ethtool_set_link_ksettings(struct mii_if_info* mii, const struct ethtool_link_ksettings* settings);
int mii_check_gmii_support(struct mii_if_info* mii);
void mii_check_link(struct mii_if_info* mii);
unsigned mii_check_media(struct mii_if_info* mii, unsigned print, unsigned init);
int generic_mii_ioctl(struct mii_if_info* mii, struct mii_ioctl_data* data, int command, unsigned* changed);

#endif
