"""niclab lab: the bench in a browser of this machine.

command    starts it        guard      who may ask, and how much
app        what is asked    runs       child processes: a queue, progress, cancel, results kept
catalog    what there is to open and to turn
uploads    files of the reader's own; states: what is too long for a link
static     its scripts; the drawings are `pages/modules`, which the reports use, too
"""
