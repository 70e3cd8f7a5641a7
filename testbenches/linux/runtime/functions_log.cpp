// printk(): the conversions that drivers use, and the kernel's own %pM for a MAC address.
#include <cstdarg>
#include <cstdio>

#include "runtime/machine.h"

namespace {

std::string mac_address(const u8* m) {
    char text[18];
    std::snprintf(text, sizeof text, "%02x:%02x:%02x:%02x:%02x:%02x", m[0], m[1], m[2], m[3], m[4], m[5]);
    return text;
}

/// A pointer as its address on the bus: addresses of this program differ from run to run. Other
/// pointers are as a kernel prints them that has no random numbers yet.
std::string pointer(const void* p) {
    const auto& arena = niclab::linux_kernel::Machine::current().arena;
    if (p && !arena.block_of(p)) return "(____ptrval____)";
    char text[17];
    std::snprintf(text, sizeof text, "%016x", p ? arena.bus_address(p) : 0);
    return text;
}

template <class T>
std::string converted(const std::string& specification, T value) {
    char text[256];
    std::snprintf(text, sizeof text, specification.c_str(), value);
    return text;
}

/// One conversion, from its % on; moves `at` to the position after it.
std::string convert(const std::string& format, std::size_t& at, va_list* arguments) {
    const std::size_t end = format.find_first_of("diuxXcsp%", at + 1);
    if (end == std::string::npos) return at = format.size(), "";
    const std::string specification = format.substr(at, end + 1 - at);
    at = end + 1;
    switch (format[end]) {
        case '%':
            return "%";
        case 's':
            return converted(specification, va_arg(*arguments, const char*));
        case 'p':
            if (format[at] != 'M') return pointer(va_arg(*arguments, const void*));
            ++at;
            return mac_address(va_arg(*arguments, const u8*));
        default:
            if (specification.find_first_of("lz") != std::string::npos)
                return converted(specification, va_arg(*arguments, long));
            return converted(specification, va_arg(*arguments, int));
    }
}

std::string formatted(const char* format, va_list* arguments) {
    const std::string f = format[0] == '\001' && format[1] ? format + 2 : format;  // After the level.
    std::string text;
    for (std::size_t at = 0; at < f.size();) {
        if (f[at] == '%')
            text += convert(f, at, arguments);
        else
            text += f[at++];
    }
    return text;
}

int log(const std::string& text) {
    niclab::linux_kernel::Machine::current().log_line(text);
    return static_cast<int>(text.size());
}

}  // namespace

extern "C" {

int printk(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::string text = formatted(format, &arguments);
    va_end(arguments);
    return log(text);
}

int niclab_netdev_printk(const struct net_device* device, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::string text = formatted(format, &arguments);
    va_end(arguments);
    return log(device->name + (": " + text));
}
}
