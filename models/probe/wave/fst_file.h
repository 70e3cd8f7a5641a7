/// @file  An FST, written by GTKWave's library: some tenth of a VCD's octets, and read in pieces.
///
/// Equal runs leave equal octets: the header's date is a fixed one. No second program is started.
#pragma once

#include <memory>

#include "core/output_file.h"
#include "probe/wave/wave_file.h"

namespace niclab::probe {

class FstFile : public WaveFile {
public:
    /// Throws core::ConfigError: no file can be made there, or what is there cannot be sought in.
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
    core::StreamedFile file_;  ///< Holds the place; the library writes into it.
    std::unique_ptr<Writer> writer_;
    std::vector<std::uint32_t> handles_;
    std::vector<unsigned> bits_;
    std::uint64_t last_ps_ = ~std::uint64_t{0};
};

}  // namespace niclab::probe
