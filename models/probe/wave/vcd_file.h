/// @file A value change dump: text that every tool reads, fast and deterministic.
#pragma once

#include "core/output_file.h"
#include "probe/wave/wave_file.h"

namespace niclab::probe {

class VcdFile : public WaveFile {
public:
    /// `unit`: the unit of time(), instead of picoseconds.
    VcdFile(const std::string& option, const std::string& path, std::string unit = "1ps")
        : file_(option, path), unit_(std::move(unit)) {
        text_.reserve(kDrainAt * 2);
    }

    void declare(const std::vector<Variable>& variables) override;
    void time(std::uint64_t ps) override;
    void initial_values_end() override { text_ += "$end\n"; }
    void value(std::size_t variable, const Value& value) override;
    void words(std::size_t variable, const std::string& text) override;
    void check() const override { file_.check(); }
    void finish() override;
    bool in_place() const override { return file_.in_place(); }

private:
    static constexpr std::size_t kDrainAt = 1 << 19;
    void drain();

    core::StreamedFile file_;
    std::string unit_;
    std::vector<std::string> codes_;
    std::vector<unsigned> bits_;
    std::string text_;
    std::uint64_t last_ps_ = ~std::uint64_t{0};
    bool started_ = false;
};

}  // namespace niclab::probe
