#include <map>

#include "lab/watch/known_results.h"

namespace niclab::lab {

namespace {

/// By the name of the pin; those of PCI and UTOPIA in the terms of their standards.
const std::map<std::string, const char*>& meanings() {
    static const std::map<std::string, const char*> all{
        {"CLK", "Clock of the bus; all other signals are sampled at its rising edge."},
        {"RST_n", "Reset."},
        {"AD", "Address in the first clock of a transaction, then data."},
        {"CBE_n", "Command in the first clock of a transaction, then byte enables."},
        {"PAR", "Even parity over AD and C/BE#, one clock later."},
        {"FRAME_n", "Low from a transaction's first clock until its last data phase begins."},
        {"IRDY_n", "The initiator is ready for the data phase to end."},
        {"TRDY_n", "The target is."},
        {"DEVSEL_n", "A target has found itself addressed."},
        {"STOP_n", "The target wants the transaction to end: retry, disconnect or abort."},
        {"LOCK_n", "Not modelled: always high."},
        {"PERR_n", "Data with wrong parity, two clocks before."},
        {"SERR_n", "An address with wrong parity, or another system error."},
        {"INTA_n", "Interrupt of any card, a level."},
        {"IDSEL", "Selects the card in configuration cycles: a line of AD."},
        {"REQ_n", "A wire a master that wants the bus; bit 0 is the host."},
        {"GNT_n", "A wire a master that may have it next; bits as of REQ#."},
        {"AD_HIGH", "AD[63:32]."},
        {"CBE_HIGH_n", "C/BE[7:4]#."},
        {"PAR64", "Parity over the upper halves."},
        {"REQ64_n", "The initiator requests 64 bits."},
        {"ACK64_n", "The target agrees."},
        {"TxClk", "Clock of the transmit direction."},
        {"TxData", "An octet, or 16 bits, to the PHY."},
        {"TxSOC", "Start of cell: with its first word."},
        {"TxEnb_n", "Low where TxData mean something."},
        {"TxClav", "The PHY has room for a whole cell; at octet level TxFull*."},
        {"TxPrty", "Odd parity over TxData."},
        {"RxClk", "Clock of the receive direction."},
        {"RxData", "An octet, or 16 bits, from the PHY."},
        {"RxSOC", "Start of cell: with its first word."},
        {"RxEnb_n", "Low where the card takes data in the next clock."},
        {"RxClav", "The PHY has a whole cell; at octet level RxEmpty*."},
        {"RxPrty", "Odd parity over RxData."},
        {"TxOctet", "Octet launched into the fiber, scrambled."},
        {"TxFrame", "High with the first octet of a frame."},
        {"RxOctet", "Octet that arrives."},
        {"RxFrame", "High with the first octet of a frame that arrives."},
        {"ADDR", "Word of the card's SRAM."},
        {"DATA", "What is read or written there."},
        {"WE_n", "Low in a write."},
        {"OE_n", "Low in a read."},
        {"TxD", "Serial port of the host, which the programs mark their calls with."},
        {"TXEN", "The MAC sends: preamble, frame, or the jam after a collision."},
        {"TXD", "What it sends, a bit a clock of the transceiver."},
        {"RXDV", "RXD carries a received frame."},
        {"RXD", "Received bits, one per clock."},
        {"CRS", "Carrier sense: somebody sends, the own station included."},
        {"COL", "Collision: two signals are on the cable."},
        {"BCLK_HALF", "An edge each half of BCLK, the clock of the bus."},
        {"LA", "LA[23:17]: address of memory, before the cycle begins."},
        {"SA", "SA[19:0]: address, as long as the command."},
        {"SD", "Data of the ISA bus."},
        {"BALE", "Falls where the address of a cycle may be latched."},
        {"AEN", "The address is none of the CPU's: ports do not answer."},
        {"SBHE_n", "SD[15:8] carry an octet, too."},
        {"IOR_n", "Command: a port is read."},
        {"IOW_n", "Command: a port is written."},
        {"MEMR_n", "Command: memory is read."},
        {"MEMW_n", "Command: memory is written."},
        {"IOCS16_n", "The port addressed has 16 bits."},
        {"MEMCS16_n", "The memory addressed has 16 bits."},
        {"NOWS_n", "0WS#: the cycle may end sooner."},
        {"IOCHRDY", "Low as long as the card wants the command to last."},
        {"REFRESH_n", "Memory is refreshed."},
        {"eisa.LA", "LA[31:2]: address of memory or of ports, before the cycle begins."},
        {"BCLK", "Clock of the EISA bus, which a cycle may keep low."},
        {"D", "Data of the EISA bus."},
        {"BE_n", "Octets of the dword that are meant; low: meant."},
        {"AEN_SLOT", "A wire a slot: the ports addressed are not its own."},
        {"START_n", "A cycle begins."},
        {"CMD_n", "Data move, until its end."},
        {"M_IO", "High: memory is addressed, not ports."},
        {"W_R", "High: a write."},
        {"EX32_n", "Who is addressed has 32 bits."},
        {"EX16_n", "Who is addressed has 16 bits."},
        {"EXRDY", "Low as long as a card wants the transfer to last."},
        {"MSBURST_n", "The master moves one more in this burst."},
        {"SLBURST_n", "Who is addressed can burst."},
        {"MAK_n", "A wire a slot: the bus is its master's."},
        {"MASTER_n", "A card drives the bus."},
        {"DACK_n", "One wire per channel: grants the bus to the requester on DRQ."},
        {"RESET_DRV", "Reset of the ISA bus."},
        {"transaction", "Command, address and initiator in words, during a transaction."},
        {"data", "In words: number and value of each dword, or what a clock brings in its place."},
        {"cell", "In words: VPI, VCI and PTI of the cell under way."},
        {"violation", "In words: the rule that is broken, for a clock."},
        {"redraw", "High between runs, where clocks stand still while their phases are drawn anew."},
    };
    return all;
}

}  // namespace

std::string signal_meaning(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    const std::string scope = name.substr(0, dot), pin = name.substr(dot + 1);
    if (scope.find(".oe_") != std::string::npos) return "This agent drives these wires of the bus: " + pin + ".";
    const std::string bus = scope.substr(scope.rfind('.') + 1);
    if (bus == "pcie")
        return std::string("Symbol of a lane ") + (pin.rfind("UP", 0) == 0 ? "to the root" : "to the card") +
               ": an octet; bit 8 marks a special symbol.";
    if (pin.rfind("IRQ", 0) == 0)
        return bus == "eisa" ? "Interrupt of one or several cards, requested by its level."
                             : "Interrupt of one card, requested by its rising edge.";
    if (pin.rfind("MREQ", 0) == 0) return "The master of a slot wants the bus.";
    if (pin.rfind("DRQ", 0) == 0) return "A card requests the bus, or a transfer by the board.";
    auto found = meanings().find(bus + "." + pin);
    if (found == meanings().end()) found = meanings().find(pin.rfind("IDSEL", 0) == 0 ? "IDSEL" : pin);
    return found == meanings().end() ? "" : found->second;
}

}  // namespace niclab::lab
