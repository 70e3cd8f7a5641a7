/// @file  Reads a value change dump.
///
/// Source:         IEEE 1364 section 18 (from memory of the standard).
#pragma once

#include <fstream>

#include "check/wave_reader.h"

namespace niclab::check {

class VcdReader : public WaveReader {
public:
    /// Reads the declarations. Throws core::ConfigError with file and line where it is no VCD.
    explicit VcdReader(const std::string& path);

    bool next() override;
    double progress() const override { return size_ > 0 ? double(read_) / double(size_) : 1; }

private:
    bool line();
    void declaration();
    void variable(const std::string& scope);
    void change();
    void set(const std::string& id, const std::string& digits);
    [[noreturn]] void fail(const std::string& found, const std::string& wanted) const;

    std::string path_, line_;
    std::ifstream in_;
    std::size_t number_ = 0;
    std::uint64_t read_ = 0, size_ = 0;
    std::uint64_t unit_fs_ = 0;
    bool time_pending_ = false, started_ = false;
    core::Femtoseconds next_time_ = 0;
    std::unordered_map<std::string, unsigned> ids_;
    std::vector<std::string> scopes_;
};

}  // namespace niclab::check
