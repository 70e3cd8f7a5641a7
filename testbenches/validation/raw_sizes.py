"""Raw SDUs of every critical size arrive as they were sent; the program compares them octet by octet."""
import unittest

import niclab

SIZES = (1, 39, 40, 41, 47, 48, 88, 1500, 9180, 65512, 65513, 65535)


class RawSizes(unittest.TestCase):
    def test_arrive_intact(self):
        with niclab.folder() as at:
            run = niclab.Run(at, "stream", settings=(f"workload.sizes={list(SIZES)}", "workload.count=1"))
        run.assert_nothing_lost(self)
        self.assertEqual(run.results["checks"]["aal5"], {"checked": 2 * len(SIZES), "violations": []})
        for direction in ("client_to_server", "server_to_client"):
            rows = [p for p in run.pdus if p["direction"] == direction]
            self.assertEqual(tuple(int(p["sdu_octets"]) for p in rows), SIZES)
            for row in rows:
                self.assertEqual(int(row["cells"]), -(-(int(row["sdu_octets"]) + 8) // 48))


if __name__ == "__main__":
    unittest.main()
