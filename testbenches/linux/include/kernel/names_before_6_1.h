/* Names that drivers of Linux 5.10 use and those of 6.1 no longer do, by the names that took their place. net.h ends
 * with it. Written for niclab; nothing is copied from the kernel.
 */
#ifndef NICLAB_KERNEL_NAMES_BEFORE_6_1_H
#define NICLAB_KERNEL_NAMES_BEFORE_6_1_H
#ifndef __cplusplus

/* The length of `from`, which may have been cut. */
static inline size_t strlcpy(char* to, const char* from, size_t octets) {
    if (octets > 0) strscpy(to, from, octets);
    return strlen(from);
}
static inline void eth_zero_addr(u8* address) { memset(address, 0, ETH_ALEN); }
static inline int eth_change_mtu(struct net_device* device, int mtu) {
    if (mtu < 68 || mtu > ETH_DATA_LEN) return -EINVAL;
    device->mtu = (unsigned)mtu;
    return 0;
}
/* Without a command line of the kernel there are no settings. Later drivers define a function of this name. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 15, 0)
#define netdev_boot_setup_check(device) ((void)(device), 0)
#endif

/* Memory for bus masters, by the PCI device itself. */
#define PCI_DMA_BIDIRECTIONAL DMA_BIDIRECTIONAL
#define PCI_DMA_TODEVICE DMA_TO_DEVICE
#define PCI_DMA_FROMDEVICE DMA_FROM_DEVICE
#define pci_set_dma_mask(card, mask) dma_set_mask(&(card)->dev, (mask))
#define pci_alloc_consistent(card, octets, address) dma_alloc_coherent(&(card)->dev, (octets), (address), GFP_ATOMIC)
#define pci_free_consistent(card, octets, block, address) dma_free_coherent(&(card)->dev, (octets), (block), (address))
#define pci_map_single(card, block, octets, direction) dma_map_single(&(card)->dev, (block), (octets), (direction))
#define pci_unmap_single(card, address, octets, direction) \
    dma_unmap_single(&(card)->dev, (address), (octets), (direction))
#define pci_dma_sync_single_for_cpu(card, address, octets, direction) \
    dma_sync_single_for_cpu(&(card)->dev, (address), (octets), (direction))
#define pci_dma_sync_single_for_device(card, address, octets, direction) \
    dma_sync_single_for_device(&(card)->dev, (address), (octets), (direction))
#define pci_dma_mapping_error(card, address) dma_mapping_error(&(card)->dev, (address))

#endif
#endif
