/* Masters of an ISA bus: channels of the board's DMA controllers, and the memory these reach. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_DMA_H
#define NICLAB_KERNEL_DMA_H

#include "base.h"
#include "ports.h"
#include "time.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who has a channel; -EBUSY: another one, -EINVAL: there is none. */
int request_dma(unsigned channel, const char* owner);
void free_dma(unsigned channel);
/* A pointer into memory that devices reach, as they address it, and back. */
unsigned long isa_virt_to_bus(const volatile void* octet);
void* isa_bus_to_virt(unsigned long address);
/* The machine has no memory above 16 MB. */
#define high_memory ((void*)0)

/* Ports of the two controllers (an 8237A each, channels 0 to 3 and 4 to 7): status, a channel's mask, its mode. */
#define DMA1_STAT_REG 0x08
#define DMA2_STAT_REG 0xD0
#define DMA_MODE_CASCADE 0xC0
static inline unsigned long claim_dma_lock(void) { return niclab_irqsave(); }
static inline void release_dma_lock(unsigned long flags) { niclab_irqrestore(flags); }
static inline void niclab_dma_mask(unsigned channel, unsigned set) {
    outb((u8)((channel & 3) | set), channel < 4 ? 0x0A : 0xD4);
}
static inline void enable_dma(unsigned channel) { niclab_dma_mask(channel, 0); }
static inline void disable_dma(unsigned channel) { niclab_dma_mask(channel, 4); }
static inline void set_dma_mode(unsigned channel, int mode) {
    outb((u8)((unsigned)mode | (channel & 3)), channel < 4 ? 0x0B : 0xD6);
}

#ifdef __cplusplus
}
#endif
#endif
