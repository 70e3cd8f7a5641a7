/// @file An FST: about a tenth of a VCD's octets, and readable in parts.
///
/// Behaviour: a section of changes is written when its streams have grown to kBlockOctets, so that
///   the memory does not grow with the file. Equal runs give equal octets: the date in the header
///   is constant.
/// Source: fstapi of GTKWave, sections HDR, VCDATA_DYN_ALIAS2, GEOM and HIER_LZ4.
#pragma once

#include "core/output_file.h"
#include "probe/wave/fst_block.h"
#include "probe/wave/wave_file.h"

namespace niclab::probe {

class FstFile : public WaveFile {
public:
    /// Octets of a section in memory. A larger one is compressed slightly better.
    static constexpr std::size_t kBlockOctets = 5 << 20;

    /// Throws core::ConfigError: the file cannot be created, or does not support seeking.
    FstFile(const std::string& option, const std::string& path, std::size_t block_octets = kBlockOctets);

    void declare(const std::vector<Variable>& variables) override;
    void time(std::uint64_t ps) override {
        if (ps == block_.last_ps()) return;
        block_.index() == next_check_ ? begin_or_check(ps) : block_.advance(ps);
    }
    void initial_values_end() override {}
    void value(std::size_t variable, const Value& value) override { block_.value(variable, value); }
    void words(std::size_t variable, const std::string& text) override { block_.words(variable, text); }
    void put(const Change* changes, std::size_t n) override;
    void check() const override { file_.check(); }
    void finish() override;
    bool in_place() const override { return false; }

private:
    void begin_or_check(std::uint64_t ps);
    void write_section();
    void write(const std::string& octets);
    std::string header() const;
    std::string geometry() const;
    std::string hierarchy() const;

    core::StreamedFile file_;
    const std::size_t block_octets_;
    std::vector<Describe> describe_;  ///< By variable.
    fst::Block block_;
    std::uint32_t next_check_ = 0;      ///< Index of the time before the next call of begin_or_check().
    std::string section_;               ///< Memory of write_section().
    std::string hierarchy_, geometry_;  ///< Not compressed.
    std::uint64_t scopes_ = 0, blocks_ = 0, first_ps_ = 0;
    bool begun_ = false;
};

}  // namespace niclab::probe
