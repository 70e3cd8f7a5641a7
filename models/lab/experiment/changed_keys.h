/// @file  In what a run differs from its experiment's file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/config.h"
#include "core/json_value.h"

namespace niclab::lab {

/// A key that the command line set to something else than the file says.
struct ChangedKey {
    std::string key;             ///< As the user wrote it; with its side where the sides' files differ in it.
    core::JsonValue value;       ///< What the run used.
    core::JsonValue file_value;  ///< What the file alone would have given, defaults included; null: nothing.
};

/// Keys of `parameters` that the command line set and whose values differ from those in `file`, the resolved experiment
/// without a command line.
std::vector<ChangedKey> changed_keys(const std::vector<core::Parameter>& parameters,
                                     const nlohmann::ordered_json& file);

/// `client.card = "pio_fifo" (file: "idt77901")`
std::string sentence(const ChangedKey& changed);
/// What a run changed in its experiment's file, before its first sentence: "With ...: ", or nothing.
std::string changes(const std::vector<ChangedKey>& changed);

}  // namespace niclab::lab
