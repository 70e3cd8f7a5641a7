/// @file  The accounts of the PCI buses as JSON and as text.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "probe/account/pci_account.h"

namespace niclab::lab {

nlohmann::ordered_json to_json(const probe::PciAccount& account);
/// Some lines for the terminal; `side` is their heading.
std::string pci_text(const std::string& side, const probe::PciAccount& account);

}  // namespace niclab::lab
