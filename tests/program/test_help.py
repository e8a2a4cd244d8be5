import unittest

from program import ProgramTest

COMMANDS = (
    "solve count optimise estimate compare show verify convert catalogue archive serve tree film step puzzles new "
    "generate pieces print openings cluster finals corollas tileability engines bench selftest study completion man "
    "help version"
).split()


class Help(ProgramTest):
    def test_no_arguments_show_what_it_is_and_five_examples(self):
        screen = self.answered().out
        examples = [line for line in screen.splitlines() if line.startswith("  tesselle ")]
        self.assertEqual(len(examples), 5)
        self.assertLess(len(screen.splitlines()), 20)
        for line in examples[:3]:  # the others search for seconds
            self.answered(*line.split("  ")[1].split()[1:])

    def test_the_list_of_commands_names_all(self):
        text = self.answered("--help").out
        self.assertEqual(text, self.answered("help").out)
        listed = [line.split()[0] for line in text.splitlines() if line.startswith("  ") and line[2] != " "]
        self.assertEqual(listed, COMMANDS)

    def test_each_help_fits_a_screen(self):
        for words in [[command] for command in COMMANDS] + [["openings", "build"], ["tileability", "learn"], []]:
            with self.subTest(words):
                text = self.answered(*words, "--help").out
                self.assertLessEqual(len(text.splitlines()), 45 if words else 55)  # two lines for each heading
                self.assertLessEqual(max(map(len, text.splitlines())), 80)
                self.assertEqual(text, self.answered("help", *words).out)

    def test_help_tells_the_command_its_options_and_defaults(self):
        text = self.answered("solve", "--help").out
        self.assertTrue(text.startswith("tesselle solve: "))
        for part in ("Usage: tesselle solve P [options]", "--symmetry all|distinct", "(default auto)", "--help-all"):
            self.assertIn(part, text)
        self.assertNotIn("--endgame", text)

    def test_full_help_groups_options_by_engine(self):
        text = self.answered("solve", "--help-all").out
        beam = text.split("Engine beam (packing):")[1].split("Engine ")[0]
        self.assertIn("--endgames", beam)
        self.assertNotIn("--endgames", text.split("Engine beam (packing):")[0])

    def test_full_help_tells_apart_what_engines_mean_by_an_option_of_the_same_name(self):
        text = " ".join(self.answered("optimise", "--help-all").out.split())
        scan, schedule = (text.split(f"Engine {name} (edge):")[1].split("Engine ")[0] for name in ("scan", "schedule"))
        self.assertIn("--teeth order comb:", scan)
        self.assertIn("-1: the most promising number (default -1)", schedule)

    def test_only_engines_that_can_do_what_is_asked(self):
        count, solve = (self.answered(command, "--help-all").out for command in ("count", "solve"))
        self.assertIn("Engine memo", count)  # memo only counts, ils only optimises
        self.assertNotIn("Engine memo", solve)
        self.assertIn("Engine ils", solve)
        self.assertNotIn("Engine ils", count)
        self.assertIn("no option '--patience'", self.refused("count", "girafe", "--patience", "3"))

    def test_engines_tell_their_options(self):
        self.assertIn("--patience", self.answered("engines", "ils").out)

    def test_version(self):
        self.assertRegex(self.answered("version").out, r"^tesselle \d+\.\d+\.\d+\n")
        self.assertEqual(self.answered("version").out, self.answered("--version").out)


class DidYouMean(ProgramTest):
    def test_commands(self):
        self.assertIn("did you mean 'solve'", self.refused("slove", "girafe"))
        self.assertIn("did you mean 'solve'?", self.refused("Solve", "girafe"))
        self.assertIn("did you mean 'build'?", self.refused("openings", "bild", "girafe"))
        self.assertIn("did you mean 'solve'", self.refused("help", "slove"))
        self.assertNotIn("did you mean", self.refused("xylophone", "girafe"))

    def test_optimize_is_optimise(self):
        self.answered("optimize", "girafe", "--time", "5s", "--quiet")
        self.assertEqual(self.answered("optimize", "--help").out, self.answered("optimise", "--help").out)
        self.assertEqual(self.answered("help", "optimize").out, self.answered("optimise", "--help").out)
        self.assertNotIn("optimize", self.answered("--help").out)

    def test_options(self):
        for words in (("--enigne", "scan", "girafe"), ("girafe", "--enigne=scan"), ("--enigne=scan",)):
            self.assertIn("no option '--enigne'; did you mean '--engine'?", self.refused("solve", *words))

    def test_values_of_options(self):
        self.assertIn("did you mean 'distinct'?", self.refused("solve", "girafe", "--symmetry", "distnct"))

    def test_engines(self):
        self.assertIn("did you mean 'scan'?", self.refused("solve", "girafe", "--engine", "scna"))
        self.assertIn("did you mean 'scan'?", self.refused("solve", "girafe", "--engine", "SCAN"))
        self.assertIn("did you mean 'scan'?", self.refused("engines", "scna"))

    def test_puzzles_in_any_case(self):
        self.answered("puzzles", "Girafe")
        self.assertIn("did you mean 'girafe'?", self.refused("solve", "Giraffe"))

    def test_colours_at_the_line_of_the_piece(self):
        puzzle = self.write("mine.toml", (
            'family = "edge"\nboard = "2x1"\nmatch = "complement"\nmates = [["head", "tail"]]\n'
            'pieces = [\n  "head tail head tail",\n  "head tail haed tail",\n]\n'))
        line = self.refused("solve", puzzle)
        self.assertIn("mine.toml:7:14: found colour 'haed'", line)
        self.assertIn("did you mean 'head'?", line)

    def test_one_argument_too_many(self):
        self.assertIn("'extra'", self.refused("solve", "girafe", "extra"))
        self.assertIn("'count'", self.refused("solve", "girafe", "count", "girafe"))


if __name__ == "__main__":
    unittest.main()
