#include "check/fst_reader.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <unordered_map>

#include "check/fst_sender.h"
#include "core/fst_blocks.h"

namespace niclab::check {

namespace {

/// Femtoseconds of 10^exponent seconds; 0 if that is not a whole number below 2^64.
std::uint64_t unit_of(int exponent) {
    if (exponent < -15 || exponent > 3) return 0;
    std::uint64_t fs = 1;
    for (int i = -15; i < exponent; ++i) fs *= 10;
    return fs;
}

}  // namespace

FstReader::FstReader(const std::string& path) : path_(path) {
    if (const std::string why = core::fst_damage(path); !why.empty())
        throw core::ConfigError(path + ": incomplete FST, " + why + "; expected a complete one");
    start();
    try {
        declarations();
    } catch (...) {
        stop();  // no destructor runs
        throw;
    }
}

FstReader::~FstReader() { stop(); }

void FstReader::stop() {
    if (from_child_) std::fclose(from_child_);  // It has no reader then.
    if (child_ > 0) kill(child_, SIGKILL), waitpid(child_, nullptr, 0);
}

void FstReader::start() {
    int ends[2];
    if (pipe(ends) != 0)
        throw core::ConfigError(path_ + ": cannot create a pipe to read it; expected free file descriptors");
    child_ = fork();
    if (child_ < 0) throw core::ConfigError(path_ + ": cannot start a process to read it; expected a free process");
    if (child_ == 0) {
        close(ends[0]);
        signal(SIGINT, SIG_IGN);  // the other process ends it
        if (!std::freopen("/dev/null", "w", stderr)) _exit(1);
        std::FILE* to = fdopen(ends[1], "wb");
        send_fst(path_, to);
        std::fflush(to);
        _exit(0);
    }
    close(ends[1]);
    from_child_ = fdopen(ends[0], "rb");
}

void FstReader::fail(const std::string& found) const {
    throw core::ConfigError(path_ + ": an FST " + found + "; expected a valid one");
}

template <class T>
T FstReader::take() {
    T value{};
    if (std::fread(&value, sizeof value, 1, from_child_) != 1)
        fail(unit_fs_ == 0 ? "with an unreadable header"
                           : "that the library of GTKWave cannot read after time " + std::to_string(time_));
    return value;
}

std::string FstReader::take_text() {
    const auto octets = take<std::uint32_t>();
    if (octets > kMostName) fail("with a name of " + std::to_string(octets) + " octets");
    std::string text(octets, '\0');
    if (std::fread(text.data(), 1, octets, from_child_) != octets) fail("that ends inside a name");
    return text;
}

void FstReader::declarations() {
    if (take<FstSays>() != FstSays::Begin) fail("with an unreadable header");
    const auto timescale = take<std::int32_t>();
    begin_ = take<std::uint64_t>(), end_ = take<std::uint64_t>();
    version_ = take_text();
    unit_fs_ = unit_of(timescale);
    if (unit_fs_ == 0) fail("with a timescale of 10^" + std::to_string(timescale) + " s");
    std::unordered_map<std::uint32_t, unsigned> of_handle;
    while (take<FstSays>() == FstSays::Variable) {
        const auto handle = take<std::uint32_t>(), bits = take<std::uint32_t>();
        const std::string scope = take_text(), name = take_text();
        const auto [at, fresh] = of_handle.emplace(handle, 0);
        if (fresh) at->second = add_variable(bits, true);
        add_name(scope, name, at->second);
        if (handle >= variables_.size()) variables_.resize(handle + std::size_t{1});
        variables_[handle] = at->second;
    }
}

FstReader::Read FstReader::read_change(Change& next) {
    if (take<FstSays>() == FstSays::End) return Read::End;
    const auto handle = take<std::uint32_t>(), digits = take<std::uint32_t>();
    const auto time = take<std::uint64_t>();
    char text[64];
    if (digits > sizeof text || handle >= variables_.size() || std::fread(text, 1, digits, from_child_) != digits)
        fail("that ends inside a value");
    next.variable = variables_[handle];
    const WaveDigits value = read_digits({text, digits});
    if (value.wrong != 0 || !has_values(next.variable) || !fit(value, bits(next.variable), next.value))
        fail("with a wrong value");
    if (time < time_ || time > UINT64_MAX / unit_fs_) fail("with times out of order");
    const bool same = time == time_;
    time_ = time;
    return same ? Read::Same : Read::Later;
}

bool FstReader::read_point() {
    if (over_) return false;
    now_ = time_ * unit_fs_;
    if (pending_) change(first_.variable, first_.value);
    pending_ = false;
    for (;;) {
        const Read read = read_change(first_);
        if (read == Read::End) {
            over_ = true;
            return !changes_.empty();
        }
        if (read == Read::Later && !changes_.empty()) return pending_ = true;
        now_ = time_ * unit_fs_;
        change(first_.variable, first_.value);
    }
}

double FstReader::progress() const {
    return end_ > begin_ ? std::min(1.0, double(time_ - std::min(time_, begin_)) / double(end_ - begin_)) : 1;
}

}  // namespace niclab::check
