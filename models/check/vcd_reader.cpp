#include "check/vcd_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>
#include <sstream>

namespace niclab::check {

namespace {

/// A number of digits only, times `unit`; nothing when it is none or too large.
std::optional<std::uint64_t> scaled(const std::string& digits, std::uint64_t unit) {
    std::uint64_t value = 0, product = 0;
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || __builtin_mul_overflow(value, unit, &product)) return std::nullopt;
    return product;
}

/// Everything after a declaration's keyword up to its $end, over lines if need be.
bool ends(const std::string& text) { return text.find("$end") != std::string::npos; }

std::uint64_t unit_of(const std::string& name) {
    const std::pair<const char*, std::uint64_t> units[] = {{"fs", 1},
                                                           {"ps", 1000},
                                                           {"ns", 1'000'000},
                                                           {"us", 1'000'000'000},
                                                           {"ms", 1'000'000'000'000},
                                                           {"s", 1'000'000'000'000'000}};
    for (const auto& [unit, fs] : units)
        if (name == unit) return fs;
    return 0;
}

}  // namespace

VcdReader::VcdReader(const std::string& path) : path_(path) {
    std::error_code none;
    const auto kind = std::filesystem::status(path, none).type();
    if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found)
        throw core::ConfigError(path + ": no regular file found, a VCD wanted");
    in_.open(path, std::ios::binary | std::ios::ate);
    if (!in_) throw core::ConfigError(path + ": no file that can be read found, a VCD wanted");
    size_ = static_cast<std::uint64_t>(in_.tellg());
    in_.seekg(0);
    while (unit_fs_ == 0 || line_.find("$enddefinitions") == std::string::npos) {
        if (!line()) fail("the end of the file", unit_fs_ == 0 ? "$timescale" : "$enddefinitions");
        if (line_.empty()) continue;
        if (line_.find("$enddefinitions") != std::string::npos && unit_fs_ == 0) fail("no $timescale before it", "one");
        declaration();
    }
}

bool VcdReader::line() {
    if (!std::getline(in_, line_)) return false;
    ++number_;
    read_ += line_.size() + 1;
    if (!line_.empty() && line_.back() == '\r') line_.pop_back();
    const std::size_t first = line_.find_first_not_of(" \t");
    line_.erase(0, first == std::string::npos ? line_.size() : first);
    return true;
}

void VcdReader::fail(const std::string& found, const std::string& wanted) const {
    std::string text = found;  // of a file that is none: a terminal shall not obey it
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) c = '?';
    throw core::ConfigError(path_, number_, 1, text + " found, " + wanted + " wanted");
}

void VcdReader::declaration() {
    if (line_[0] != '$') fail("'" + line_.substr(0, 40) + "'", "a declaration of a VCD ($timescale, $scope, $var)");
    std::string text = line_;
    while (!ends(text)) {
        if (!line()) fail("the end of the file inside " + text.substr(0, 20), "$end");
        text += " " + line_;
    }
    line_ = text;
    std::istringstream words(text);
    std::string keyword, a, b;
    words >> keyword >> a >> b;
    if (keyword == "$timescale") {
        const std::string all = a + (b == "$end" ? "" : b);
        const std::size_t digits = all.find_first_not_of("0123456789");
        if (digits != std::string::npos)
            unit_fs_ = scaled(all.substr(0, digits), unit_of(all.substr(digits))).value_or(0);
        if (unit_fs_ == 0) fail("timescale '" + all + "'", "1, 10 or 100 and fs, ps, ns, us, ms or s");
    } else if (keyword == "$scope") {
        scopes_.push_back(b);
    } else if (keyword == "$upscope") {
        if (scopes_.empty()) fail("$upscope", "an open $scope");
        scopes_.pop_back();
    } else if (keyword == "$var") {
        std::string scope;
        for (const std::string& s : scopes_) scope += s + ".";
        variable(scope);
    }
}

void VcdReader::variable(const std::string& scope) {
    std::istringstream words(line_);
    std::string keyword, type, id, name;
    unsigned bits = 0;
    if (!(words >> keyword >> type >> bits >> id >> name))
        fail("'" + line_.substr(0, 40) + "'", "$var TYPE BITS ID NAME $end");
    const auto [at, fresh] = ids_.emplace(id, 0);
    if (fresh) at->second = add_variable(bits);
    add_name(scope + name, at->second);
}

bool VcdReader::next() {
    changes_.clear();
    if (time_pending_) now_ = next_time_;
    const bool had_time = time_pending_;
    time_pending_ = false;
    while (line()) {
        if (line_.empty()) continue;
        if (line_[0] != '#') {
            change();
            continue;
        }
        const std::size_t blank = line_.find_first_of(" \t");
        const std::string digits = line_.substr(1, blank == std::string::npos ? blank : blank - 1);
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
            fail("'" + line_.substr(0, 40) + "'", "a time such as #1000");
        const std::optional<core::Femtoseconds> scaled_time = scaled(digits, unit_fs_);
        if (!scaled_time) fail("'" + line_.substr(0, 40) + "'", "a time below 2^64 fs");
        const core::Femtoseconds time = *scaled_time;
        if (started_ && time < now_) fail(fmt::format("a time before {} fs", now_), "times in order");
        if (!started_ || (time == now_ && had_time)) {  // the first time, or the same again
            started_ = true;
            now_ = time;
            continue;
        }
        next_time_ = time;
        time_pending_ = true;
        return true;
    }
    return !changes_.empty();
}

void VcdReader::change() {
    const char first = line_[0];
    if (first == '$') return;  // $dumpvars, $end and the like
    if (first == 'r' || first == 'R' || first == 's' || first == 'S') return;
    if (first != 'b' && first != 'B') return set(line_.substr(1), line_.substr(0, 1));
    const std::size_t blank = line_.find_first_of(" \t");
    const std::size_t id = blank == std::string::npos ? blank : line_.find_first_not_of(" \t", blank);
    if (id == std::string::npos) fail("'" + line_.substr(0, 40) + "'", "a value, a blank and an identifier");
    set(line_.substr(id), line_.substr(1, blank - 1));
}

void VcdReader::set(const std::string& id, const std::string& digits) {
    const auto at = ids_.find(id);
    if (at == ids_.end()) fail("'" + line_.substr(0, 40) + "'", "a value and the identifier of a declared variable");
    WaveValue v;
    char wrong = 0;
    if (!read_value(digits.data(), digits.size(), bits(at->second), v, wrong))
        fail(fmt::format("'{}' in a value", wrong), "0, 1, x or z");
    changes_.push_back({at->second, v});
}

}  // namespace niclab::check
