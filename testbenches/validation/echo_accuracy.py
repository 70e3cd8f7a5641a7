"""The five stages of the card against Table 1 of the measured card, and what one FIFO cell does to the first."""
import csv
import unittest

import niclab

PCI_CLOCK_US = 0.030303
ALLOWED_CLOCKS = 3
ALLOWED_SAR = 0.02
MANY_RUNS = 150  # the averages are no luck of one seed


def published():
    """(stage, direction) to the measured average; the paper prints the card's own stages alike for both directions."""
    with open(niclab.SOURCE / "traces" / "reference" / "dollas_table1.csv", newline="") as table:
        for row in csv.DictReader(table):
            if row["stat"] != "avg":
                continue
            to_server = row["sender"] == "pentium133"
            pooled = not row["quantity"].startswith("pci_access")
            direction = "pooled" if pooled else "client_to_server" if to_server else "server_to_client"
            yield row["quantity"], direction, float(row["value"])


class EchoAccuracy(unittest.TestCase):
    def check(self, *arguments):
        with niclab.folder() as at:
            run = niclab.Run(at, "echo", *arguments)
        run.assert_nothing_lost(self)
        rows = list(published())
        self.assertEqual(len(rows), 10)
        for stage, direction, value in rows:
            allowed = value * ALLOWED_SAR if stage == "sar_segmentation" else ALLOWED_CLOCKS * PCI_CLOCK_US
            with self.subTest(stage=stage, direction=direction):
                self.assertAlmostEqual(run.average(stage, direction), value, delta=allowed)
        return run

    def test_shipped_experiment(self):
        run = self.check()
        self.assertEqual(run.results["runs"], 15)
        stats = {(r["quantity"], r["stat"]) for r in run.results["reference"]}
        for stage, _, _ in published():
            self.assertLessEqual({(stage, "min"), (stage, "avg"), (stage, "max")}, stats)

    def test_many_runs(self):
        self.check("--runs", MANY_RUNS, "--seed", 99)

    def test_stages_sum_to_the_whole(self):
        with niclab.folder() as at:
            run = niclab.Run(at, "echo", "--runs", 1)
        for pdu in run.pdus:
            parts = {s["name"]: s["avg"] for s in run.results["stages"] if s["direction"] == pdu["direction"]}
            whole = (float(pdu["delivered"]) - float(pdu["send_call"])) / 1000
            self.assertAlmostEqual(sum(parts.values()), whole, delta=1e-5)

    def test_one_cell_of_fifo(self):
        with niclab.folder() as at:
            run = niclab.Run(at, "echo", settings=("nic.sar.tx_fifo_cells=1",))
        self.assertGreaterEqual(run.average("sar_segmentation", "pooled"), 4.0)
        self.assertLessEqual(run.average("sar_segmentation", "pooled"), 5.0)


if __name__ == "__main__":
    unittest.main()
