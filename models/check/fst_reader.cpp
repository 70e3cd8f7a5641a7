#include "check/fst_reader.h"

#include <fstapi.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/fst_blocks.h"

namespace niclab::check {

namespace {

/// A message of the process that reads an FST to the process that started it: the type of the data
/// that follows. A text is its length (uint32) and its octets.
enum class FstSays : std::uint32_t {
    Begin,     ///< timescale (int32), first and last time (uint64 each), the version as a text
    Variable,  ///< handle, bits (uint32 each), scope and name as texts
    Changes,   ///< nothing: declarations are over
    Change,    ///< handle, number of digits (uint32 each), time (uint64), the digits
    End,       ///< nothing: the whole file was read
};

constexpr std::uint32_t kMostBits = 64;  ///< Wider ones are declared and not sent.

template <class T>
void put(std::FILE* to, const T& value) {
    std::fwrite(&value, sizeof value, 1, to);
}

void put_text(std::FILE* to, const std::string& text) {
    put(to, static_cast<std::uint32_t>(text.size()));
    std::fwrite(text.data(), 1, text.size(), to);
}

/// Real numbers and text have no levels; a variable without a length is not sent.
bool has_levels(const fstHier& h) {
    const auto type = h.u.var.typ;
    return type != FST_VT_VCD_REAL && type != FST_VT_VCD_REAL_PARAMETER && type != FST_VT_VCD_REALTIME &&
           type != FST_VT_SV_SHORTREAL && type != FST_VT_GEN_STRING && h.u.var.length > 0;
}

/// With a damaged file the library may loop for ever. The process ends when it has used this CPU
/// time without having sent kItems items.
constexpr rlim_t kMostSeconds = 10;
constexpr std::uint64_t kItems = 1 << 16;

void allow_more_time() {
    struct rusage used {};
    struct rlimit limit {};
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
    const rlim_t until = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + kMostSeconds;
    limit.rlim_cur = std::min(until, limit.rlim_max);
    setrlimit(RLIMIT_CPU, &limit);
}

struct Telling {
    std::FILE* to;
    std::vector<std::uint32_t> bits;  ///< Of each handle; 0: not sent.
    std::uint64_t sent = 0;           ///< Items.
    void count() {
        if (sent++ % kItems == 0) allow_more_time();
    }
};

using Reader = decltype(fstReaderOpen(nullptr));  ///< Its type differs between versions of the library.

void send_declarations(Reader fst, Telling& telling) {
    std::vector<std::string> scopes;
    std::string scope;
    const auto join = [&] {
        scope.clear();
        for (const std::string& s : scopes) scope += (scope.empty() ? "" : ".") + s;
    };
    while (const fstHier* h = fstReaderIterateHier(fst)) {
        telling.count();
        if (h->htyp == FST_HT_SCOPE) {
            scopes.emplace_back(h->u.scope.name, h->u.scope.name_length);
            join();
        } else if (h->htyp == FST_HT_UPSCOPE && !scopes.empty()) {
            scopes.pop_back();
            join();
        } else if (h->htyp == FST_HT_VAR && has_levels(*h) && h->u.var.handle < telling.bits.size()) {
            put(telling.to, FstSays::Variable);
            for (const std::uint32_t n : {h->u.var.handle, h->u.var.length}) put(telling.to, n);
            put_text(telling.to, scope);
            put_text(telling.to, std::string(h->u.var.name, h->u.var.name_length));
            telling.bits[h->u.var.handle] = h->u.var.length > kMostBits ? 0 : h->u.var.length;
        }
    }
}

void send_change(void* user, std::uint64_t time, fstHandle handle, const unsigned char* value) {
    Telling& telling = *static_cast<Telling*>(user);
    telling.count();
    if (handle >= telling.bits.size() || telling.bits[handle] == 0) return;
    const std::uint32_t digits = telling.bits[handle];
    put(telling.to, FstSays::Change);
    put(telling.to, std::uint32_t{handle});
    put(telling.to, digits);
    put(telling.to, time);
    std::fwrite(value, 1, digits, telling.to);
}

/// Reads the FST at `path` and sends all of it to `to`.
void send_fst(const std::string& path, std::FILE* to) {
    allow_more_time();
    const Reader fst = fstReaderOpen(path.c_str());
    if (!fst) return;
    Telling telling{to, std::vector<std::uint32_t>(std::size_t{fstReaderGetMaxHandle(fst)} + 1), 0};
    put(to, FstSays::Begin);
    put(to, std::int32_t{fstReaderGetTimescale(fst)});
    put(to, fstReaderGetStartTime(fst));
    put(to, fstReaderGetEndTime(fst));
    const char* version = fstReaderGetVersionString(fst);
    put_text(to, version ? version : "");
    send_declarations(fst, telling);
    put(to, FstSays::Changes);
    fstReaderSetFacProcessMaskAll(fst);
    if (fstReaderIterBlocks(fst, send_change, &telling, nullptr) == 0) return;
    put(to, FstSays::End);
    fstReaderClose(fst);
}

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
