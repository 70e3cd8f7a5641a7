/* The signals that couple a PCI core in another simulator to niclab, in the order in which a message has them.
 *
 * A message is a line of '0', '1' and 'Z', one character per bit, the most significant first. From the simulator any of
 * the nine values of std_logic may come. One message goes each way per clock edge. */
#ifndef NICLAB_COSIM_PCI_SIGNALS_H
#define NICLAB_COSIM_PCI_SIGNALS_H

#define NICLAB_PCI_VARIABLE "NICLAB_PCI" /* Environment: number of the socket, period of the clock in femtoseconds. */
#define NICLAB_PCI_HELLO "niclab_pci 1"  /* First line of the simulator. A line that begins with '!' is an error. */

enum { NICLAB_PCI_MOST_BITS = 32, NICLAB_PCI_SHARED = 10, NICLAB_PCI_SIGNALS = 15, NICLAB_PCI_LINE = 256 };

/* The first ones are shared: the core sees and drives NAME, niclab drives NAME_in. Then come inputs, then outputs. */
static const struct {
    const char* name;
    int bits, to_core, from_core;
} kPciSignals[NICLAB_PCI_SIGNALS] = {
    {"ad", 32, 1, 1},    {"cbe_n", 4, 1, 1},    {"par", 1, 1, 1},    {"frame_n", 1, 1, 1}, {"irdy_n", 1, 1, 1},
    {"trdy_n", 1, 1, 1}, {"devsel_n", 1, 1, 1}, {"stop_n", 1, 1, 1}, {"perr_n", 1, 1, 1},  {"serr_n", 1, 1, 1},
    {"idsel", 1, 1, 0},  {"gnt_n", 1, 1, 0},    {"rst_n", 1, 1, 0},  {"req_n", 1, 0, 1},   {"inta_n", 1, 0, 1},
};

#endif
