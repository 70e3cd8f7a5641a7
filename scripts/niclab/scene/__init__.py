"""What pages and the bench draw of a run: a card's places in order, one packet's time through them, wires beside it.

scene     a run's folder as JSON that the modules of `pages/modules` draw
places    places.toml read: what kind of thing a place is, why a packet waits there, which keys change it
"""
