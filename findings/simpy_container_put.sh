#!/usr/bin/env bash
# Versions: simpy 4.1.2.
# Expected: a put that is larger than the capacity of a Container is an error, as a negative one.
# Observed: it waits for ever, and each later put waits after it, also one that fits. The run ends
# without a message when nothing else is left to do.
# Hurts: models of a buffer in octets. One frame that is longer than the buffer stops the port for
# good instead of being dropped, and the throughput is that of the time before.
. "$(dirname "$0")/common.sh"

python_packages simpy==4.1.2
python >seen - <<'CODE'
import simpy

env = simpy.Environment()
octets = simpy.Container(env, capacity=1500)
stored = []


def put(start, size):
    yield env.timeout(start)
    yield octets.put(size)
    stored.append(size)


def take():
    while True:
        yield octets.get(64)


try:
    octets.put(-1)
except ValueError:
    print("ValueError")
env.process(take())
for start, size in ((1, 64), (2, 1514), (3, 64), (4, 64)):
    env.process(put(start, size))
env.run(until=1000)
print(*stored)
print(octets.level, len(octets.put_queue))
CODE
expect "put of a negative number" "ValueError" "$(sed -n 1p seen)"
expect "puts of 64, 1514, 64, 64 that are complete" "64" "$(sed -n 2p seen)"
expect "octets in the buffer, puts that wait" "0 3" "$(sed -n 3p seen)"
finish
