/* PCI devices, their registers, and memory they can reach. Each register access is a cycle on simulated pins. */
#ifndef NICLAB_KERNEL_PCI_H
#define NICLAB_KERNEL_PCI_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct bus_type {
    const char* name;
};
extern struct bus_type eisa_bus_type;
struct device {
    void* driver_data;
    const struct bus_type* bus; /* of EISA, or NULL */
    struct device* parent;
    char name[8];
};
struct pci_bus {
    struct pci_dev* self; /* the bridge to it; NULL: the host's */
};
struct pci_dev {
    struct device dev;
    unsigned slot, irq, current_state;
    u8 revision, pcie_cap; /* pcie_cap: offset of its capability; 0: it is on PCI */
    unsigned line;         /* its irq without messages */
    int state_saved, pme_poll;
    struct pci_bus* bus;
    unsigned vendor, device, subsystem_vendor, subsystem_device;
#ifdef __cplusplus
    u32 device_class;
#else
    u32 class;
#endif
    unsigned long resource[6], resource_flags[6], resource_octets[6];
};
struct pci_device_id {
    u32 vendor, device, subvendor, subdevice;
#ifdef __cplusplus
    u32 device_class;
#else
    u32 class;
#endif
    u32 class_mask;
    unsigned long driver_data;
};
struct pci_error_handlers;
struct pci_driver {
    const char* name;
    const struct pci_device_id* id_table;
    int (*probe)(struct pci_dev*, const struct pci_device_id*);
    void (*remove)(struct pci_dev*);
    void (*shutdown)(struct pci_dev*);
    const struct pci_error_handlers* err_handler;
    struct {
        const void* pm;
    } driver;
};
/* Nobody here puts a machine to sleep. */
struct dev_pm_ops {
    int (*suspend)(struct device*);
    int (*resume)(struct device*);
    int (*prepare)(struct device*);
    int (*freeze)(struct device*);
    int (*thaw)(struct device*);
    int (*poweroff)(struct device*);
    int (*restore)(struct device*);
    int (*runtime_suspend)(struct device*);
    int (*runtime_resume)(struct device*);
    int (*runtime_idle)(struct device*);
};
#define CONFIG_PM_SLEEP 1
#define SET_RUNTIME_PM_OPS(suspend, resume, idle) \
    .runtime_suspend = suspend, .runtime_resume = resume, .runtime_idle = idle,
#define RUNTIME_PM_OPS(suspend, resume, idle) SET_RUNTIME_PM_OPS(suspend, resume, idle)
#define SIMPLE_DEV_PM_OPS(name, suspend, resume) const struct dev_pm_ops name = {suspend, resume}
#define dev_get_drvdata(device) ((device)->driver_data)
#define dev_is_pci(device) ((device)->bus != &eisa_bus_type)
#define to_pci_dev(device) container_of(device, struct pci_dev, dev)
#define PCI_ANY_ID (~0u)
#define PCI_VENDOR_ID_IDT 0x111D
#define PCI_DEVICE_ID_IDT_IDT77201 0x0001
#define PCI_VENDOR_ID_AMD 0x1022
#define PCI_DEVICE_ID_AMD_LANCE 0x2000
#define PCI_DEVICE_ID_AMD_LANCE_HOME 0x2001
#define PCI_VENDOR_ID_TRIDENT 0x1023
#define PCI_VENDOR_ID_AT 0x1259
#define PCI_SUBDEVICE_ID_AT_2700FX 0x2701
#define PCI_SUBDEVICE_ID_AT_2701FX 0x2703
#define PCI_CLASS_NETWORK_ETHERNET 0x0200
#define PCI_DEVICE(v, d) .vendor = (v), .device = (d), .subvendor = PCI_ANY_ID, .subdevice = PCI_ANY_ID
#define PCI_VDEVICE(vendor, device) PCI_VENDOR_ID_##vendor, (device), PCI_ANY_ID, PCI_ANY_ID, 0, 0
#define PCI_LATENCY_TIMER 0x0D

#define module_pci_driver(driver) module_driver(driver, pci_register_driver, pci_unregister_driver)

int pci_register_driver(struct pci_driver* driver);
void pci_unregister_driver(struct pci_driver* driver);
int pci_enable_device(struct pci_dev* device);
void pci_disable_device(struct pci_dev* device);
void pci_set_master(struct pci_dev* device);
int pci_read_config_byte(struct pci_dev* device, int offset, u8* value);
int pci_write_config_byte(struct pci_dev* device, int offset, u8 value);
#define pci_resource_start(device, bar) ((device)->resource[bar])
#define pci_resource_len(device, bar) ((device)->resource_octets[bar])
#define pci_resource_flags(device, bar) ((device)->resource_flags[bar])
#define pci_name(device) ("0000:00:05.0")
int pci_request_regions(struct pci_dev* device, const char* name);
void pci_release_regions(struct pci_dev* device);
/* Power is always on. */
typedef unsigned pci_power_t;
#define PCI_D0 0u
#define PCI_D3hot 3u
#define pci_set_power_state(device, state) ((void)((device)->current_state = (state)))
#define pci_enable_wake(device, state, enable) (-EINVAL)
#define pci_save_state(device) (0)
#define pci_restore_state(device) ((void)(device))
#define device_set_wakeup_enable(device, enable) ((void)(device))
#define pci_set_drvdata(device, data) ((void)((device)->dev.driver_data = (data)))
#define pci_get_drvdata(device) ((device)->dev.driver_data)

void* ioremap(unsigned long bus_address, unsigned long octets);
void iounmap(volatile void* window);
u16 readw(const volatile void* address);
u32 readl(const volatile void* address);
/* Between a card's memory and the machine's: in dwords as far as they lie so, what is over in words and octets. */
void memcpy_fromio(void* to, const volatile void* from, size_t octets);
void memcpy_toio(volatile void* to, const void* from, size_t octets);
void writel(u32 value, volatile void* address);
void writew(u16 value, volatile void* address);

enum { DMA_BIDIRECTIONAL, DMA_TO_DEVICE, DMA_FROM_DEVICE };
#define DMA_BIT_MASK(n) (((n) == 64) ? ~0ull : (1ull << (n)) - 1)
#define dma_set_mask_and_coherent(device, mask) (0)
#define dma_set_mask(device, mask) (0)
int dma_mapping_error(struct device* device, dma_addr_t bus_address);
void* dma_alloc_coherent(struct device* device, size_t octets, dma_addr_t* bus_address, gfp_t flags);
void dma_free_coherent(struct device* device, size_t octets, void* block, dma_addr_t bus_address);
dma_addr_t dma_map_single(struct device* device, void* block, size_t octets, int direction);
void dma_unmap_single(struct device* device, dma_addr_t bus_address, size_t octets, int direction);
/* `page` is its own first octet. */
#define dma_map_page(device, page, offset, octets, direction) \
    dma_map_single((device), (char*)(page) + (offset), (octets), (direction))
#define dma_unmap_page(device, address, octets, direction) dma_unmap_single((device), (address), (octets), (direction))
void dma_sync_single_for_cpu(struct device* device, dma_addr_t bus_address, size_t octets, int direction);
void dma_sync_single_for_device(struct device* device, dma_addr_t bus_address, size_t octets, int direction);

#ifdef __cplusplus
}
#endif

#include "pci_bars.h"
#endif
