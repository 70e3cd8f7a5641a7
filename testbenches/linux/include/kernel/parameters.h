/* A module's parameters: each tells its machine of them while it is loaded, before it begins. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_PARAMETERS_H
#define NICLAB_KERNEL_PARAMETERS_H

#ifdef __cplusplus
extern "C" {
#endif

struct niclab_parameter {
    const char *name, *type; /* int, uint, bool, charp, ... */
    void* at;
    unsigned long octets; /* of one value */
    unsigned long count;  /* of values it has room for */
    int* given;           /* values that were set; or NULL */
};
void niclab_module_has(const struct niclab_parameter* parameter);
#define NICLAB_MODULE_HAS(name, type, at, octets, count, given)                                                  \
    static void __attribute__((constructor)) niclab_tell_##name(void) {                                          \
        static const struct niclab_parameter niclab_parameter = {#name, type, (at), (octets), (count), (given)}; \
        niclab_module_has(&niclab_parameter);                                                                    \
    }
#define module_param_named(name, variable, type, mode) \
    NICLAB_MODULE_HAS(name, #type, (void*)&(variable), sizeof(variable), 1, 0)
#define module_param(name, type, mode) module_param_named(name, name, type, mode)
#define module_param_hw(name, type, hardware, mode) module_param_named(name, name, type, mode)
#define module_param_array(name, type, number, mode) \
    NICLAB_MODULE_HAS(name, #type, (void*)(name), sizeof((name)[0]), sizeof(name) / sizeof((name)[0]), 0)
#define module_param_array_named(name, array, type, number, mode)                                          \
    NICLAB_MODULE_HAS(name, #type, (void*)(array), sizeof((array)[0]), sizeof(array) / sizeof((array)[0]), \
                      (int*)(number))
#define module_param_hw_array(name, type, hardware, number, mode) module_param_array(name, type, number, mode)
#define MODULE_PARM_DESC(name, text)
#define __MODULE_STRING(text) #text

#ifdef __cplusplus
}
#endif
#endif
