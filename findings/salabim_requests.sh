#!/usr/bin/env bash
# Versions: salabim 26.0.9.
# Expected: requests of a resource are served in their order, as in SimPy. Time units go down to
# nanoseconds.
# Observed: a later request that fits passes an earlier one that does not. The larger one waits
# until everything else has left. The finest time unit is a microsecond; nanoseconds are an error.
# Hurts: models in which frames request octets of a buffer. While small frames arrive, a large one
# waits for ever, so that a FIFO of a card seems to starve large frames.
. "$(dirname "$0")/common.sh"

python_packages salabim==26.0.9
python >seen - <<'CODE'
import salabim

salabim.yieldless(False)
environment = salabim.Environment(time_unit="microseconds")
buffer = salabim.Resource("buffer", capacity=2000)


class Frame(salabim.Component):
    def setup(self, size):
        self.size = size

    def process(self):
        yield self.request((buffer, self.size))
        print(f"{self.size}@{environment.now():g}", end=" ")
        yield self.hold(10)
        self.release()


class Source(salabim.Component):
    def process(self):
        for number in range(20):
            Frame(size=1500 if number == 2 else 600)
            yield self.hold(3)


Source()
environment.run()
print()
try:
    salabim.Environment(time_unit="nanoseconds")
except ValueError as error:
    print(error)
CODE
sizes=$(sed -n 1p seen)
expect "sizes and times of service of the first four" "600@0 600@3 600@9 600@12" "$(cut -d' ' -f1-4 <<<"$sizes")"
expect "last of the others, and the request at 6 of 1500 octets" "600@62 1500@72" \
    "$(cut -d' ' -f19-20 <<<"$sizes")"
expect "nanoseconds" "time_unit nanoseconds not supported" "$(sed -n 2p seen)"
finish
