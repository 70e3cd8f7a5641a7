#include "lab/watch/rows.h"

#include "check/cell_row.h"

namespace niclab::lab {

Rows::Rows(Bench& bench, probe::WaveWriter& writer) : writer_(writer) {
    for (const auto& node : bench.nodes()) {
        const std::string scope = std::string(node->basename()) + ".pci";
        buses_.emplace_back(*node, writer, scope);
        violations_.emplace_back(writer, scope, node->pci_clock.period_fs());
    }
    for (const auto& end : bench.ends())
        if (end->atm) add_card(*end);
}

void Rows::add_card(const End& end) {
    board::Nic& nic = end.atm->nic;
    const std::string card = nic.name();
    const auto tx = writer_.add_row(card + ".utopia_tx", "cell", check::cell_words);
    cards_.push_back({end, tx, writer_.add_row(card + ".utopia_rx", "cell", check::cell_words)});
    for (const char* direction : {".utopia_tx", ".utopia_rx"})
        violations_.emplace_back(writer_, card + direction, nic.utopia_clock().period_fs());
    violations_.emplace_back(writer_, card + ".phy", nic.phy.clock().period_fs());
}

void Rows::listen(Checkers& checkers) {
    // Samples that are used cost the repetition of recorded timings (probe/account/pin_watch.h).
    for (Pci& bus : buses_)
        if (bus.rows.wanted()) bus.rows.listen(checkers.watch(bus.node));
    for (Cells& card : cards_) {
        probe::CardWatch* watch = checkers.watch(card.end);
        constexpr auto kUnwanted = probe::WaveSink::kUnwanted;
        if (!watch || (card.tx == kUnwanted && card.rx == kUnwanted)) continue;
        watch->sampled = [this, &card](bool receive, const check::UtopiaChecker& c, core::Femtoseconds at) {
            const std::uint64_t code = check::cell_code(c.cell(), c.octets_taken());
            if (code == card.shown[receive]) return;
            card.shown[receive] = code;
            writer_.row(receive ? card.rx : card.tx, code, at);
        };
    }
    checkers.hear([this](const check::Violation& v) {
        writer_.mark(v.at, std::string(v.rule->id) + "@" + v.where);
        for (probe::ViolationRow& row : violations_) row.report(v);
    });
}

}  // namespace niclab::lab
