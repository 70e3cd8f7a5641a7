/* Power management while a machine runs: its card always has power. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_POWER_H
#define NICLAB_KERNEL_POWER_H
#ifndef __cplusplus

#include "pci.h"

#define pm_runtime_get_sync(device) ((void)(device))
#define pm_runtime_get_noresume(device) ((void)(device))
#define pm_runtime_put(device) ((void)(device))
#define pm_runtime_put_sync(device) ((void)(device))
#define pm_runtime_put_noidle(device) ((void)(device))
#define pm_runtime_resume(device) ((void)(device))
#define pm_runtime_suspended(device) ((void)(device), 0)
#define pm_runtime_set_active(device) ((void)(device))
#define pm_schedule_suspend(device, ms) ((void)(device))
#define pm_suspend_via_firmware() (0)
#define pm_suspend_default_s2idle() (0)
#define dev_pm_set_driver_flags(device, flags) ((void)(device))
#define DPM_FLAG_NO_DIRECT_COMPLETE 1
#define DPM_FLAG_SMART_PREPARE 2
struct pm_qos_request {
    int unused;
};
#define PM_QOS_DEFAULT_VALUE (-1)
#define cpu_latency_qos_add_request(request, value) ((void)(request))
#define cpu_latency_qos_update_request(request, value) ((void)(request))
#define cpu_latency_qos_remove_request(request) ((void)(request))

#endif
#endif
