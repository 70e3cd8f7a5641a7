/// @file An FST, written by GTKWave's library: about a tenth of a VCD's octets, and readable in
/// parts.
///
/// Behaviour: equal runs give equal octets: the date in the header is constant. No second program
///   is started.
#pragma once

#include <memory>

#include "core/output_file.h"
#include "probe/wave/wave_file.h"

namespace niclab::probe {

class FstFile : public WaveFile {
public:
    /// Throws core::ConfigError: the file cannot be created, or does not support seeking.
    FstFile(const std::string& option, const std::string& path);
    ~FstFile() override;

    void declare(const std::vector<Variable>& variables) override;
    void time(std::uint64_t ps) override;
    void initial_values_end() override {}
    void value(std::size_t variable, const Value& value) override;
    void words(std::size_t variable, const std::string& text) override;
    void check() const override;
    void finish() override;
    bool in_place() const override { return false; }

private:
    struct Writer;  ///< The library's handle: its type differs between versions.

    std::string option_, path_;
    core::StreamedFile file_;        ///< Reserves the file; the library writes into it.
    core::TemporaryFile hierarchy_;  ///< Created by the library.
    std::unique_ptr<Writer> writer_;
    std::vector<std::uint32_t> handles_;
    std::vector<unsigned> bits_;
    std::uint64_t last_ps_ = ~std::uint64_t{0};
};

}  // namespace niclab::probe
