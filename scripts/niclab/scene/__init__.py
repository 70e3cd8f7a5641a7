"""What pages and the bench draw of a run: a card's places in order, one packet's time through them, wires beside it.

scene     a run's folder as JSON that the modules of `pages/modules` draw
waves     the first packet's waveform for a page's viewer, out of vcd and buses; wires: lanes of it beside a packet
places    what the card's chain declares of its places: kind of thing, why a packet waits there, which keys change it
"""
