import csv
import unittest
import xml.etree.ElementTree

from program import ProgramTest

COMMON = ("--seeds", "1..6", "--nodes", 400, "--quiet")


class Compare(ProgramTest):
    def test_a_clear_difference_is_significant(self):
        last = self.answered("compare", "inf6102-b", "--engines", "swap,tabu", *COMMON, "--json").events()[-1]
        self.assertEqual((last["event"], last["measure"], last["seeds"]), ("comparison", "score", 6))
        self.assertTrue(last["version"] and last["machine"])
        test = last["tests"][0]
        swap, tabu = (cell["values"] for cell in last["cells"])
        signs = [b - a for a, b in zip(swap, tabu)]
        self.assertEqual((test["better"], test["worse"]), (sum(s > 0 for s in signs), sum(s < 0 for s in signs)))
        self.assertEqual(test["better"], 6)
        self.assertAlmostEqual(test["p"], 2 / 64)  # all six signs agree

    def test_two_names_of_one_thing_do_not_differ(self):
        result = self.answered("compare", "inf6102-b", "--engines", "lns", "--variant", "lns:destroy=30", *COMMON)
        self.assertIn("no clear difference", result.out)
        self.assertIn("tesselle ", result.out)

    def test_several_puzzles_and_variants_as_csv_and_plot(self):
        self.answered("compare", "inf6102-a", "inf6102-b", "--engines", "swap,ils", "--variant",
                      "lns:destroy=40,lns-patience=5", *COMMON, "--csv", "all.csv", "--plot", "all.svg")
        with open(self.folder / "all.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 2 * 3 * 6)
        self.assertEqual({row["variant"] for row in rows}, {"swap", "ils", "lns:destroy=40,lns-patience=5"})
        self.assertEqual({row["options"] for row in rows if row["engine"] == "lns"}, {"destroy=40 lns-patience=5"})
        xml.etree.ElementTree.parse(self.folder / "all.svg")

    def test_exact_engines_are_compared_by_time_or_nodes(self):
        last = self.answered("compare", "girafe", "--engines", "backtrack,scan", "--goal", "count", "--measure", "nodes",
                             "--seeds", "1..2", "--quiet", "--json").events()[-1]
        self.assertEqual(last["measure"], "nodes")
        self.assertEqual(last["cells"][0]["values"][0], last["cells"][0]["values"][1])

    def test_what_is_refused(self):
        compare = ("compare", "inf6102-a", "--nodes", 10)
        self.assertIn("two", self.refused(*compare, "--engines", "swap"))
        self.assertIn("twice", self.refused(*compare, "--engines", "swap,swap"))
        self.assertIn("swapp", self.refused(*compare, "--engines", "swap,swapp"))
        self.assertIn("destroi", self.refused(*compare, "--engines", "swap", "--variant", "lns:destroi=1"))
        self.assertIn("--variant", self.refused(*compare, "--engines", "swap", "--variant", "lns:destroy"))
        self.assertIn("--engines", self.refused(*compare, "--engines", "swap,"))
        self.assertIn("--time", self.refused("compare", "inf6102-a", "--engines", "swap,ils"))
        self.assertIn("--seeds", self.refused(*compare, "--engines", "swap,ils", "--seeds", "x"))


if __name__ == "__main__":
    unittest.main()
