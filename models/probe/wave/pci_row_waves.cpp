#include "probe/wave/pci_row_waves.h"

namespace niclab::probe {

namespace {

/// The code of a row of violations is the rule's address.
std::string rule_words(std::uint64_t code) { return code == 0 ? "-" : reinterpret_cast<const check::Rule*>(code)->id; }

}  // namespace

PciRowWaves::PciRowWaves(RowSink& sink, const std::string& scope)
    : sink_(sink), agents_(std::make_shared<std::vector<std::string>>()) {
    transaction_ = sink.add_row(scope, "transaction", [agents = agents_](std::uint64_t code) {
        return check::transaction_words(code, *agents);
    });
    data_ = sink.add_row(scope, "data", check::data_words);
}

void PciRowWaves::listen(PciWatch& watch) {
    *agents_ = watch.agents();
    watch.sampled = [this](const check::PciSample& s) {
        const check::PciRows::Codes codes = decoder_.sample(s);
        if (codes.transaction != shown_.transaction) sink_.row(transaction_, codes.transaction, s.at);
        if (codes.data != shown_.data) sink_.row(data_, codes.data, s.at);
        shown_ = codes;
    };
}

ViolationRow::ViolationRow(RowSink& sink, const std::string& scope, core::Femtoseconds clock_fs)
    : sink_(sink), scope_(scope), clock_fs_(clock_fs), id_(sink.add_row(scope, "violation", rule_words)) {}

void ViolationRow::report(const check::Violation& v) {
    if (!v.concerns(scope_)) return;
    sink_.row(id_, reinterpret_cast<std::uint64_t>(v.rule), v.at);
    sink_.row(id_, 0, v.at + clock_fs_);
}

}  // namespace niclab::probe
