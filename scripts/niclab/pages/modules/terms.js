// What a place of a card is, for a reader who meets its name for the first time. Pure.

const TERMS = {
  "program": "The program that sends or receives, with its system's sockets and TCP: a time that was measured, not simulated.",
  "driver": "The card's driver: it writes the address of a packet to the card, and an interrupt reports that one has arrived.",
  "memory": "The host's memory, as far as the card waits for it over the bus.",
  "PCI bus": "The bus between the card and the host's memory; others may hold it.",
  "ISA bus": "The bus between the card and the rest of its host: 8.33 MHz, 16 bits, a word in three clocks or more.",
  "switch": "Takes a frame whole, and sends it on by the port of its station.",
  "port of the switch": "The switch's own MAC at the receiver's cable: it waits for the cable as a card does.",
  "packet memory": "The card's own memory for whole packets.",
  "SAR engine": "Segmentation and reassembly: cuts a packet into cells of 53 octets, and makes packets of cells again (AAL5).",
  "firmware": "A program on the card's own processor, which looks at each packet.",
  "transmit FIFO": "Cells that wait to leave the card, first in, first out; an engine without data puts null cells into it.",
  "receive FIFO": "Cells that came and wait for the engine.",
  "UTOPIA": "The wires by which cells pass between the engine's chip and the PHY, an octet a clock.",
  "PHY FIFO": "Cells in the physical layer's chip, which makes SONET frames of them.",
  "line": "The fiber and the SONET frames on it: a cell takes 2.73 µs at 155.52 Mb/s.",
};

// Nothing of a place whose name explains itself, or that nobody has explained.
export const termOf = (title) => TERMS[title] ?? "";
