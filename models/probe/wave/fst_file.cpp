#include "probe/wave/fst_file.h"

#include "core/config.h"
#include "probe/wave/fst_encoding.h"

namespace niclab::probe {

namespace {

enum Section : char { kHeader = 0, kGeometry = 3, kHierarchy = 6 };
/// Tags of the hierarchy: scopes of the type module, variables of the types wire and text.
constexpr char kScope = '\xFE', kUpscope = '\xFF', kModule = 0, kWire = 16, kText = 21, kImplicit = 0;
constexpr std::uint64_t kHeaderOctets = 329, kSectionOctets = 24, kHierarchyOctets = 16;
constexpr std::size_t kVersionOctets = 128, kDateOctets = 119;
constexpr char kPicoseconds = -12, kVerilog = 0;
/// A date in the header would make equal runs leave unequal files.
constexpr char kDate[] = "Thu Jan  1 00:00:00 1970\n", kVersion[] = "niclab";
/// The writer's order of octets, by which a reader detects its own.
constexpr double kOrder = 2.7182818284590452354;

}  // namespace

FstFile::FstFile(const std::string& option, const std::string& path, std::size_t block_octets)
    : file_(option, path), block_octets_(block_octets) {
    if (file_.in_place())
        throw core::ConfigError(option + " " + path + ": not a regular file; expected a regular file for an FST");
}

void FstFile::declare(const std::vector<Variable>& variables) {
    const auto open = [this](const std::string& scope) {
        hierarchy_ += {kScope, kModule};
        hierarchy_.append(scope.c_str(), scope.size() + 1);
        hierarchy_ += '\0';  // name of its component
        ++scopes_;
    };
    const auto close = [this] { hierarchy_ += kUpscope; };
    for (const Variable& v : variables) describe_.push_back(v.describe);
    walk_scopes(variables, open, close, [&](std::size_t i) {
        const Variable& v = variables[i];
        constexpr std::uint64_t kNotAlias = 0, kVariableLength = 0xFFFFFFFF;
        const std::string name = v.bits <= 1 ? v.name : v.name + " " + v.range();
        hierarchy_ += {v.bits == kWords ? kText : kWire, kImplicit};
        hierarchy_.append(name.c_str(), name.size() + 1);
        fst::add_varint(hierarchy_, v.bits);
        fst::add_varint(hierarchy_, kNotAlias);
        fst::add_varint(geometry_, v.bits == kWords ? kVariableLength : v.bits);
        block_.add(i, v.bits);
    });
}

/// The time is the first one, or one at which the size of the section is compared with its limit.
void FstFile::begin_or_check(std::uint64_t ps) {
    constexpr std::uint32_t kTimesPerCheck = 1 << 12;
    if (!begun_) {
        begun_ = true;
        first_ps_ = ps;
        write(header());
        block_.begin(ps);
        next_check_ = kTimesPerCheck - 1;
        return;
    }
    next_check_ += kTimesPerCheck;
    if (block_.octets() > block_octets_) {
        write_section();
        block_.begin(block_.last_ps());
        next_check_ = kTimesPerCheck - 1;
    }
    block_.advance(ps);
}

void FstFile::write_section() {
    section_.clear();
    block_.encode(section_);
    write(section_);
    ++blocks_;
}

void FstFile::put(const Change* changes, std::size_t n) {
    for (const Change* c = changes; c != changes + n; ++c) {
        time(c->ps);
        if (block_.has_words(c->variable))
            words(c->variable, describe_[c->variable](c->bits));
        else
            block_.bits(c->variable, c->bits, c->floating);
    }
}

void FstFile::write(const std::string& octets) {
    file_.out().write(octets.data(), static_cast<std::streamsize>(octets.size()));
}

std::string FstFile::header() const {
    std::string out(1, kHeader);
    fst::add_word(out, kHeaderOctets);
    fst::add_word(out, first_ps_);
    fst::add_word(out, block_.last_ps());
    out.append(reinterpret_cast<const char*>(&kOrder), sizeof kOrder);
    fst::add_word(out, block_octets_);
    fst::add_word(out, scopes_);
    fst::add_word(out, block_.variables());
    fst::add_word(out, block_.variables());
    fst::add_word(out, blocks_);
    out += kPicoseconds;
    const auto add_padded = [&out](std::string text, std::size_t octets) {
        text.resize(octets);
        out += text;
    };
    add_padded(kVersion, kVersionOctets);
    add_padded(kDate, kDateOctets);
    out += kVerilog;
    constexpr std::uint64_t kTimeZero = 0;
    fst::add_word(out, kTimeZero);
    return out;
}

std::string FstFile::geometry() const {
    std::string octets;
    if (fst::add_deflated(octets, geometry_, fst::Effort::High) == 0) octets = geometry_;
    std::string out(1, kGeometry);
    fst::add_word(out, kSectionOctets + octets.size());
    fst::add_word(out, geometry_.size());
    fst::add_word(out, block_.variables());
    return out + octets;
}

std::string FstFile::hierarchy() const {
    std::string packed;
    fst::add_lz4(packed, hierarchy_);
    std::string out(1, kHierarchy);
    fst::add_word(out, kHierarchyOctets + packed.size());
    fst::add_word(out, hierarchy_.size());
    return out + packed;
}

void FstFile::finish() {
    if (!begun_) time(0);
    write_section();
    write(geometry());
    write(hierarchy());
    file_.out().seekp(0);
    write(header());
    file_.finish();
}

}  // namespace niclab::probe
