#!/usr/bin/env bash
# Versions: usim 0.4.4.
# Expected: transfers share a Pipe so that one that asks for less than its fair share gets what it
# asks for (max-min fairness), as in SimGrid and as with fair queues.
# Observed: all are reduced by one factor, weighted with what they ask for. On a link of 10, one
# transfer limited to 1 and two without a limit get 0.48, 4.76 and 4.76. A limit above the rate of
# the link counts as weight: of two transfers the one with a limit of 40 gets four fifths.
# Hurts: models of clusters. A slow card is slowed down further by fast ones that share a link, and
# a host gets more of a full link if its own card is faster than that link.
. "$(dirname "$0")/common.sh"

python_packages usim==0.4.4
python >seen - <<'CODE'
from usim import Pipe, Scope, run, time


async def send(pipe, name, total, limit):
    await pipe.transfer(total=total, throughput=limit)
    print(f"{name}@{time.now:.3f}", end=" ")


async def share(*transfers):
    pipe = Pipe(throughput=10)
    async with Scope() as scope:
        for transfer in transfers:
            scope.do(send(pipe, *transfer))
    print()


run(share(("slow", 10, 1), ("a", 450, None), ("b", 450, None)))
run(share(("10", 100, 10), ("40", 100, 40)))
CODE
expect "10 units at a limit of 1, beside two transfers" "slow@21.000 b@91.000 a@91.000 " "$(sed -n 1p seen)"
expect "100 units at limits of 10 and 40" "40@12.500 10@20.000 " "$(sed -n 2p seen)"
finish
