/// @file A value change dump: text that every tool reads, fast and deterministic.
#pragma once

#include <memory>

#include "core/output_file.h"
#include "probe/wave/wave_file.h"

namespace niclab::probe {

class VcdFile : public WaveFile {
public:
    /// `unit`: the unit of time(), instead of picoseconds.
    VcdFile(const std::string& option, const std::string& path, std::string unit = "1ps")
        : file_(option, path), unit_(std::move(unit)), text_(new char[kDrainAt + kLongestChange]), end_(text_.get()) {}

    void declare(const std::vector<Variable>& variables) override;
    void time(std::uint64_t ps) override;
    void initial_values_end() override { add("$end\n"); }
    void value(std::size_t variable, const Value& value) override;
    void words(std::size_t variable, const std::string& text) override;
    void put(const Change* changes, std::size_t n) override;
    void check() const override { file_.check(); }
    void finish() override;
    bool in_place() const override { return file_.in_place(); }

private:
    /// Octets of a text before it is written, and of a time with a value of 64 digits.
    static constexpr std::size_t kDrainAt = 1 << 18, kLongestChange = 256;
    /// Digits of a time that are the same for many successive times, and the others.
    static constexpr std::size_t kHighDigits = 16;
    static constexpr std::uint64_t kLowPart = 100'000'000;
    /// The end of a variable's change: its identifier and a newline.
    struct Suffix {
        std::uint64_t octets = 0;
        std::uint8_t length = 0;
    };
    struct Form {
        Suffix suffix;
        unsigned bits;
        Describe describe;
    };
    void drain();
    /// Appends a text of any length.
    void add(std::string_view text);
    /// The end of the text, with room for a change.
    char* room() {
        if (end_ > text_.get() + kDrainAt) drain();
        return end_;
    }
    char* put_time(char* to, std::uint64_t ps);
    static char* put_suffix(char* to, const Suffix& suffix);

    core::StreamedFile file_;
    std::string unit_;
    std::vector<Form> forms_;  ///< By variable.
    std::unique_ptr<char[]> text_;
    char* end_;
    std::uint64_t last_ps_ = ~std::uint64_t{0};
    std::uint64_t high_ = 0;  ///< Time in units of kLowPart for the digits below; 0: none.
    char high_digits_[kHighDigits] = {};
    std::size_t high_length_ = 0;
    bool started_ = false;
};

}  // namespace niclab::probe
