#include "waveform_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "core/output_file.h"
#include "core/time.h"

namespace niclab::cli {

namespace {

constexpr double kLargeMb = 20;

std::optional<double> megabytes(const std::string& path) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return std::nullopt;
    return double(std::filesystem::file_size(path, none)) * 1e-6;
}

std::string size(double mb) { return mb < 10 ? fmt::format("{:.2f} MB", mb) : fmt::format("{:.0f} MB", mb); }

bool is_fst(const std::string& path) { return std::filesystem::path(path).extension() == ".fst"; }

}  // namespace

std::optional<WaveformContent::Window> window_of_packet(const lab::Results& results, double from_us) {
    constexpr double kAround = 2, kFsPerUs = 1e9;
    const probe::PduRow* first = nullptr;
    for (const auto& [direction, rows] : results.pdus)
        for (const probe::PduRow& row : rows)
            if (row.complete() && row.begun() != 0 && double(row.begun()) >= from_us * kFsPerUs &&
                (!first || row.begun() < first->begun()))
                first = &row;
    if (!first) return std::nullopt;
    const auto us = [](core::Femtoseconds t) { return double(t) / kFsPerUs; };
    return WaveformContent::Window{std::floor(us(first->begun()) - kAround),
                                   std::ceil(us(first->at[first->at.size() - 2]) + kAround)};
}

void WaveformWatch::look(double fraction) {
    // Before that the times between packets are unknown, but a very large file is not waited for.
    constexpr double kEnoughMb = 1, kEnough = 0.1;
    const double now_us = double(core::now_fs()) * 1e-9;
    if (fraction <= 0) runs_from_us_ = now_us;
    if (warned_ || path_.empty() || !warn_ || fraction <= 0 || now_us <= from_us_) return;
    const auto mb = megabytes(core::unfinished_name(path_));
    if (!mb || *mb < (fraction < kEnough ? kLargeMb : kEnoughMb)) return;
    const double end_us = std::min(to_us_, runs_from_us_ + (now_us - runs_from_us_) / fraction);
    const double per_us = *mb / (std::min(now_us, to_us_) - from_us_), whole = per_us * (end_us - from_us_);
    if (whole < kLargeMb) return;
    warned_ = true;
    constexpr double kWindowUs = 100;
    warn_(
        fmt::format("--vcd: {} will have about {} for {:.0f} us of simulated time; a window of {:.0f} us (--vcd-from "
                    "or --vcd-from-packet, with --vcd-to) has about {}{}",
                    path_, size(whole), end_us - from_us_, kWindowUs, size(per_us * kWindowUs),
                    is_fst(path_) ? "" : ", and a name that ends in .fst makes a smaller file"));
}

std::string waveform_in_words(const lab::RunOptions& o, const WaveformContent& c) {
    const auto mb = megabytes(o.vcd);
    if (!mb) return "";
    const double from_us = std::min(o.vcd_from_us, c.simulated_us);
    const double to_us = std::min(o.vcd_to_us, c.simulated_us);
    std::string text = fmt::format("Waveform {}: {}", o.vcd, size(*mb));
    if (!o.vcd_trigger.empty()) return text + ".";
    text += fmt::format(", {:.0f} to {:.0f} us of simulated time{}{}.", from_us, to_us, c.event.empty() ? "" : ", for ",
                        c.event);
    const bool to_end = to_us == c.simulated_us, whole = from_us == 0, from_packet = !c.event.empty();
    if (!c.packet || !to_end || !(whole || from_packet) || *mb < (from_packet ? 1 : kLargeMb)) return text;
    const auto [begin_us, end_us] = *c.packet;
    const double share = (end_us - (from_packet ? from_us : begin_us)) / (to_us - from_us);
    return text +
           (from_packet
                ? fmt::format(" That packet alone, with --vcd-to {:.0f}, takes about {}.", end_us, size(*mb * share))
                : fmt::format(" The first packet alone, --vcd-from {:.0f} --vcd-to {:.0f}, takes about {}.", begin_us,
                              end_us, size(*mb * share)));
}

}  // namespace niclab::cli
