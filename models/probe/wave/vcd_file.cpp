#include "probe/wave/vcd_file.h"

namespace niclab::probe {

namespace {

/// Identifier codes: printable characters, short ones first.
std::string code_of(std::size_t index) {
    std::string code;
    do {
        code += static_cast<char>('!' + index % 94);
        index /= 94;
    } while (index > 0);
    return code;
}

char digit(const WaveFile::Value& v, unsigned bit) {
    if (v.floating >> bit & 1) return 'z';
    if (v.unknown >> bit & 1) return 'x';
    return static_cast<char>('0' + (v.bits >> bit & 1));
}

}  // namespace

void VcdFile::declare(const std::vector<Variable>& variables) {
    text_ += "$timescale " + unit_ + " $end\n";
    const auto open = [this](const std::string& scope) { text_ += "$scope module " + scope + " $end\n"; };
    const auto close = [this] { text_ += "$upscope $end\n"; };
    for (std::size_t i = 0; i < variables.size(); ++i) {
        codes_.push_back(code_of(i));
        bits_.push_back(variables[i].bits);
    }
    walk_scopes(variables, open, close, [&](std::size_t i) {
        const Variable& v = variables[i];
        text_ += v.bits == kWords ? "$var string 1 " : "$var wire " + std::to_string(v.bits) + " ";
        text_ += codes_[i] + " " + v.name + (v.bits <= 1 ? "" : " " + v.range()) + " $end\n";
    });
    text_ += "$enddefinitions $end\n";
}

void VcdFile::time(std::uint64_t ps) {
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
    if (!started_) text_ += "$dumpvars\n";
    started_ = true;
    if (text_.size() > kDrainAt) drain();
}

void VcdFile::value(std::size_t variable, const Value& v) {
    const unsigned bits = bits_[variable];
    if (bits == 1) {
        text_ += digit(v, 0);
    } else {
        text_ += 'b';
        const std::uint64_t all = kAll >> (64 - bits);
        if ((v.floating & all) == all) {
            text_ += 'z';
        } else {
            const std::uint64_t shown = v.unknown & all ? all : v.bits;
            const unsigned significant = shown ? 64 - static_cast<unsigned>(__builtin_clzll(shown)) : 1;
            for (unsigned bit = significant; bit-- > 0;) text_ += digit(v, bit);
        }
        text_ += ' ';
    }
    text_ += codes_[variable];
    text_ += '\n';
}

void VcdFile::words(std::size_t variable, const std::string& text) {
    text_ += 's' + text + ' ' + codes_[variable] + '\n';
}

void VcdFile::drain() {
    file_.out().write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
}

void VcdFile::finish() {
    drain();
    file_.finish();
}

}  // namespace niclab::probe
