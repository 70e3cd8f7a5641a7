// One packet after the other from `from` to `to`, which returns each.
#include "lab/flows/kind.h"

namespace niclab::lab::flows::echo {

namespace {

class Echo : public OneByOne {
public:
    bool echoes() const override { return true; }
};

}  // namespace

const Kind& kind() {
    static const Kind kind{"echo", Between::Cards,
                           [](core::ConfigTable&) -> std::shared_ptr<const Plan> { return std::make_shared<Echo>(); }};
    return kind;
}

}  // namespace niclab::lab::flows::echo
