"""Data for the drawings of a run: a card's places in order, the time of one packet in each, and the
wires next to it.

scene     a run's folder as JSON that the modules of `pages/modules` draw.
waves     the first packet's waveform for a page's viewer, out of vcd and buses.
wires     lanes of the waveform next to a packet.
places    the places that the card's chain declares: kind of thing, reason of a packet's wait, and
          the keys that change it.
"""
