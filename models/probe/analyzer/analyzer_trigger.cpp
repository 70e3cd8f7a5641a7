#include "probe/analyzer/analyzer_trigger.h"

namespace niclab::probe {

void TriggerMachine::enter(std::size_t state) {
    state_ = state;
    const TriggerState& s = program_.states[state];
    left_ = s.kind == TriggerState::Kind::Within ? 0 : s.count;
    since_open_ = 0;
}

bool TriggerMachine::ends(const TriggerState& s, Sample before, Sample now) {
    switch (s.kind) {
        case TriggerState::Kind::Find:
            return program_.patterns[s.pattern].matches(before, now) && --left_ == 0;
        case TriggerState::Kind::Wait:
            return --left_ == 0;
        case TriggerState::Kind::Within:
            ++since_open_;
            if (left_ > 0 && program_.patterns[s.pattern].matches(before, now)) return true;
            if (left_ > 0) --left_;
            if (program_.patterns[s.opener].matches(before, now)) left_ = s.count, since_open_ = 0;
            return false;
        case TriggerState::Kind::Sink:
            return false;
    }
    return false;
}

TriggerMachine::Step TriggerMachine::feed(Sample before, Sample now) {
    const TriggerState& s = program_.states[state_];
    Step step;
    step.state = state_;
    step.store = s.store == TriggerState::Store::Any ||
                 (s.store == TriggerState::Store::Pattern && program_.patterns[s.stored_pattern].matches(before, now));
    if (!ends(s, before, now)) return step;
    step.ended = step.store = true;
    step.opened_before = since_open_;
    enter(s.next);
    return step;
}

}  // namespace niclab::probe
