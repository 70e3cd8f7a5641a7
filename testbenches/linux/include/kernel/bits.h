/* Bits, order of accesses, octet order, and numbers, as drivers with 64-bit arithmetic expect them. base.h ends with it.
 * Written for niclab; nothing is copied from the kernel.
 */
#ifndef NICLAB_KERNEL_BITS_H
#define NICLAB_KERNEL_BITS_H
#ifndef __cplusplus

#define BITS_PER_LONG 64
#define BITS_TO_LONGS(bits) (((bits) + BITS_PER_LONG - 1) / BITS_PER_LONG)
#define DECLARE_BITMAP(name, bits) unsigned long name[BITS_TO_LONGS(bits)]
#define BIT_ULL(n) (1ull << (n))
#define GENMASK(high, low) (((~0ul) << (low)) & (~0ul >> (BITS_PER_LONG - 1 - (high))))
/* No other CPU comes in between. */
static inline int test_and_set_bit(unsigned bit, unsigned long* words) {
    const unsigned long mask = 1ul << bit % BITS_PER_LONG;
    return (__atomic_fetch_or(&words[bit / BITS_PER_LONG], mask, __ATOMIC_SEQ_CST) & mask) != 0;
}
static inline int test_and_clear_bit(unsigned bit, unsigned long* words) {
    const unsigned long mask = 1ul << bit % BITS_PER_LONG;
    return (__atomic_fetch_and(&words[bit / BITS_PER_LONG], ~mask, __ATOMIC_SEQ_CST) & mask) != 0;
}
static inline void set_bit(unsigned bit, unsigned long* words) { test_and_set_bit(bit, words); }
static inline void clear_bit(unsigned bit, unsigned long* words) { test_and_clear_bit(bit, words); }
static inline int test_bit(unsigned bit, const unsigned long* words) {
    return (int)(words[bit / BITS_PER_LONG] >> bit % BITS_PER_LONG & 1);
}
static inline unsigned niclab_next_bit(const unsigned long* words, unsigned bits, unsigned from) {
    while (from < bits && !(words[from / BITS_PER_LONG] >> from % BITS_PER_LONG & 1)) ++from;
    return from;
}
#define for_each_set_bit(bit, words, bits)                            \
    for ((bit) = niclab_next_bit((words), (bits), 0); (bit) < (bits); \
         (bit) = niclab_next_bit((words), (bits), (bit) + 1))
/* A field of a word, by its mask. */
#define FIELD_GET(mask, word) (((word) & (mask)) >> __builtin_ctzll(mask))
#define FIELD_PREP(mask, value) (((__typeof__(mask))(value) << __builtin_ctzll(mask)) & (mask))
#define fls(word) ((word) ? 32 - __builtin_clz(word) : 0)
#define ffs(word) __builtin_ffs(word)
#define ilog2(word) (63 - __builtin_clzll(word))
#define is_power_of_2(n) ((n) != 0 && ((n) & ((n)-1)) == 0)
#define roundup(x, to) (((x) + (to)-1) / (to) * (to))
#define rounddown(x, to) ((x) - (x) % (to))
#define DIV_ROUND_UP(n, d) (((n) + (d)-1) / (d))
#define max(a, b) niclab_select(__auto_type, a, >, __auto_type, b)
#define max_t(type, a, b) niclab_select(type, (type)(a), >, type, (type)(b))
#define clamp_t(type, value, low, high) min_t(type, max_t(type, value, low), high)
#define clamp(value, low, high) min(max(value, low), high)
#define abs_diff(a, b) ((a) > (b) ? (a) - (b) : (b) - (a))
#define do_div(n, base)                       \
    ({                                        \
        const u32 niclab_rest = (n) % (base); \
        (n) /= (base);                        \
        niclab_rest;                          \
    })
