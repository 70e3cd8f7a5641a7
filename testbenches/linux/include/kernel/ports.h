/* I/O ports. Each access is a cycle of I/O on simulated pins, with the byte enables of its width. */
#ifndef NICLAB_KERNEL_PORTS_H
#define NICLAB_KERNEL_PORTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

u8 inb(unsigned long port);
u16 inw(unsigned long port);
u32 inl(unsigned long port);
void outb(u8 value, unsigned long port);
void outw(u16 value, unsigned long port);
void outl(u32 value, unsigned long port);
/* `n` accesses to the same port. */
void insb(unsigned long port, void* to, unsigned long n);
void insw(unsigned long port, void* to, unsigned long n);
void insl(unsigned long port, void* to, unsigned long n);
void outsb(unsigned long port, const void* from, unsigned long n);
void outsw(unsigned long port, const void* from, unsigned long n);
void outsl(unsigned long port, const void* from, unsigned long n);
/* A window of ports or of memory as an address: ports are below 10000h. */
unsigned ioread8(const volatile void* address);
unsigned ioread16(const volatile void* address);
unsigned ioread32(const volatile void* address);
void iowrite8(u8 value, volatile void* address);
void iowrite16(u16 value, volatile void* address);
void iowrite32(u32 value, volatile void* address);
#define ioread32_rep(address, to, n) insl((unsigned long)(address), (to), (n))
#define iowrite32_rep(address, from, n) outsl((unsigned long)(address), (from), (n))
#define ioport_map(port, octets) ((void*)(unsigned long)(port))
#define inb_p(port) inb(port)
#define outb_p(value, port) outb((value), (port))

struct resource {
    unsigned long start, octets;
    const char* name;
};
#define IORESOURCE_IO 0x100ul
#define IORESOURCE_MEM 0x200ul
/* NULL where another driver, or this one, has a part of the ports. */
struct resource* request_region(unsigned long start, unsigned long octets, const char* name);
void release_region(unsigned long start, unsigned long octets);
/* NULL where the BAR has no window. */
struct pci_dev;
void* pci_iomap(struct pci_dev* device, int bar, unsigned long octets);
void pci_iounmap(struct pci_dev* device, volatile void* address);

#ifdef __cplusplus
}
#endif
#endif
