// Packets at random, independent times, without waiting for their results.
#include <cmath>

#include "lab/flows/kind.h"

namespace niclab::lab::flows::poisson {

namespace {

class Poisson : public Plan {
public:
    explicit Poisson(base::Femtoseconds mean) : mean_(mean) {}
    bool is_timed() const override { return true; }
    /// Exponentially distributed.
    base::Femtoseconds interval(base::RandomStream& random) const override {
        return base::Femtoseconds(std::llround(-std::log(1 - random.uniform01()) * double(mean_)));
    }

private:
    base::Femtoseconds mean_;
};

std::shared_ptr<const Plan> read(core::ConfigTable& flow) { return std::make_shared<Poisson>(read_interval(flow)); }

}  // namespace

const Kind& kind() {
    static const Kind kind{"poisson", Between::Both, read, {"interval"}};
    return kind;
}

}  // namespace niclab::lab::flows::poisson
