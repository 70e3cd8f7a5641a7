#include "commands.h"
#include "lab/experiment/layers.h"
#include "lab/results/provenance.h"

namespace niclab::cli {

namespace {

Subject read_results(const std::string& path, const lab::Overrides& overrides) {
    lab::Again again = lab::read_again(path);
    Subject subject;
    subject.name = again.experiment;
    subject.overrides = lab::repeated(again.overrides, overrides);
    subject.check = again.check;
    subject.made_by = again.program_id;
    subject.experiment = lab::read_experiment(subject.name, subject.overrides, std::move(again.files));
    return subject;
}

}  // namespace

Subject read_subject(const std::string& name, const lab::Overrides& overrides) {
    if (lab::is_results(name)) return read_results(name, overrides);
    Subject subject;
    subject.name = lab::experiment_path(name);
    subject.overrides = overrides;
    subject.experiment = lab::read_experiment(subject.name, overrides);
    return subject;
}

}  // namespace niclab::cli
