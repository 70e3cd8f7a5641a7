// The tables of cards that drivers register: which cards match, and what is reported if none does.
#include "runtime/id_tables.h"

#include <gtest/gtest.h>

#include <vector>

namespace niclab::linux_kernel {
namespace {

pci_device_id entry(u32 vendor, u32 device) { return {vendor, device, PCI_ANY_ID, PCI_ANY_ID, 0, 0, 0}; }

pci_dev card() {
    pci_dev card{};
    card.vendor = 0x10EC, card.device = 0x8029;
    card.subsystem_vendor = 0x10EC, card.subsystem_device = 0x0001;
    card.device_class = 0x020000;
    return card;
}

TEST(IdTables, EachNumberMustAgree) {
    pci_device_id id = entry(0x10EC, 0x8029);
    EXPECT_TRUE(is_for(id, card()));
    EXPECT_TRUE(is_for(entry(0x10EC, PCI_ANY_ID), card()));
    EXPECT_FALSE(is_for(entry(0x10EC, 0x8028), card()));
    EXPECT_FALSE(is_for(entry(0x10ED, 0x8029), card()));
    id.subvendor = 0x10EC, id.subdevice = 0x0001;
    EXPECT_TRUE(is_for(id, card()));
    id.subdevice = 0x0002;
    EXPECT_FALSE(is_for(id, card()));
}

TEST(IdTables, TheClassMustAgreeUnderItsMask) {
    pci_device_id id = entry(PCI_ANY_ID, PCI_ANY_ID);
    id.device_class = 0x020080, id.class_mask = 0xFFFF00;
    EXPECT_TRUE(is_for(id, card()));
    id.class_mask = 0xFFFFFF;
    EXPECT_FALSE(is_for(id, card()));
}

TEST(IdTables, ATableEndsWithoutNumbers) {
    EXPECT_TRUE(is_last(pci_device_id{}));
    EXPECT_FALSE(is_last(entry(0x10EC, 0x8029)));
}

TEST(IdTables, NoMatchIsReportedWithBothSides) {
    std::vector<pci_device_id> table;
    for (u32 device = 1; device <= 10; ++device) table.push_back(entry(0x8086, device));
    table.push_back({});
    IdTables tables;
    EXPECT_EQ(tables.why_none("ISA"), "");
    tables.add_pci(table.data(), card(), true);
    EXPECT_EQ(tables.why_none("ISA"),
              "the module matches no card: its PCI table has 8086:0001, 8086:0002, 8086:0003, 8086:0004, 8086:0005, "
              "8086:0006, 8086:0007, 8086:0008 and 2 more; expected an entry for the card of this machine, 10ec:8029, "
              "of subsystem 10ec:0001 and class 020000");
    tables.match();
    EXPECT_EQ(tables.why_none("ISA"), "");
}

TEST(IdTables, AMachineWithoutPciHasItsOwnBus) {
    const eisa_device_id table[] = {{"TCM5920", 0}, {"", 0}};
    const pci_device_id none[] = {{}};
    eisa_device slot{};
    slot.id = {"TCM5970", 0};
    IdTables pci, eisa;
    pci.add_pci(none, {}, false);
    EXPECT_EQ(pci.why_none("ISA"),
              "the module matches no card: its PCI table has no entry; expected a driver of the card of this machine, "
              "which is on ISA");
    eisa.add_eisa(table, {&slot});
    EXPECT_EQ(eisa.why_none("EISA"),
              "the module matches no card: its EISA table has TCM5920; expected an entry for the card of this machine, "
              "TCM5970");
}

}  // namespace
}  // namespace niclab::linux_kernel
