#include <cctype>

#include "lab/buses/bus.h"
#include "lab/watch/known_results.h"

namespace niclab::lab {

namespace {

/// In the terms of the standards of PCI and UTOPIA. Those of other buses are in lab/buses.
const buses::Meanings& meanings() {
    static const buses::Meanings all{
        {"CLK", "Clock of the bus; all other signals are sampled at its rising edge."},
        {"RST_n", "Reset of the bus."},
        {"AD", "Address in the first clock of a transaction, then data."},
        {"CBE_n", "Command in the first clock of a transaction, then byte enables."},
        {"PAR", "Even parity over AD and C/BE#, one clock later."},
        {"FRAME_n", "Low from a transaction's first clock until its last data phase begins."},
        {"IRDY_n", "Initiator ready: it can complete the data phase."},
        {"TRDY_n", "Target ready: it can complete the data phase."},
        {"DEVSEL_n", "Device select: a target has decoded its address."},
        {"STOP_n", "The target requests the end of the transaction: retry, disconnect or abort."},
        {"LOCK_n", "Not modelled: always high."},
        {"PERR_n", "Parity error of the data two clocks before."},
        {"SERR_n", "System error, such as an address with wrong parity."},
        {"INTA_n", "Interrupt of any card, level-sensitive."},
        {"IDSEL", "Chip select of the card in configuration transactions, connected to a line of AD."},
        {"REQ_n", "Bus requests, one bit per master. Bit 0 is the host."},
        {"GNT_n", "Bus grants, one bit per master, numbered as REQ#."},
        {"AD_HIGH", "AD[63:32]."},
        {"CBE_HIGH_n", "C/BE[7:4]#."},
        {"PAR64", "Parity of AD[63:32] and C/BE[7:4]#."},
        {"REQ64_n", "The initiator requests 64 bits."},
        {"ACK64_n", "The target accepts a 64-bit transfer."},
        {"TxClk", "Clock of the transmit direction."},
        {"TxData", "Data to the PHY, 8 or 16 bits."},
        {"TxSOC", "Start of cell: high with the first word of a cell."},
        {"TxEnb_n", "Transmit enable: low while TxData is valid."},
        {"TxClav", "Cell available: the PHY has space for a whole cell. At octet level TxFull*."},
        {"TxPrty", "Odd parity over TxData."},
        {"RxClk", "Clock of the receive direction."},
        {"RxData", "Data from the PHY, 8 or 16 bits."},
        {"RxSOC", "Start of cell: high with the first word of a cell."},
        {"RxEnb_n", "Receive enable: low if the card accepts data in the next clock."},
        {"RxClav", "Cell available: the PHY has a whole cell. At octet level RxEmpty*."},
        {"RxPrty", "Odd parity over RxData."},
        {"TxOctet", "Transmitted octet of the line, scrambled."},
        {"TxFrame", "High with the first octet of a transmitted frame."},
        {"RxOctet", "Received octet of the line, scrambled."},
        {"RxFrame", "High with the first octet of a received frame."},
        {"ADDR", "Word address of the card's SRAM."},
        {"DATA", "Data that is read from or written to the SRAM."},
        {"WE_n", "Write enable: low during a write."},
        {"OE_n", "Output enable: low during a read."},
        {"TxD", "Transmit data of the host's serial port, to which programs write a mark at each call."},
        {"TXEN", "Transmit enable: the MAC sends preamble, frame, or the jam after a collision."},
        {"TXD", "Transmitted bits, one per clock of the transceiver."},
        {"RXDV", "Receive data valid: RXD carries a received frame."},
        {"RXD", "Received bits, one per clock."},
        {"CRS", "Carrier sense: a station sends, including this one."},
        {"COL", "Collision: two signals are on the cable."},
        {"transaction", "Command, address and initiator in words, during a transaction."},
        {"data", "Number and value of each dword in words, or the kind of a clock without data."},
        {"cell", "VPI, VCI and PTI of the current cell in words."},
        {"violation", "Violated rule in words, for one clock."},
        {"redraw", "High between runs, while the clocks are stopped and new phases are drawn."},
    };
    return all;
}

/// "IRQ10" is found as "IRQ", "MREQ5_n" as "MREQ_n".
std::string without_number(const std::string& pin) {
    const std::size_t end = pin.size() > 2 && pin.compare(pin.size() - 2, 2, "_n") == 0 ? pin.size() - 2 : pin.size();
    std::size_t begin = end;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(pin[begin - 1])) != 0) --begin;
    return pin.substr(0, begin) + pin.substr(end);
}

std::string find_meaning(const buses::Meanings& all, const std::string& pin) {
    auto found = all.find(pin);
    if (found == all.end()) found = all.find(without_number(pin));
    return found == all.end() ? "" : found->second;
}

}  // namespace

std::string signal_meaning(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    const std::string scope = name.substr(0, dot), pin = name.substr(dot + 1);
    if (scope.find(".oe_") != std::string::npos) return "This agent drives these wires of the bus: " + pin + ".";
    const std::string bus = scope.substr(scope.rfind('.') + 1);
    for (const buses::Kind* kind : buses::kinds())
        if (kind->name == bus)
            if (const std::string meaning = find_meaning(kind->meanings, pin); !meaning.empty()) return meaning;
    return find_meaning(meanings(), pin.rfind("IDSEL", 0) == 0 ? "IDSEL" : pin);
}

}  // namespace niclab::lab
