/// @file The tables of cards that a module's drivers register, and whether the machine's card is in
/// one of them.
#pragma once

#include <string>
#include <vector>

#include "kernel/eisa.h"

namespace niclab::linux_kernel {

/// Whether an entry of a driver's table is for this card: by its numbers, its class, or both.
bool is_for(const pci_device_id& entry, const pci_dev& card);
/// Whether an entry is the end of its table.
bool is_last(const pci_device_id& entry);

class IdTables {
public:
    void add_pci(const pci_device_id* table, const pci_dev& card, bool has_card);
    void add_eisa(const eisa_device_id* table, const std::vector<eisa_device*>& cards);
    /// A table has the machine's card.
    void match() { matched_ = true; }
    /// Why no driver of the module has got a card, for a person; empty: one has, or there is no table.
    /// `other_bus`: that of the machine, if it is not PCI.
    std::string why_none(const std::string& other_bus) const;

private:
    std::string ids_, expected_;
    bool matched_ = false;
};

}  // namespace niclab::linux_kernel
