// ATM interfaces, connections' accounting, the PHY's statistics.
#include <linux/sonet.h>

#include <stdexcept>

#include "runtime/machine.h"

using niclab::linux_kernel::Machine;

extern "C" {

struct atm_dev* atm_dev_register(const char* type, struct device*, const struct atmdev_ops* ops, int number,
                                 unsigned long*) {
    auto* device = static_cast<atm_dev*>(kzalloc(sizeof(atm_dev), GFP_KERNEL));
    if (!device) return nullptr;
    device->ops = ops;
    device->type = type;
    device->number = number < 0 ? 0 : number;
    device->signal = ATM_PHY_SIG_UNKNOWN;
    Machine::current().set_interface(device);
    return device;
}

void atm_dev_deregister(struct atm_dev* device) {
    Machine::current().set_interface(nullptr);
    kfree(device);
}

void atm_dev_signal_change(struct atm_dev* device, char signal) { device->signal = signal; }

/// A socket's receive buffer has no limit here.
int atm_charge(struct atm_vcc* vcc, int truesize) {
    vcc->charged += truesize;
    return 1;
}
void atm_return(struct atm_vcc* vcc, int truesize) { vcc->charged -= truesize; }

/// The target rate by the kernel's convention: positive is rounded up, negative down, 0 means as
/// much as there is.
int atm_pcr_goal(const struct atm_trafprm* p) {
    if (p->pcr && p->pcr != ATM_MAX_PCR) return -p->pcr;
    if (p->min_pcr && !p->pcr) return p->min_pcr;
    if (p->max_pcr != ATM_MAX_PCR) return -p->max_pcr;
    return 0;
}

#define NICLAB_EACH_SONET_ITEM(action)                                                                         \
    action(section_bip) action(line_bip) action(path_bip) action(line_febe) action(path_febe) action(corr_hcs) \
        action(uncorr_hcs) action(tx_cells) action(rx_cells)

void sonet_copy_stats(struct k_sonet_stats* from, struct sonet_stats* to) {
#define COPY(item) to->item = atomic_read(&from->item);
    NICLAB_EACH_SONET_ITEM(COPY)
#undef COPY
}

void sonet_subtract_stats(struct k_sonet_stats* from, struct sonet_stats* to) {
#define SUBTRACT(item) atomic_sub(to->item, &from->item);
    NICLAB_EACH_SONET_ITEM(SUBTRACT)
#undef SUBTRACT
}
}
