#include "runtime/id_tables.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::linux_kernel {

namespace {

constexpr std::size_t kMostNamed = 8;

bool is_any_or(u32 wanted, u32 number) { return wanted == PCI_ANY_ID || wanted == number; }

std::string number(u32 wanted) { return wanted == PCI_ANY_ID ? "any" : fmt::format("{:04x}", wanted); }

std::string described(const pci_device_id& entry) {
    std::string text = number(entry.vendor) + ":" + number(entry.device);
    if (entry.subvendor != PCI_ANY_ID || entry.subdevice != PCI_ANY_ID)
        text += " of subsystem " + number(entry.subvendor) + ":" + number(entry.subdevice);
    if (entry.class_mask != 0) text += fmt::format(" of class {:06x}", entry.device_class);
    return text;
}

/// The first names of a list, and the number of the others.
std::string listed(const std::vector<std::string>& names) {
    if (names.empty()) return "no entry";
    const std::size_t n = std::min(names.size(), kMostNamed);
    std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + std::ptrdiff_t(n), ", "));
    return names.size() == n ? text : text + fmt::format(" and {} more", names.size() - n);
}

}  // namespace

bool is_last(const pci_device_id& entry) { return !entry.vendor && !entry.subvendor && !entry.class_mask; }

bool is_for(const pci_device_id& entry, const pci_dev& card) {
    return is_any_or(entry.vendor, card.vendor) && is_any_or(entry.device, card.device) &&
           is_any_or(entry.subvendor, card.subsystem_vendor) && is_any_or(entry.subdevice, card.subsystem_device) &&
           ((entry.device_class ^ card.device_class) & entry.class_mask) == 0;
}

void IdTables::add_pci(const pci_device_id* table, const pci_dev& card, bool has_card) {
    std::vector<std::string> names;
    for (; !is_last(*table); ++table) names.push_back(described(*table));
    ids_ += (ids_.empty() ? "" : "; ") + ("its PCI table has " + listed(names));
    if (has_card)
        expected_ = fmt::format("{:04x}:{:04x}, of subsystem {:04x}:{:04x} and class {:06x}", card.vendor, card.device,
                                card.subsystem_vendor, card.subsystem_device, card.device_class);
}

void IdTables::add_eisa(const eisa_device_id* table, const std::vector<eisa_device*>& cards) {
    std::vector<std::string> names;
    for (; table->sig[0]; ++table) names.emplace_back(table->sig);
    ids_ += (ids_.empty() ? "" : "; ") + ("its EISA table has " + listed(names));
    if (!cards.empty()) expected_ = cards.front()->id.sig;
}

std::string IdTables::why_none(const std::string& other_bus) const {
    if (matched_ || ids_.empty()) return "";
    return "the module matches no card: " + ids_ + "; expected " +
           (expected_.empty() ? "a driver of the card of this machine, which is on " + other_bus
                              : "an entry for the card of this machine, " + expected_);
}

}  // namespace niclab::linux_kernel
