import re
import subprocess
import unittest

from program import ProgramTest


class ManualPages(ProgramTest):
    def commands(self):
        return re.findall(r"^  ([a-z]+)  ", self.answered("--help").out, re.M)

    def test_every_command_has_a_page_with_all_its_options(self):
        self.answered("man", "--folder", self.folder)
        commands = self.commands()
        self.assertGreater(len(commands), 15)
        for command in commands:
            page = (self.folder / f"tesselle-{command}.1.scd").read_text()
            for option in re.findall(r"^  (?:-\w,)?(--[a-z-]+)", self.answered(command, "--help").out, re.M):
                self.assertIn(f"\\{option}*", page, command)
            self.assertIn(f"*tesselle-{command}*(1)", (self.folder / "tesselle.1.scd").read_text())

    def test_a_page_tells_what_the_full_help_tells(self):
        """Defaults, and the options of each engine under its name."""
        page = self.answered("man", "count").out
        self.assertIn("*tesselle count* P \\[options\\]", page)
        self.assertIn("*\\--engine* _NAME_\n\twhich engine searches; see tesselle engines (default auto)\n", page)
        scan = page.split("# ENGINE SCAN (EDGE)")[1].split("\n# ")[0]
        self.assertIn("*\\--teeth*", scan)
        self.assertNotIn("*\\--teeth*", page.split("# ENGINE ")[0])

    def test_one_page_is_printed(self):
        self.assertTrue(self.answered("man", "solve").out.startswith("tesselle-solve(1)\n\n# NAME\n"))
        self.assertTrue(self.answered("man").out.startswith("tesselle(1)\n"))
        self.assertIn("nothing", self.refused("man", "nothing"))

    def test_scdoc_takes_every_page(self):
        """It refuses markup that is not closed."""
        self.answered("man", "--folder", self.folder)
        for page in self.folder.glob("*.scd"):
            done = subprocess.run(["scdoc"], input=page.read_bytes(), capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, f"{page.name}: {done.stderr.decode()}")


class Version(ProgramTest):
    def test_version_tells_what_a_report_needs(self):
        version, build, kernels = self.answered("--version").out.splitlines()
        self.assertRegex(version, r"^tesselle \d+\.\d+\.\d+$")
        self.assertRegex(build, r"^commit \S+, release build, GNU \d+")
        self.assertIn("scalar", kernels)


if __name__ == "__main__":
    unittest.main()
