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
    if (in_.peek() == 0)  // the type of an FST's first block; no text begins so
        throw core::ConfigError(path +
                                ": an FST or another file of octets found, a VCD wanted; from an FST GTKWave's "
                                "fst2vcd makes one: fst2vcd " +
                                path + " > wave.vcd");
    while (unit_fs_ == 0 || line_.find("$enddefinitions") == std::string::npos) {
        if (!line()) fail("the end of the file", unit_fs_ == 0 ? "$timescale" : "$enddefinitions");
        if (line_.empty()) continue;
        if (line_.find("$enddefinitions") != std::string::npos && unit_fs_ == 0) fail("no $timescale before it", "one");
        declaration();
    }
    values_.resize(widths_.size());
    given_.resize(widths_.size());
    since_.resize(widths_.size());
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
    const auto [at, fresh] = ids_.emplace(id, static_cast<unsigned>(widths_.size()));
    if (fresh) widths_.push_back(bits);
    const std::string full = scope + name.substr(0, name.find('['));
    by_name_[full] = at->second;
    names_.push_back(full);
}

int VcdReader::find(const std::string& name) const {
    const auto at = by_name_.find(name);
    return at == by_name_.end() ? -1 : static_cast<int>(at->second);
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
    VcdValue v{0, 0, 0};
    const char left_most = digits.empty() ? '0' : digits[0];
    for (const char c : digits) {
        const bool floats = c == 'z' || c == 'Z',
                   unknown = floats || c == 'x' || c == 'X' || c == 'u' || c == 'U' || c == '-';
        if (!unknown && c != '0' && c != '1') fail(fmt::format("'{}' in a value", c), "0, 1, x or z");
        v.bits = v.bits << 1 | (c == '1' ? 1u : 0u);
        v.unknown = v.unknown << 1 | (unknown ? 1u : 0u);
        v.floating = v.floating << 1 | (floats ? 1u : 0u);
    }
    // Short vectors are extended by what stands at their left, 1 counting as 0.
    const unsigned bits = widths_[at->second];
    if (digits.size() < bits && left_most != '0' && left_most != '1' && bits <= 64) {
        const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        const std::uint64_t left = all & ~((std::uint64_t{1} << digits.size()) - 1);
        v.unknown |= left;
        if (left_most == 'z' || left_most == 'Z') v.floating |= left;
    }
    changes_.push_back({at->second, v});
}

void VcdReader::apply() {
    for (const Change& c : changes_) {
        values_[c.variable] = c.value;
        given_[c.variable] = true;
        since_[c.variable] = now_;
    }
}

}  // namespace niclab::check
