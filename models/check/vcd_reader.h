/// @file A reader of value change dumps.
///
/// Behaviour: values before the first time are of time 0. A time that is repeated is one time. The
///   changes of $dumpoff and $dumpon are changes like others. $timezero is not added to the times.
/// Source: IEEE 1364 section 18 (from memory of the standard).
/// Limits: the four-state format; the extended one of $dumpports is rejected.
#pragma once

#include "check/vcd_ids.h"
#include "check/vcd_text.h"
#include "check/wave_reader.h"

namespace niclab::check {

class VcdReader : public WaveReader {
public:
    /// Reads the declarations. `timescale` in femtoseconds is used where the file has none; 0: it
    /// has to have one. Throws core::ConfigError with file, line and column.
    explicit VcdReader(const std::string& path, std::uint64_t timescale = 0);

    const char* format() const override { return "VCD"; }
    double progress() const override { return text_.size() > 0 ? double(text_.position()) / double(text_.size()) : 1; }
    /// Femtoseconds of a timescale such as "10 ns"; 0: it is none.
    static std::uint64_t timescale_of(const std::string& text);

protected:
    bool read_point() override;

private:
    void header(std::uint64_t timescale);
    void refuse_prefix(std::string_view word);
    void declaration(std::string_view keyword);
    /// The words up to $end, with one blank between them.
    std::string rest(const std::string& keyword);
    void skip(const std::string& keyword);
    void timescale();
    void open_scope();
    void close_scope();
    void variable();
    /// True: the time is a later one, and what was read up to it is a point of time.
    bool time(std::string_view word);
    void scalar(std::string_view word);
    void vector(std::string_view word);
    void other(std::string_view word);
    void keyword(std::string_view word);
    unsigned identifier(std::string_view id);
    void set(unsigned variable, const WaveDigits& digits);

    std::string path_;
    VcdText text_;
    std::uint64_t unit_fs_ = 0;
    core::Femtoseconds next_time_ = 0;
    VcdIds ids_;
    std::string scope_;                       ///< Dotted.
    std::vector<std::size_t> scope_lengths_;  ///< Of scope_, before each open scope.
};

}  // namespace niclab::check
