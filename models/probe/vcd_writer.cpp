#include "probe/vcd_writer.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/config.h"
#include "core/output_file.h"

namespace niclab::probe {

namespace {

bool ends_with(const std::string& s, const char* end) {
    const std::size_t n = std::strlen(end);
    return s.size() >= n && s.compare(s.size() - n, n, end) == 0;
}

/// Identifier codes: printable characters, short ones first.
std::string code_of(std::size_t index) {
    std::string code;
    do {
        code += static_cast<char>('!' + index % 94);
        index /= 94;
    } while (index > 0);
    return code;
}

/// Runs a program and waits for it; its exit status, 127 when it is not there.
int run_program(const std::vector<const char*>& arguments) {
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_RDWR);
        dup2(null, 1), dup2(null, 2);
        execvp(arguments[0], const_cast<char* const*>(arguments.data()));
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::vector<std::string> parts_of(const std::string& scope) {
    std::vector<std::string> parts(1);
    for (const char c : scope) {
        if (c == '.')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

}  // namespace

VcdWriter::VcdWriter(const Config& config) : config_(config), vcd_path_(config.path) {
    if (config_.path.empty()) return;
    if (ends_with(config_.path, ".fst")) {
        if (run_program({"vcd2fst", "--help", nullptr}) == 127)
            throw core::ConfigError(
                "--vcd: '" + config_.path +
                "' found, but vcd2fst is not installed (package gtkwave); a .vcd file needs nothing");
        vcd_path_ = core::unfinished_name(config_.path);
    }
    file_ = open(core::unfinished_name(vcd_path_).c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (file_ < 0) throw core::ConfigError("--vcd: '" + config_.path + "' found, a file that can be written wanted");
    text_.reserve(1 << 20);
}

VcdWriter::~VcdWriter() {
    if (file_ < 0) return;
    close(file_);
    if (!finished_) std::remove(core::unfinished_name(vcd_path_).c_str());
}

bool VcdWriter::wanted(const std::string& full_name) const {
    return fnmatch(config_.signals.c_str(), full_name.c_str(), 0) == 0;
}

VcdWriter::Id VcdWriter::add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial,
                             bool z) {
    if (!wanted(scope + "." + name)) return kUnwanted;
    signals_.push_back({scope, name, code_of(signals_.size()), bits, initial, z});
    return static_cast<Id>(signals_.size() - 1);
}

void VcdWriter::add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) {
    const Id id = add(scope, name, 1, 0);
    if (id == kUnwanted) return;
    clocks_.push_back({&clock, id, 0, clock.segments().front().from_fs, true});
}

std::string VcdWriter::range(const Signal& s) const {
    return s.bits == 1 ? "" : "[" + std::to_string(s.bits - 1) + ":0]";
}

std::vector<std::string> VcdWriter::names() const {
    std::vector<std::string> names;
    for (const Signal& s : signals_) names.push_back(s.scope + "." + s.name + range(s));
    return names;
}

void VcdWriter::ClockWave::advance() {
    const core::Femtoseconds half = clock->period_fs() / 2;
    if (rising) {
        next += half;
        rising = false;
        return;
    }
    next += clock->period_fs() - half;
    rising = true;
    const auto& segments = clock->segments();
    while (segment + 1 < segments.size() && next > segments[segment].to_fs) next = segments[++segment].from_fs;
}

void VcdWriter::ClockWave::skip_to(core::Femtoseconds t) {
    const auto& segments = clock->segments();
    while (segment + 1 < segments.size() && segments[segment].to_fs < t)
        next = segments[++segment].from_fs, rising = true;
    const core::Femtoseconds period = clock->period_fs();
    if (rising && next + period < t) next += (t - next) / period * period;
    while (next < t) advance();
}

void VcdWriter::flush(core::Femtoseconds until) {
    std::size_t taken = 0;
    for (;;) {
        const core::Femtoseconds data = taken < changes_.size() ? changes_[taken].at : ~core::Femtoseconds{0};
        ClockWave* first = nullptr;
        for (ClockWave& c : clocks_) {
            if (c.next < config_.from_fs && until >= config_.from_fs) c.skip_to(config_.from_fs);
            if (!first || c.next < first->next) first = &c;
        }
        const core::Femtoseconds edge = first ? first->next : ~core::Femtoseconds{0};
        if (std::min(data, edge) > until) break;
        if (edge <= data) {
            if (edge >= config_.from_fs)
                emit(edge, first->id, first->rising ? 1 : 0, false);
            else if (until < config_.from_fs)
                break;  // clocks are drawn from the window's start on
            first->advance();
        } else {
            const Change& c = changes_[taken++];
            emit(c.at, c.id, c.value, c.z);
        }
    }
    if (until < config_.from_fs) {  // only the values at the window's start matter
        for (; taken < changes_.size() && changes_[taken].at <= until; ++taken)
            emit(changes_[taken].at, changes_[taken].id, changes_[taken].value, changes_[taken].z);
    }
    changes_.erase(changes_.begin(), changes_.begin() + static_cast<std::ptrdiff_t>(taken));
    if (text_.size() > (1 << 19)) drain();
}

void VcdWriter::emit(core::Femtoseconds at, Id id, std::uint64_t value, bool z) {
    Signal& s = signals_[id];
    if (at >= config_.from_fs && at <= config_.to_fs && !started_) start();
    if (s.value == value && s.z == z) return;
    s.value = value;
    s.z = z;
    if (at < config_.from_fs || at > config_.to_fs) return;
    put_time(at);
    put_value(s);
}

void VcdWriter::put_time(core::Femtoseconds at) {
    const std::uint64_t ps = at / 1000;
    if (ps == last_ps_) return;
    last_ps_ = ps;
    char digits[24];
    char* p = digits + sizeof digits;
    std::uint64_t rest = ps;
    *--p = '\n';
    do *--p = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) > 0);
    *--p = '#';
    text_.append(p, static_cast<std::size_t>(digits + sizeof digits - p));
}

