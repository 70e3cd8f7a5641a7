// There is always a frame to send.
#include "lab/flows/kind.h"

namespace niclab::lab::flows::saturated {

const Kind& kind() {
    static const Kind kind{"saturated", Between::Macs,
                           [](core::ConfigTable&) -> std::shared_ptr<const Plan> { return std::make_shared<Plan>(); }};
    return kind;
}

}  // namespace niclab::lab::flows::saturated
