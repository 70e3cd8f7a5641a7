/* Plug and play of ISA: none of these machines' cards has it. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_ISAPNP_H
#define NICLAB_KERNEL_ISAPNP_H

#include "base.h"

struct pnp_card;
struct pnp_dev {
    int unused;
};
struct isapnp_device_id {
    unsigned short card_vendor, card_device, vendor, function;
    unsigned long driver_data;
};
#define ISAPNP_ANY_ID 0xFFFF
/* Three letters of five bits each, high octet first. */
#define ISAPNP_VENDOR(a, b, c)                                                                   \
    ((unsigned short)(((((a)-64) & 31) << 2) | ((((b)-64) & 24) >> 3) | ((((b)-64) & 7) << 13) | \
                      ((((c)-64) & 31) << 8)))
#define ISAPNP_FUNCTION(x) ((unsigned short)(((x)&0xFF) << 8 | (x) >> 8))
#define ISAPNP_CARD_ID(a, b, c, device) ISAPNP_VENDOR(a, b, c), ISAPNP_FUNCTION(device)
#define isapnp_present() (0)
#define pnp_find_dev(card, vendor, function, from) ((struct pnp_dev*)NULL)
#define pnp_device_attach(device) ((void)(device), -ENODEV)
#define pnp_device_detach(device) ((void)(device))
#define pnp_activate_dev(device) ((void)(device), -ENODEV)
#define pnp_port_valid(device, n) (0)
#define pnp_irq_valid(device, n) (0)
#define pnp_port_start(device, n) (0ul)
#define pnp_irq(device, n) (0)

#endif
