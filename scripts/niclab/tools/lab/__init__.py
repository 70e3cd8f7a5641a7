"""niclab lab: the bench in a browser of this machine.

command    starts the server.
guard      access rules and size limits of requests.
app        the requests and their answers.
runs       child processes: a queue, progress, cancel, stored results.
catalog    the experiments, cards and keys to choose from.
uploads    files of the reader.
states     settings that are too long for a link.
static     its scripts; the drawings are `pages/modules`, which the reports use, too.
"""
