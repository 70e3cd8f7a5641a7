/* Functions of PCI drivers that choose their windows, and the parts of a machine that is never in trouble. pci.h ends
 * with it. Written for niclab; nothing is copied from the kernel.
 */
#ifndef NICLAB_KERNEL_PCI_BARS_H
#define NICLAB_KERNEL_PCI_BARS_H

#ifdef __cplusplus
extern "C" {
#endif

int pci_read_config_word(struct pci_dev* device, int offset, u16* value);
int pci_write_config_word(struct pci_dev* device, int offset, u16 value);
int pci_read_config_dword(struct pci_dev* device, int offset, u32* value);
void niclab_set_master(struct pci_dev* device, int on);
/* Bit n: BAR n, of these kinds. */
int pci_select_bars(struct pci_dev* device, unsigned long kinds);
struct msix_entry {
    u32 vector;
    u16 entry;
};
int pci_request_selected_regions(struct pci_dev* device, int bars, const char* name);
void pci_release_selected_regions(struct pci_dev* device, int bars);
/* Messages of a card on PCI Express; on PCI a card has none, and a driver goes on with its line. */
int pci_enable_msi(struct pci_dev* device);
void pci_disable_msi(struct pci_dev* device);
int pci_enable_msix_range(struct pci_dev* device, struct msix_entry* entries, int least, int most);
void pci_disable_msix(struct pci_dev* device);
/* Registers of its capability of PCI Express; -EINVAL: it has none. */
int pcie_capability_read_word(struct pci_dev* device, int offset, u16* value);
int pcie_capability_write_word(struct pci_dev* device, int offset, u16 value);
int pcie_capability_clear_word(struct pci_dev* device, int offset, u16 bits);

#ifdef __cplusplus
}
#else

#define CONFIG_PCI_MSI 1
#define PCI_COMMAND 0x04
#define PCI_COMMAND_MEMORY 0x2
#define PCI_COMMAND_MASTER 0x4
#define PCI_COMMAND_INVALIDATE 0x10
#define PCI_STATUS 0x06
#define PCI_REVISION_ID 0x08
#define PCI_STD_NUM_BARS 6
#define PCI_VENDOR_ID_INTEL 0x8086
#define PCI_VENDOR_ID_VMWARE 0x15AD
#define pci_enable_device_mem(device) pci_enable_device(device)
#define pci_request_mem_regions(device, name) \
    pci_request_selected_regions((device), pci_select_bars((device), IORESOURCE_MEM), (name))
#define pci_release_mem_regions(device) \
    pci_release_selected_regions((device), pci_select_bars((device), IORESOURCE_MEM))
#define pci_ioremap_bar(device, bar) ioremap(pci_resource_start((device), (bar)), pci_resource_len((device), (bar)))
#define pci_wake_from_d3(device, enable) (0)
static inline char* kstrdup(const char* text, gfp_t flags) {
    const size_t octets = strlen(text) + 1;
    char* const copy = kmalloc(octets, flags);
    if (copy) memcpy(copy, text, octets);
    return copy;
}
/* Memory Write and Invalidate is not used: the card's bit stays off. */
#define pci_set_mwi(device) (-EINVAL)
#define pci_clear_mwi(device) ((void)(device))
/* There is no bus of PCI-X. */
#define pcix_get_mmrbc(device) (-EINVAL)
#define pcix_set_mmrbc(device, octets) (-EINVAL)
#define pci_request_selected_regions_exclusive(device, bars, name) \
    pci_request_selected_regions((device), (bars), (name))
#define pci_enable_pcie_error_reporting(device) (-EINVAL)
#define pci_disable_pcie_error_reporting(device) ((void)(device))
#define pci_prepare_to_sleep(device) (0)
#define pci_dev_run_wake(device) (0)
#define pci_clear_master(device) niclab_set_master((device), 0)
#define device_may_wakeup(device) (0)
#define pci_is_pcie(device) ((device)->pcie_cap != 0)
#define pci_pcie_cap(device) ((device)->pcie_cap)
#define PCI_EXP_LNKSTA 18
#define PCI_EXP_LNKSTA_NLW 0x3F0
/* The states have the numbers of their bits in the register. */
#define pci_disable_link_state_locked(device, states) pci_disable_link_state((device), (states))
#define pci_disable_link_state(device, states) \
    ((void)pcie_capability_clear_word((device), PCI_EXP_LNKCTL, (u16)((states)&PCI_EXP_LNKCTL_ASPMC)))
#define PCIE_LINK_STATE_L0S 1
#define PCIE_LINK_STATE_L1 2
#define PCI_EXP_DEVCTL 8
#define PCI_EXP_DEVCTL_CERE 1
#define PCI_EXP_LNKCTL 16
#define PCI_EXP_LNKCTL_ASPMC 3
#define PCI_EXP_LNKCTL_ASPM_L0S 1
#define PCI_EXP_LNKCTL_ASPM_L1 2
#define PCI_LTR_VALUE_MASK 0x3FF
#define PCI_LTR_SCALE_SHIFT 10
#define PCI_COMMAND_SERR 0x100
#define pci_channel_offline(device) (0)
/* Of processors with the card in them. */
#define iowrite16_rep(address, from, n) outsw((unsigned long)(address), (from), (n))
#define ioread16_rep(address, to, n) insw((unsigned long)(address), (to), (n))
#define device_wakeup_enable(device) ((void)(device))
#define device_can_wakeup(device) (0)

/* No error of the bus is reported to a driver. */
typedef unsigned pci_channel_state_t;
typedef unsigned pci_ers_result_t;
enum { pci_channel_io_normal = 1, pci_channel_io_frozen, pci_channel_io_perm_failure };
#define PCI_ERS_RESULT_NEED_RESET 3u
#define PCI_ERS_RESULT_DISCONNECT 4u
#define PCI_ERS_RESULT_RECOVERED 5u
struct pci_error_handlers {
    pci_ers_result_t (*error_detected)(struct pci_dev*, pci_channel_state_t);
    pci_ers_result_t (*slot_reset)(struct pci_dev*);
    void (*resume)(struct pci_dev*);
};
/* The machine is none of those with a fault that a driver knows by their maker. */
enum { DMI_SYS_VENDOR, DMI_PRODUCT_NAME, DMI_PRODUCT_VERSION, DMI_BOARD_NAME };
struct dmi_system_id {
    const char* ident;
    struct {
        int slot;
        const char* text;
    } matches[4];
};
#define DMI_MATCH(slot, text) \
    { slot, text }
#define dmi_check_system(list) ((void)(list), 0)
enum { SYSTEM_RUNNING, SYSTEM_POWER_OFF };
#define system_state SYSTEM_RUNNING

#endif
#endif
