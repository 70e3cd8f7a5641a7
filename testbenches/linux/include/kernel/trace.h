/* Trace points, which record nothing. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_TRACE_H
#define NICLAB_KERNEL_TRACE_H

#define TP_PROTO(...) __VA_ARGS__
#define TP_ARGS(...)
#define TP_STRUCT__entry(...)
#define TP_fast_assign(...)
#define TP_printk(...)
#define TRACE_EVENT(name, prototype, arguments, entry, assign, print) \
    static inline void trace_##name(prototype) {}

#endif
