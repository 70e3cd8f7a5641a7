/* ATM devices and connections as a driver sees them. */
#ifndef NICLAB_KERNEL_ATM_H
#define NICLAB_KERNEL_ATM_H

#include <linux/atm.h>
#include <linux/atmioc.h>

#include "base.h"
#include "pci.h"
#include "skb.h"

#ifdef __cplusplus
extern "C" {
#endif

struct k_atm_aal_stats {
    atomic_t tx, tx_err, rx, rx_err, rx_drop;
};
struct k_sonet_stats {
    atomic_t section_bip, line_bip, path_bip, line_febe, path_febe, corr_hcs, uncorr_hcs, tx_cells, rx_cells;
};
struct sonet_stats;
void sonet_copy_stats(struct k_sonet_stats* from, struct sonet_stats* to);
void sonet_subtract_stats(struct k_sonet_stats* from, struct sonet_stats* to);

enum { ATM_VF_ADDR, ATM_VF_READY, ATM_VF_PARTIAL };
#define ATM_ATMOPT_CLP 1
#define ATM_PHY_SIG_LOST 0
#define ATM_PHY_SIG_UNKNOWN 1
#define ATM_PHY_SIG_FOUND 2

struct atm_dev;
struct atm_vcc {
    unsigned long flags;
    short vpi;
    int vci;
    struct atm_dev* dev;
    struct atm_qos qos;
    void (*push)(struct atm_vcc*, struct sk_buff*);
    void (*pop)(struct atm_vcc*, struct sk_buff*);
    void* dev_data;
    struct k_atm_aal_stats* stats;
    void* socket; /* the runtime's */
    long charged; /* octets of packets that were not delivered yet */
};
struct atmphy_ops {
    int (*start)(struct atm_dev*);
    int (*ioctl)(struct atm_dev*, unsigned cmd, void* arg);
    void (*interrupt)(struct atm_dev*);
    int (*stop)(struct atm_dev*);
};
struct atmdev_ops {
    int (*open)(struct atm_vcc*);
    void (*close)(struct atm_vcc*);
    int (*ioctl)(struct atm_dev*, unsigned cmd, void* arg);
    int (*send)(struct atm_vcc*, struct sk_buff*);
    int (*send_bh)(struct atm_vcc*, struct sk_buff*);
    void (*phy_put)(struct atm_dev*, unsigned char value, unsigned long address);
    unsigned char (*phy_get)(struct atm_dev*, unsigned long address);
    int (*proc_read)(struct atm_dev*, loff_t* position, char* page);
    void* owner;
};
struct atm_ci_range_bits {
    signed char vpi_bits, vci_bits;
};
struct atm_dev {
    const struct atmdev_ops* ops;
    const struct atmphy_ops* phy;
    const char* type;
    int number;
    void *dev_data, *phy_data;
    unsigned long flags;
    unsigned char esi[6];
    struct atm_ci_range_bits ci_range;
    char signal;
    int link_rate;
};
struct atm_skb_data {
    struct atm_vcc* vcc;
    unsigned long atm_options;
};
#define ATM_SKB(skb) ((struct atm_skb_data*)(skb)->cb)

struct atm_dev* atm_dev_register(const char* type, struct device* parent, const struct atmdev_ops* ops, int number,
                                 unsigned long* flags);
void atm_dev_deregister(struct atm_dev* device);
void atm_dev_signal_change(struct atm_dev* device, char signal);
int atm_charge(struct atm_vcc* vcc, int truesize);
void atm_return(struct atm_vcc* vcc, int truesize);
int atm_pcr_goal(const struct atm_trafprm* parameters);

#ifdef __cplusplus
}
#endif
#endif
