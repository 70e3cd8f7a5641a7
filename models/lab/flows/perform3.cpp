// Reads of files over NCP, one after the other: lab/run/perform3.
#include "lab/flows/kind.h"

namespace niclab::lab::flows::perform3 {

namespace {

class Reads : public Plan {
public:
    bool reads_files() const override { return true; }
};

}  // namespace

const Kind& kind() {
    static const Kind kind{"perform3", Between::Segment,
                           [](core::ConfigTable&) -> std::shared_ptr<const Plan> { return std::make_shared<Reads>(); }};
    return kind;
}

}  // namespace niclab::lab::flows::perform3
