#!/usr/bin/env bash
# Versions: queueing-tool 1.2.5, numpy 1.26.4, networkx 3.6.1 (PyPI).
# Expected: fetch_data() has nan, or no row, where a packet did not begin or end its service, and marks packets that a
# full LossQueue refuses.
# Observed: the times of what did not happen are 0.0: of packets that wait at the end and of those that were refused,
# which look equal. The mean delay of an overloaded server is -3.03 s.
# Hurts: means of delays and waits are too low by an amount that grows with the load and with the losses. At a light load
# they stay positive and plausible. Rows without a start cannot be counted as losses: the last ones may only wait.
. "$(dirname "$0")/common.sh"

python_packages queueing-tool==1.2.5 numpy==1.26.4 networkx==3.6.1
cat >probe.py <<'CODE'
import queueing_tool


def rows(kind, gap, service, end, **options):
    """Returns the rows of a server with one packet per `gap` seconds: arrival, start, departure, ..."""
    queue = kind(num_servers=1, arrival_f=lambda t: t + gap, service_f=lambda t: t + service, seed=1, **options)
    queue.collect_data = True
    queue.set_active()
    queue.simulate(t=end)
    return queue, queue.fetch_data()


queue, data = rows(queueing_tool.QueueServer, 1, 1.5, 20.2)
print(len(data), *data[12, :3], *data[13, :3], *data[14, :3])
print(f"{(data[:, 2] - data[:, 0]).mean():.3f}")
done = data[data[:, 2] > 0]
print(f"{(done[:, 2] - done[:, 0]).mean():.3f}")
queue, data = rows(queueing_tool.LossQueue, 0.25, 1, 5, qbuffer=2)
print(len(data), queue.num_blocked, (data[:, 1] == 0).sum())
CODE
bounded 60 python probe.py >seen 2>log
expect "rows, and arrival, start, departure of a packet that left, one in service, one that waits" \
    "20 13.0 19.0 20.5 14.0 20.5 0.0 15.0 0.0 0.0" "$(sed -n 1p seen)"
expect "mean of departure - arrival (nan)" -3.025 "$(sed -n 2p seen)"
expect "of the packets that left" 4.500 "$(sed -n 3p seen)"
expect "a queue with losses: rows, refused packets, rows without a start" "20 13 15" "$(sed -n 4p seen)"
finish
