#include <map>

#include "lab/watch/known_results.h"

namespace niclab::lab {

namespace {

/// By the name of the pin; those of PCI and UTOPIA in the terms of their standards.
const std::map<std::string, const char*>& meanings() {
    static const std::map<std::string, const char*> all{
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
        {"BCLK_HALF", "Marker of the half cycles of the bus clock BCLK: changes at each of its edges."},
        {"LA", "LA[23:17]: memory address, valid before the cycle starts."},
        {"SA", "SA[19:0]: address, valid during the command."},
        {"SD", "Data of the ISA bus."},
        {"BALE", "Address latch enable: its falling edge latches the address of a cycle."},
        {"AEN", "Address enable: high during DMA, when I/O ports must not respond."},
        {"SBHE_n", "Byte high enable: SD[15:8] carry data."},
        {"IOR_n", "I/O read command."},
        {"IOW_n", "I/O write command."},
        {"MEMR_n", "Memory read command."},
        {"MEMW_n", "Memory write command."},
        {"IOCS16_n", "The addressed I/O port has 16 bits."},
        {"MEMCS16_n", "The addressed memory has 16 bits."},
        {"NOWS_n", "Zero wait states (0WS#): the cycle may end early."},
        {"IOCHRDY", "I/O channel ready: low while the card extends the command."},
        {"REFRESH_n", "Memory refresh cycle."},
        {"eisa.LA", "LA[31:2]: address of memory or I/O ports, valid before the cycle starts."},
        {"BCLK", "Clock of the EISA bus. A cycle may extend its low phase."},
        {"D", "Data of the EISA bus."},
        {"BE_n", "Byte enables, active low."},
        {"AEN_SLOT", "Address enable, one bit per slot: the addressed I/O ports are not those of the slot."},
        {"START_n", "Start of a cycle."},
        {"CMD_n", "Data phase of the cycle. Data is valid at its end."},
        {"M_IO", "High: memory cycle; low: I/O cycle."},
        {"W_R", "High: write cycle; low: read cycle."},
        {"EX32_n", "The addressed slave has 32 bits."},
        {"EX16_n", "The addressed slave has 16 bits."},
        {"EXRDY", "Ready: low while a card extends the transfer."},
        {"MSBURST_n", "The master continues the burst with another transfer."},
        {"SLBURST_n", "The addressed slave supports bursts."},
        {"MAK_n", "Bus grant (acknowledge), one bit per slot with a master."},
        {"MASTER_n", "A card is bus master."},
        {"DACK_n", "One wire per channel: grants the bus to the requester on DRQ."},
        {"RESET_DRV", "Reset of the ISA bus."},
        {"transaction", "Command, address and initiator in words, during a transaction."},
        {"data", "Number and value of each dword in words, or the kind of a clock without data."},
        {"cell", "VPI, VCI and PTI of the current cell in words."},
        {"violation", "Violated rule in words, for one clock."},
        {"redraw", "High between runs, while the clocks are stopped and new phases are drawn."},
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
        return bus == "eisa" ? "Interrupt request of one or more cards, level-sensitive."
                             : "Interrupt request of one card, edge-triggered.";
    if (pin.rfind("MREQ", 0) == 0) return "Bus request of the master in a slot.";
    if (pin.rfind("DRQ", 0) == 0) return "DMA request: a card requests a transfer by the DMA controller, or the bus.";
    auto found = meanings().find(bus + "." + pin);
    if (found == meanings().end()) found = meanings().find(pin.rfind("IDSEL", 0) == 0 ? "IDSEL" : pin);
    return found == meanings().end() ? "" : found->second;
}

}  // namespace niclab::lab
