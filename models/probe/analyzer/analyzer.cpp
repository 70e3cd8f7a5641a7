#include "probe/analyzer/analyzer.h"

#include <algorithm>

namespace niclab::probe {

const Acquisition::Mark* Acquisition::mark(std::size_t state) const {
    const auto found = std::find_if(marks.begin(), marks.end(), [state](const Mark& m) { return m.state == state; });
    return found == marks.end() ? nullptr : &*found;
}

Analyzer::Analyzer(sc_core::sc_module_name name, const AnalyzerConfig& config, const AnalyzerFeed& feed,
                   core::Clock* clock)
    : sc_module(name), config_(config), feed_(feed), clock_(clock), machine_(config.program) {
    SC_HAS_PROCESS(Analyzer);
    SC_METHOD(on_sample);
    if (config.period_fs == 0) {
        sensitive << clock->edge();
        dont_initialize();
        clock->acquire();
    }
}

void Analyzer::arm(core::Femtoseconds at) {
    acquisitions_.emplace_back();
    acquisitions_.back().armed = at;
    arming_ = true;
}

void Analyzer::on_sample() {
    const core::Femtoseconds now = core::now_fs();
    if (config_.period_fs != 0) {
        const bool first = samples_ == 0 && now < config_.phase_fs;
        next_trigger(core::from_fs(first ? config_.phase_fs - now : config_.period_fs));
        if (first) return;
    }
    const Sample sample = feed_.sample(now);
    if (arming_) machine_.restart(), armed_ = true, arming_ = false;
    ++samples_;
    if (armed_) take(now, sample);
    before_ = sample;
}

void Analyzer::take(core::Femtoseconds now, Sample sample) {
    Acquisition& a = acquisitions_.back();
    const TriggerMachine::Step step = machine_.feed(before_, sample);
    a.last_state = step.state;
    if (step.store) {
        if (config_.depth != 0 && a.stored == config_.depth) {
            a.overflowed = true;
            armed_ = false;
            return;
        }
        ++a.stored;
        if (acquisitions_.size() <= config_.listings)
            a.words.push_back({tag(now), sample, static_cast<std::uint8_t>(step.state), step.ended});
    }
    if (!step.ended) return;
    const core::Femtoseconds opened =
        now - step.opened_before * (config_.period_fs ? config_.period_fs : clock_->period_fs());
    a.marks.push_back({step.state, tag(opened), tag(now)});
    if (ended) ended(step.state, now);
    if (!machine_.complete()) return;
    a.complete = true;
    armed_ = false;
}

}  // namespace niclab::probe
