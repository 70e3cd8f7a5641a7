#!/usr/bin/env bash
# Versions: simpy 4.1.2.
# Expected: items of one priority leave a PriorityStore in the order in which they were put, as the
# requests of a PriorityResource do.
# Observed: eight items of one priority come out as 1 3 7 6 8 5 2 4. The store is a heap that
# compares the priorities only. A PriorityResource serves equal requests in order.
# Hurts: models of a switch or a card with priority queues: frames of one class overtake each other,
# and TCP sees reordering that no device causes.
. "$(dirname "$0")/common.sh"

python_packages simpy==4.1.2
python >order - <<'CODE'
import simpy

env = simpy.Environment()
store, resource = simpy.PriorityStore(env), simpy.PriorityResource(env)
received, served = [], []


def fill():
    for number in range(1, 9):
        yield store.put(simpy.PriorityItem(0, number))


def drain():
    yield env.timeout(1)
    for _ in range(8):
        item = yield store.get()
        received.append(item.item)


def use(number):
    with resource.request(priority=0) as request:
        yield request
        served.append(number)
        yield env.timeout(1)


env.process(fill())
env.process(drain())
for number in range(1, 9):
    env.process(use(number))
env.run()
print(*received)
print(*served)
CODE
expect "PriorityStore, items of one priority" "1 3 7 6 8 5 2 4" "$(sed -n 1p order)"
expect "PriorityResource, requests of one priority" "1 2 3 4 5 6 7 8" "$(sed -n 2p order)"
finish
