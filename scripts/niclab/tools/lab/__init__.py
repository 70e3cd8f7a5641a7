"""niclab lab: the bench in a browser of this machine.

command    starts it        guard      who may ask, and how much
app        what is asked    runs       child processes: a queue, progress, cancel, results kept
catalog    what there is to open and to turn
static     its scripts; the drawings are `pages/modules`, which the reports use, too
"""
