#include "cards/ether_board/isa_place.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace niclab::ether_board {

namespace {

std::uint32_t read_port(core::ConfigTable& t, const IsaChoices& c, std::uint32_t standard) {
    const std::string multiple = fmt::format("a multiple of {}", c.multiple);
    const std::int64_t port = t.integer("port", standard, c.from, c.to,
                                        fmt::format("I/O base address of the card's {} ports, {}.", c.ports, multiple));
    if (port % c.multiple != 0) throw t.error("port", "not an I/O address of this card", multiple);
    return static_cast<std::uint32_t>(port);
}

}  // namespace

unsigned read_irq(core::ConfigTable& t, const std::vector<unsigned>& irqs, unsigned standard) {
    const std::string others = fmt::format("{}", fmt::join(irqs.begin(), irqs.end() - 1, ", "));
    const std::int64_t irq = t.integer("irq", standard, irqs.front(), irqs.back(),
                                       fmt::format("Interrupt line: IRQ {} or {}.", others, irqs.back()));
    if (std::find(irqs.begin(), irqs.end(), irq) == irqs.end())
        throw t.error("irq", "not an interrupt of this card", fmt::format("one of {}, {}", others, irqs.back()));
    return static_cast<unsigned>(irq);
}

IsaPlace read_isa_place(core::ConfigTable& t, const IsaChoices& choices, const IsaPlace& standard) {
    const std::uint32_t port = read_port(t, choices, standard.port);
    return {port, read_irq(t, choices.irqs, standard.irq)};
}

}  // namespace niclab::ether_board
