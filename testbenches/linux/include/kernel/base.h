/* Types, small macros and memory as the drivers under drivers/atm expect them. Written for niclab; nothing is copied
 * from the kernel. Functions declared here and in the other files of this folder are in ../../runtime.
 */
#ifndef NICLAB_KERNEL_BASE_H
#define NICLAB_KERNEL_BASE_H

#include <errno.h>
#include <limits.h>
#include <linux/types.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "parameters.h"

#ifdef __cplusplus
extern "C" {
#else
#include <stdbool.h>
#define fallthrough __attribute__((fallthrough))
#endif

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef u64 resource_size_t;
typedef unsigned gfp_t;
typedef u64 dma_addr_t;

#ifndef __cplusplus /* macros of the drivers' source */
#define __user
#define __iomem
#define __init
#define __initdata
#define __exit
#define __maybe_unused __attribute__((unused))
#define likely(x) (x)
#define unlikely(x) (x)
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
/* Each operand is evaluated once: it may be an access to a register. */
#define niclab_select(type_a, a, is, type_b, b)     \
    ({                                              \
        type_a niclab_a = (a);                      \
        type_b niclab_b = (b);                      \
        niclab_a is niclab_b ? niclab_a : niclab_b; \
    })
#define min_t(type, a, b) niclab_select(type, (type)(a), <, type, (type)(b))
#define min(a, b) niclab_select(__auto_type, a, <, __auto_type, b)
#define BIT(n) (1ul << (n))
#define container_of(pointer, type, member) ((type*)((char*)(pointer)-offsetof(type, member)))
#define ALIGN(x, a) (((x) + ((a)-1)) & ~((__typeof__(x))(a)-1))
#define PTR_ALIGN(p, a) ((__typeof__(p))ALIGN((unsigned long)(p), (a)))

/* The simulated machine is little-endian, as every machine this runs on. */
#define cpu_to_le32(x) ((u32)(x))
#define le32_to_cpu(x) ((u32)(x))
#define cpu_to_le16(x) ((u16)(x))
#define le16_to_cpu(x) ((u16)(x))
#define le16_to_cpus(pointer) ((void)(pointer))

/* Of the folder of the driver; build_driver.sh gives it. */
#define KERNEL_VERSION(a, b, c) (((a) << 16) + ((b) << 8) + ((c) > 255 ? 255 : (c)))
#ifndef LINUX_VERSION_CODE
#define LINUX_VERSION_CODE KERNEL_VERSION(6, 1, 0)
#endif

#define THIS_MODULE NULL
#define MODULE_LICENSE(text)
#define MODULE_AUTHOR(text)
#define MODULE_DESCRIPTION(text)
#define MODULE_DEVICE_TABLE(type, name)
#define EXPORT_SYMBOL(name)
#define MODULE_VERSION(text)
#define wmb() __sync_synchronize()
#define rmb() __sync_synchronize()
typedef unsigned long ulong;
#define htons(x) __builtin_bswap16(x)
/* 1 for an option that is defined as 1: NICLAB_COMMA_1 is the only one of its names that has a value. */
#define NICLAB_COMMA_1 0,
#define NICLAB_SECOND(first, second, ...) second
#define NICLAB_IS_ONE_OF(comma) NICLAB_SECOND(comma 1, 0, 0)
#define NICLAB_IS_ONE(value) NICLAB_IS_ONE_OF(NICLAB_COMMA_##value)
#define IS_ENABLED(option) NICLAB_IS_ONE(option)
#define CONFIG_VLAN_8021Q 1
#define WARN_ON(wrong) (wrong)
#define BUG() niclab_bug("BUG")
#define BUG_ON(wrong) ((wrong) ? niclab_bug(#wrong) : (void)0)
#define IS_ERR(pointer) ((unsigned long)(pointer) >= (unsigned long)-4095)
#define PTR_ERR(pointer) ((long)(pointer))
#define ERR_PTR(error) ((void*)(long)(error))
#define BUILD_BUG_ON(wrong) _Static_assert(!(wrong), #wrong)

#endif

/* A member that has different types in different kernels. A driver may give a function of any of them; the machine
 * calls it as the newest. A result that it does not expect is ignored, and so are arguments by a function with fewer.
 */
#ifdef __cplusplus
#define NICLAB_ANY_FORM(result, name, ...) result (*name)(__VA_ARGS__)
#else
#define NICLAB_ANY_FORM(result, name, ...) const void* name
#endif

/* Each source of a module registers how it begins and ends, while the module is loaded. */
void niclab_module_begins_with(int (*init)(void));
void niclab_module_ends_with(void (*exit)(void));
#define module_init(function) \
    static void __attribute__((constructor)) niclab_tell_init(void) { niclab_module_begins_with(function); }
#define module_exit(function) \
    static void __attribute__((constructor)) niclab_tell_exit(void) { niclab_module_ends_with(function); }
#ifndef __cplusplus
/* Both in one line: module_driver(NAME, REGISTER, UNREGISTER). */
#define module_driver(driver, add, remove, ...)                                    \
    static int niclab_add_##driver(void) { return add(&(driver), ##__VA_ARGS__); } \
    static void niclab_remove_##driver(void) { remove(&(driver), ##__VA_ARGS__); } \
    module_init(niclab_add_##driver) module_exit(niclab_remove_##driver)
/* Sources up to 5.10 define functions of these names instead. They become functions of their source, as several
 * sources are one module here.
 */
static int niclab_old_init(void) __attribute__((unused));
static void niclab_old_exit(void) __attribute__((unused));
#define init_module(...)                                                  \
    niclab_old_init(__VA_ARGS__);                                         \
    static void __attribute__((constructor)) niclab_tell_old_init(void) { \
        niclab_module_begins_with(niclab_old_init);                       \
    }                                                                     \
    int niclab_old_init(__VA_ARGS__)
#define cleanup_module(...)                                                                                           \
    niclab_old_exit(__VA_ARGS__);                                                                                     \
    static void __attribute__((constructor)) niclab_tell_old_exit(void) { niclab_module_ends_with(niclab_old_exit); } \
    void niclab_old_exit(__VA_ARGS__)
#endif

#define KERN_SOH "\001"
#define KERN_ERR KERN_SOH "3"
#define KERN_WARNING KERN_SOH "4"
#define KERN_NOTICE KERN_SOH "5"
#define KERN_INFO KERN_SOH "6"
#define KERN_DEBUG KERN_SOH "7"
int printk(const char* format, ...);
#define pr_err(...) printk(__VA_ARGS__)
#define pr_emerg(...) printk(__VA_ARGS__)
#define pr_warn(...) printk(__VA_ARGS__)
#define pr_notice(...) printk(__VA_ARGS__)
#define pr_info(...) printk(__VA_ARGS__)
#define pr_debug(...) ((void)0)
#define pr_cont(...) printk(__VA_ARGS__)
/* Ends the driver's life. */
void niclab_bug(const char* what);
ssize_t strscpy(char* to, const char* from, size_t octets);

#define GFP_KERNEL 0u
#define GFP_ATOMIC 1u
#define GFP_DMA 2u /* devices reach it */
void* kmalloc(size_t octets, gfp_t flags);
void* kzalloc(size_t octets, gfp_t flags);
void* kcalloc(size_t n, size_t octets, gfp_t flags);
void* kmalloc_array(size_t n, size_t octets, gfp_t flags);
void kfree(const void* block);

/* User space is the same memory. */
#define get_user(value, pointer) ((value) = *(pointer), 0)
#define put_user(value, pointer) (*(pointer) = (value), 0)
#define copy_to_user(to, from, n) (memcpy((to), (from), (n)), 0UL)
#define copy_from_user(to, from, n) (memcpy((to), (from), (n)), 0UL)
#define CAP_NET_ADMIN 12
#define capable(capability) (1)

#define ENOIOCTLCMD 515

typedef struct {
    int counter;
} atomic_t;
#define ATOMIC_INIT(n) \
    { (n) }
static inline int atomic_read(const atomic_t* v) { return v->counter; }
static inline void atomic_set(atomic_t* v, int n) { v->counter = n; }
static inline void atomic_add(int n, atomic_t* v) { __atomic_fetch_add(&v->counter, n, __ATOMIC_SEQ_CST); }
static inline void atomic_sub(int n, atomic_t* v) { __atomic_fetch_sub(&v->counter, n, __ATOMIC_SEQ_CST); }
static inline void atomic_inc(atomic_t* v) { atomic_add(1, v); }
static inline void atomic_dec(atomic_t* v) { atomic_sub(1, v); }

/* Small numbers to pointers. */
struct idr {
    void** slots;
    int size, first_free;
};
void idr_init(struct idr* idr);
void idr_destroy(struct idr* idr);
int idr_alloc(struct idr* idr, void* pointer, int first, int end, gfp_t flags);
void* idr_find(struct idr* idr, unsigned long id);
void* idr_remove(struct idr* idr, unsigned long id);

/* Six hexadecimal octets with colons; non-zero when they are. */
int mac_pton(const char* text, u8* mac);
static inline int ether_addr_equal(const void* a, const void* b) { return memcmp(a, b, 6) == 0; }

#ifdef __cplusplus
}
#endif

#include "bits.h"
#endif
