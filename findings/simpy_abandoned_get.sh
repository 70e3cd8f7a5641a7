#!/usr/bin/env bash
# Versions: simpy 4.1.2.
# Expected: after `yield store.get() | env.timeout(5)` ends by the timeout, nothing waits for an
# item. An interrupted process waits for nothing, either.
# Observed: the get stays in the queue. It takes the next item, which no process receives. A
# request of an interrupted process takes the resource and never releases it.
# Hurts: models of receivers with a timer. Each timeout costs one packet later, and the loss looks
# like that of the link. get() and request() have to be cancelled by hand.
. "$(dirname "$0")/common.sh"

python_packages simpy==4.1.2
python >lines <<'CODE'
import simpy


def sender(env, store):
    for number in range(1, 4):
        yield env.timeout(7)
        store.put(number)


def receiver(env, store, cancel):
    get = store.get()
    yield get | env.timeout(5)
    if cancel:
        get.cancel()
    while True:
        received.append((yield store.get()))


for cancel in (False, True):
    received = []
    env = simpy.Environment()
    store = simpy.Store(env)
    env.process(sender(env, store))
    env.process(receiver(env, store, cancel))
    env.run(until=100)
    print(*received)


def holder(env, bus):
    with bus.request() as request:
        yield request
        yield env.timeout(10)


def impatient(env, bus):
    try:
        yield bus.request()
    except simpy.Interrupt:
        pass


env = simpy.Environment()
bus = simpy.Resource(env)
env.process(holder(env, bus))
waiting = env.process(impatient(env, bus))
env.run(until=5)
waiting.interrupt()
env.run(until=100)
print(bus.count, waiting.is_alive)
CODE
expect "items 1, 2, 3 after a timeout" "2 3" "$(sed -n 1p lines)"
expect "the same with get.cancel()" "1 2 3" "$(sed -n 2p lines)"
expect "users of the resource, is its process alive" "1 False" "$(sed -n 3p lines)"
finish
