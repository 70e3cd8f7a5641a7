// Cards in the slots of an EISA bus.
#include "kernel/eisa.h"
#include "kernel/ports.h"
#include "runtime/machine.h"

using niclab::linux_kernel::Machine;

struct bus_type eisa_bus_type = {"eisa"};

namespace {

constexpr unsigned kSlots = 15, kProductOctets = 4;
constexpr unsigned long kSlotPorts = 0x1000, kProductPort = 0xC80;

/// The identification of the card in a slot; false: there is none.
bool read_product(unsigned long at, char* sig) {
    u8 octets[kProductOctets];
    for (unsigned i = 0; i < kProductOctets; ++i) octets[i] = inb(at + i);
    if ((octets[0] & 0x80) != 0) return false;
    const unsigned code = octets[0] << 8u | octets[1];
    for (unsigned i = 0; i < 3; ++i) sig[i] = static_cast<char>('A' - 1 + (code >> (10 - 5 * i) & 0x1F));
    snprintf(sig + 3, 5, "%02X%02X", octets[2], octets[3]);
    return true;
}

/// For the one driver of the machine, until it is unloaded.
void look_into_slots(Machine& machine) {
    for (unsigned slot = 1; slot <= kSlots; ++slot) {
        eisa_device_id id{};
        if (!read_product(slot * kSlotPorts + kProductPort, id.sig)) continue;
        auto* card = static_cast<eisa_device*>(machine.heap.allocate(sizeof(eisa_device), true));
        card->id = id;
        card->slot = static_cast<int>(slot);
        card->base_addr = slot * kSlotPorts;
        card->dev.bus = &eisa_bus_type;
        snprintf(card->dev.name, sizeof card->dev.name, "00:%02X", slot);
        machine.eisa_cards.push_back(card);
    }
    machine.eisa_looked_at = true;
}

bool takes(const eisa_driver* driver, eisa_device* card) {
    for (const eisa_device_id* id = driver->id_table; id->sig[0]; ++id) {
        if (strcmp(id->sig, card->id.sig) != 0) continue;
        card->id.driver_data = id->driver_data;
        return true;
    }
    return false;
}

}  // namespace

extern "C" {

int eisa_driver_register(struct eisa_driver* driver) {
    Machine& machine = Machine::current();
    if (!machine.has_eisa()) return 0;  // As in a kernel with EISA, on a board without slots of it.
    if (!machine.eisa_looked_at) look_into_slots(machine);
    machine.id_tables.add_eisa(driver->id_table, machine.eisa_cards);
    for (eisa_device* card : machine.eisa_cards) {
        if (card->driver || !takes(driver, card)) continue;
        machine.id_tables.match();
        const int result = driver->driver.probe(&card->dev);
        if (result != 0) printk("%s: probe returned %d\n", driver->driver.name, result);
        if (result == 0) card->driver = driver;
    }
    return 0;
}

void eisa_driver_unregister(struct eisa_driver* driver) {
    Machine& machine = Machine::current();
    for (eisa_device* card : machine.eisa_cards) {
        if (card->driver == driver) driver->driver.remove(&card->dev);
        machine.heap.release(card);
    }
    machine.eisa_cards.clear();
    machine.eisa_looked_at = false;
}
}