void VcdWriter::put_value(const Signal& s) {
    if (s.bits == 1) {
        text_ += s.z ? 'z' : static_cast<char>('0' + (s.value & 1));
    } else {
        text_ += 'b';
        if (s.z) {
            text_ += 'z';
        } else {
            const unsigned significant = s.value ? 64 - static_cast<unsigned>(__builtin_clzll(s.value)) : 1;
            for (unsigned bit = significant; bit-- > 0;) text_ += static_cast<char>('0' + (s.value >> bit & 1));
        }
        text_ += ' ';
    }
    text_ += s.code;
    text_ += '\n';
}

void VcdWriter::put_header() {
    text_ += "$timescale 1ps $end\n";
    std::vector<std::string> open;
    const auto descend = [this, &open](const std::vector<std::string>& to) {
        std::size_t common = 0;
        while (common < open.size() && common < to.size() && open[common] == to[common]) ++common;
        for (; open.size() > common; open.pop_back()) text_ += "$upscope $end\n";
        for (; open.size() < to.size(); open.push_back(to[open.size()]))
            text_ += "$scope module " + to[open.size()] + " $end\n";
    };
    for (const Signal& s : signals_) {
        descend(parts_of(s.scope));
        text_ += "$var wire " + std::to_string(s.bits) + " " + s.code + " " + s.name;
        text_ += (s.bits == 1 ? "" : " " + range(s)) + " $end\n";
    }
    descend({});
    text_ += "$enddefinitions $end\n";
}

void VcdWriter::start() {
    started_ = true;
    put_header();
    put_time(config_.from_fs);
    text_ += "$dumpvars\n";
    for (const Signal& s : signals_) put_value(s);
    text_ += "$end\n";
}

void VcdWriter::drain() {
    if (file_ >= 0 && write(file_, text_.data(), text_.size()) != static_cast<ssize_t>(text_.size()))
        throw core::ConfigError("--vcd: '" + config_.path + "' could not be written to its end");
    text_.clear();
}

void VcdWriter::finish() {
    if (finished_ || file_ < 0) return;
    flush(core::now_fs());
    if (!started_) start();
    put_time(std::min(core::now_fs(), config_.to_fs));
    drain();
    finished_ = true;
    if (std::rename(core::unfinished_name(vcd_path_).c_str(), vcd_path_.c_str()) != 0)
        throw core::ConfigError("--vcd: '" + config_.path + "' could not be put in place");
    if (vcd_path_ != config_.path) {
        if (run_program({"vcd2fst", vcd_path_.c_str(), config_.path.c_str(), nullptr}) != 0)
            throw core::ConfigError("--vcd: vcd2fst failed on '" + vcd_path_ + "', which was kept");
        std::remove(vcd_path_.c_str());
    }
    write_save_file();
}

void VcdWriter::write_save_file() const {
    const std::size_t slash = config_.path.rfind('/');
    std::string text = "[dumpfile] \"" + config_.path.substr(slash == std::string::npos ? 0 : slash + 1) + "\"\n";
    // Open at the start of the file with about three nanoseconds a pixel.
    const std::string start = std::to_string(config_.from_fs / 1000);
    text += "[timestart] " + start + "\n*-19.000000 " + start + "\n";
    std::string group;
    for (const Signal& s : signals_) {
        if (s.scope.find("oe_") != std::string::npos) continue;
        if (s.scope != group) text += "@200\n-" + (group = s.scope) + "\n";
        text += (s.bits == 1 ? "@28\n" : "@22\n") + s.scope + "." + s.name + range(s) + "\n";
    }
    const std::size_t dot = config_.path.rfind('.');
    core::write_file(config_.path.substr(0, dot) + ".gtkw", text);
}

}  // namespace niclab::probe
