"""A saturated line: 53 octets a cell, 260 cells in 9 rows of 270 columns less overhead, no slot lost, no cell lost."""
import unittest

import niclab

OCTET_US = 1 / 19.44
# An STS-3c frame of 2430 octets carries 2340 octets of cells.
SLOT_US = 53 * 2430 / 2340 * OCTET_US
# A cell that crosses no overhead, and one that crosses the nine octets of a row's section or line overhead and the one
# of the path overhead.
SHORTEST_US, LONGEST_US = 53 * OCTET_US, 63 * OCTET_US
TOLERANCE = 0.001


class StreamRate(unittest.TestCase):
    def test_both_directions(self):
        with niclab.folder() as at:
            run = niclab.Run(at, "stream")
        run.assert_nothing_lost(self)
        self.assertEqual(set(run.results["cell_spacing"]), {"client_to_server", "server_to_client"})
        for direction, spacing in run.results["cell_spacing"].items():
            with self.subTest(direction=direction):
                self.assertGreater(spacing["count"], 1500)
                self.assertAlmostEqual(spacing["mean"], SLOT_US, delta=SLOT_US * TOLERANCE)
                self.assertAlmostEqual(spacing["min"], SHORTEST_US, delta=SHORTEST_US * TOLERANCE)
                self.assertAlmostEqual(spacing["max"], LONGEST_US, delta=LONGEST_US * TOLERANCE)
                self.assertEqual(spacing["null_cells_inside_pdus"], 0)


if __name__ == "__main__":
    unittest.main()
