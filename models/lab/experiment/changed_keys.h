/// @file The differences between a run and its experiment's file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/config.h"
#include "core/json_value.h"

namespace niclab::lab {

/// A key that the command line set to another value than that of the file.
struct ChangedKey {
    std::string key;             ///< As the user wrote it; with its side if the sides' files differ in it.
    core::JsonValue value;       ///< Value of the run.
    core::JsonValue file_value;  ///< Value of the file alone, defaults included; null: none.
};

/// Keys of `parameters` that the command line set to values other than those in `file`, the
/// resolved experiment without a command line.
std::vector<ChangedKey> changed_keys(const std::vector<core::Parameter>& parameters,
                                     const nlohmann::ordered_json& file);

/// `client.card = "pio_fifo" (file: "idt77901")`
std::string sentence(const ChangedKey& changed);
/// The changes of a run, before its first sentence: "With ...: ", or nothing.
std::string changes(const std::vector<ChangedKey>& changed);

}  // namespace niclab::lab
