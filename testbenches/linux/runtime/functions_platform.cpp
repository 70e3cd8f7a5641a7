// Devices that a driver creates itself.
#include <algorithm>
#include <cstring>

#include "kernel/platform.h"
#include "runtime/machine.h"

using niclab::linux_kernel::Machine;

namespace {

void let_go(platform_device* device) {
    if (!device->driver) return;
    const platform_driver& driver = *device->driver;
    if (auto* remove = driver.remove ? driver.remove : driver.remove_new) remove(device);
    device->driver = nullptr;
    device->dev.driver_data = nullptr;
}

}  // namespace

extern "C" {

struct platform_device* platform_device_register_simple(const char* name, int id, const struct resource*, unsigned) {
    Machine& machine = Machine::current();
    auto* device = static_cast<platform_device*>(
        machine.heap.allocate(sizeof(platform_device), true,
                              {"platform_device_register_simple()", "platform_device_unregister()"}, NICLAB_CALLER));
    device->name = name, device->id = id;
    machine.platform_devices.push_back(device);
    return device;
}

void platform_device_unregister(struct platform_device* device) {
    let_go(device);
    Machine& machine = Machine::current();
    auto& all = machine.platform_devices;
    all.erase(std::remove(all.begin(), all.end(), device), all.end());
    machine.heap.release(device);
}

int platform_driver_probe(struct platform_driver* driver, int (*probe)(struct platform_device*)) {
    int result = -ENODEV;
    for (platform_device* device : Machine::current().platform_devices) {
        if (std::strcmp(device->name, driver->driver.name) != 0 || probe(device) != 0) continue;
        device->driver = driver;
        result = 0;
    }
    return result;
}

void platform_driver_unregister(struct platform_driver* driver) {
    for (platform_device* device : Machine::current().platform_devices)
        if (device->driver == driver) let_go(device);
}
}
