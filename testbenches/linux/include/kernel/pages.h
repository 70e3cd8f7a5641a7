/* Pages of memory that devices reach. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_PAGES_H
#define NICLAB_KERNEL_PAGES_H

#include "pci.h"

#ifdef __cplusplus
extern "C" {
#endif

/* It is its own first octet. */
struct page {
    unsigned char octets[1];
};
struct page* niclab_alloc_pages(gfp_t flags, unsigned order);
void put_page(struct page* page);
#define alloc_pages(flags, order) niclab_alloc_pages((flags), (order))
#define alloc_page(flags) niclab_alloc_pages((flags), 0)
#define dev_alloc_page() niclab_alloc_pages(GFP_ATOMIC, 0)
#define __free_page(page) put_page(page)
#define __free_pages(page, order) put_page(page)
#define page_address(page) ((void*)(page))
#define virt_to_page(octet) ((struct page*)((unsigned long)(octet) & ~0xFFFul))
#define page_to_phys(page) ((unsigned long)(page))
#define kmap_atomic(page) page_address(page)
#define kunmap_atomic(address) ((void)(address))
#define kmap_local_page(page) page_address(page)
#define kunmap_local(address) ((void)(address))

#ifdef __cplusplus
}
#endif
#endif
