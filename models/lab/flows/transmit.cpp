// One packet after the other from `from` to `to`.
#include "lab/flows/kind.h"

namespace niclab::lab::flows::transmit {

const Kind& kind() {
    static const Kind kind{"transmit", Between::Cards, [](core::ConfigTable&) -> std::shared_ptr<const Plan> {
                               return std::make_shared<OneByOne>();
                           }};
    return kind;
}

}  // namespace niclab::lab::flows::transmit