#define div_u64(n, d) ((u64)(n) / (d))
#define upper_32_bits(n) ((u32)((u64)(n) >> 32))
#define lower_32_bits(n) ((u32)(n))
#define sizeof_field(type, member) sizeof(((type*)0)->member)
#define struct_size(pointer, member, n) (sizeof(*(pointer)) + sizeof((pointer)->member[0]) * (n))
#define swap(a, b)                        \
    do {                                  \
        __typeof__(a) niclab_first = (a); \
        (a) = (b), (b) = niclab_first;    \
    } while (0)

#define READ_ONCE(object) (*(const volatile __typeof__(object)*)&(object))
#define WRITE_ONCE(object, value) ((void)(*(volatile __typeof__(object)*)&(object) = (value)))
#define ACCESS_ONCE(object) READ_ONCE(object)
#define barrier() __asm__ __volatile__("" ::: "memory")
#define mb() __sync_synchronize()
#define dma_wmb() __sync_synchronize()
#define dma_rmb() __sync_synchronize()
#define smp_mb() __sync_synchronize()
#define smp_wmb() __sync_synchronize()
#define smp_rmb() __sync_synchronize()
#define smp_mb__before_atomic() __sync_synchronize()
#define smp_mb__after_atomic() __sync_synchronize()
#define smp_load_acquire(pointer) __atomic_load_n((pointer), __ATOMIC_ACQUIRE)
#define smp_store_release(pointer, value) __atomic_store_n((pointer), (value), __ATOMIC_RELEASE)
#define prefetch(address) __builtin_prefetch(address)
#define prefetchw(address) __builtin_prefetch((address), 1)
#define cpu_relax() barrier()

#define cpu_to_le16s(pointer) ((void)(pointer))
#define cpu_to_be16s(pointer) ((void)(*(pointer) = __builtin_bswap16(*(pointer))))
#define check_add_overflow(a, b, sum) __builtin_add_overflow((a), (b), (sum))
#define cpu_to_le64(x) ((u64)(x))
#define le64_to_cpu(x) ((u64)(x))
#define cpu_to_be16(x) ((__be16)__builtin_bswap16(x))
#define be16_to_cpu(x) __builtin_bswap16(x)
#define cpu_to_be32(x) ((__be32)__builtin_bswap32(x))
#define be32_to_cpu(x) __builtin_bswap32(x)
#define swab16(x) __builtin_bswap16(x)
#define swab32(x) __builtin_bswap32(x)
#define ntohs(x) __builtin_bswap16(x)
#define htonl(x) __builtin_bswap32(x)
#define ntohl(x) __builtin_bswap32(x)

#define KERN_CONT ""
#define KERN_ALERT KERN_SOH "1"
#define __always_unused __attribute__((unused))
#define __packed __attribute__((packed))
#define ____cacheline_aligned_in_smp
#define ____cacheline_internodealigned_in_smp
#define __read_mostly
#define __must_check
#define noinline __attribute__((noinline))
#define SMP_CACHE_BYTES 64
#define L1_CACHE_BYTES 64
#define PAGE_SHIFT 12
#define PAGE_SIZE (1ul << PAGE_SHIFT)
#define PAGE_ALIGN(octets) ALIGN((octets), PAGE_SIZE)
#define vzalloc(octets) kzalloc((octets), GFP_KERNEL)
#define vmalloc(octets) kmalloc((octets), GFP_KERNEL)
#define vfree(block) kfree(block)
#define phys_to_virt(address) ((void*)(unsigned long)(address))
#define might_sleep() ((void)0)
#define WARN_ON_ONCE(wrong) (wrong)
#define WARN(wrong, ...) ((wrong) ? printk(__VA_ARGS__), 1 : 0)
#define WARN_ONCE(wrong, ...) WARN(wrong, __VA_ARGS__)
#define static_assert _Static_assert
#define net_ratelimit() 1
#define pr_warn_once(...) printk(__VA_ARGS__)
#define S_IRUGO 0444

#endif
#endif
