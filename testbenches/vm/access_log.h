/// @file The file accesses.csv: one row per access of the guest to the card.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/column.h"
#include "core/output_file.h"
#include "guest.h"

namespace niclab::vm {

/// Of accesses.csv.
core::Columns access_columns();

class AccessLog {
public:
    /// Throws core::ConfigError if the file cannot be written.
    explicit AccessLog(std::string path);
    void add(const Access& access);
    /// Time of the first access to a register, from which rows count. Configuration comes before it.
    std::optional<core::Femtoseconds> origin() const { return origin_; }
    /// Completes the file; without this call nothing is left. Throws core::ConfigError.
    void finish();

private:
    void write(const Access& access);
    void write_rows();
    core::StreamedFile file_;
    std::string rows_;           ///< Not written to the file yet.
    std::vector<Access> early_;  ///< Up to the first access to a register.
    std::optional<core::Femtoseconds> origin_;
};

}  // namespace niclab::vm
