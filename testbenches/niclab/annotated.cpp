#include "annotated.h"

namespace niclab::cli {

using probe::WaveFile;

namespace {

constexpr core::Femtoseconds kPerPs = 1000;
constexpr unsigned kMostBits = 64;

/// A weak level becomes a level: the copy has four values.
WaveFile::Value value_of(const check::WaveValue& v) { return {v.bits, v.unknown, v.floating & v.unknown}; }

std::string rule_words(const check::Rule* rule) { return rule ? rule->id : "-"; }

}  // namespace

AnnotatedCopy::AnnotatedCopy(const std::string& path, check::WaveformCheck& check)
    : path_(path), file_(probe::make_wave_file("--annotate", path)) {
    declare(check);
    check.report().heard = [this](const check::Violation& v) { violation(v); };
}

void AnnotatedCopy::declare(const check::WaveformCheck& check) {
    for (const auto& bus : check.buses()) {
        for (const auto& [name, variable] : bus->signals()) {
            const unsigned bits = check.wave().bits(variable);
            if (bits > kMostBits) continue;
            if (variable >= of_.size()) of_.resize(variable + std::size_t{1});
            of_[variable].push_back(variables_.size());
            variables_.push_back({bus->name(), name, bits});
        }
        for (std::size_t i = 0; i < bus->rows().size(); ++i) {
            rows_.push_back({*bus, i, variables_.size(), 0});
            variables_.push_back({bus->name(), bus->rows()[i].name, WaveFile::kWords});
        }
        violations_.push_back({*bus, variables_.size(), nullptr, nullptr});
        variables_.push_back({bus->name(), "violation", WaveFile::kWords});
    }
    file_->declare(variables_);
}

void AnnotatedCopy::violation(const check::Violation& v) {
    save_.mark(v.at / kPerPs, std::string(v.rule->id) + "@" + v.where);
    for (Violations& row : violations_)
        if (v.concerns(row.bus.name())) row.now = v.rule;
}

void AnnotatedCopy::begin(const check::WaveReader& wave) {
    begun_ = true;
    first_ps_ = wave.now() / kPerPs;
    file_->time(first_ps_);
    for (std::size_t i = 0; i < of_.size(); ++i)
        for (const std::size_t id : of_[i]) file_->value(id, value_of(wave.value(static_cast<unsigned>(i))));
    for (const Row& row : rows_) file_->words(row.id, row.bus.rows()[row.row].describe(0));
    for (const Violations& row : violations_) file_->words(row.id, rule_words(nullptr));
    file_->initial_values_end();
}

void AnnotatedCopy::look(const check::WaveReader& wave) {
    if (!begun_) begin(wave);
    file_->time(wave.now() / kPerPs);
    for (const check::WaveReader::Change& c : wave.changes())
        if (c.variable < of_.size())
            for (const std::size_t id : of_[c.variable]) file_->value(id, value_of(c.value));
    for (Row& row : rows_) {
        const check::WaveformBus::Row& now = row.bus.rows()[row.row];
        if (now.code == row.code) continue;
        row.code = now.code;
        file_->words(row.id, now.describe(now.code));
    }
    for (Violations& row : violations_) {
        if (!row.bus.clocked()) continue;
        if (row.now != row.shown) file_->words(row.id, rule_words(row.now));
        row.shown = row.now;
        row.now = nullptr;
    }
}

void AnnotatedCopy::finish() {
    file_->finish();
    save_.write(path_, variables_, first_ps_);
}

}  // namespace niclab::cli
