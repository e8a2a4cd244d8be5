import shutil
import subprocess
import unittest

from program import ProgramTest


class Completion(ProgramTest):
    def complete(self, *words):
        """What bash offers for the last of these words, after `tesselle`."""
        script = self.folder / "completion.bash"
        if not script.exists():
            script.write_text(self.answered("completion", "bash").out)
        call = (
            'source "$1"; shift; COMP_WORDS=(tesselle "$@"); COMP_CWORD=$#; COMPREPLY=(); '
            'complete -p tesselle >/dev/null || exit 1; _tesselle; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            ["bash", "--norc", "-c", call, "bash", str(script), *words],
            capture_output=True, text=True, check=False, cwd=self.folder,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_commands(self):
        self.assertEqual(self.complete("sol"), ["solve"])
        self.assertIn("count", self.complete(""))
        self.assertEqual(self.complete("openings", "b"), ["build"])
        self.assertEqual(self.complete("help", "opti"), ["optimise"])

    def test_options(self):
        self.assertEqual(self.complete("solve", "girafe", "--symm"), ["--symmetry"])
        self.assertIn("--all", self.complete("solve", "--a"))
        self.assertNotIn("--all", self.complete("count", "--a"))
        self.assertEqual(self.complete("openings", "build", "--ra"), ["--rank"])

    def test_names_of_puzzles_and_engines(self):
        self.assertEqual(self.complete("solve", "gir"), ["girafe"])
        self.assertEqual(self.complete("show", "eternity2-ce"), ["eternity2-centre"])
        self.assertEqual(self.complete("puzzles", "sere"), ["serenity"])
        self.assertEqual(self.complete("solve", "--engine", "sca"), ["scan"])
        self.assertEqual(self.complete("engines", "sca"), ["scan"])

    def test_values(self):
        self.assertEqual(self.complete("solve", "--symmetry", ""), ["all", "distinct"])
        self.assertEqual(self.complete("solve", "--symmetry", "=", "d"), ["distinct"])
        self.assertEqual(self.complete("solve", "--symmetry", "="), ["all", "distinct"])
        self.assertEqual(self.complete("completion", "f"), ["fish"])

    def test_the_first_argument_is_counted_without_values_of_options(self):
        self.assertEqual(self.complete("solve", "--time", "10s", "gir"), ["girafe"])
        self.assertEqual(self.complete("solve", "--engine", "=", "scan", "gir"), ["girafe"])
        self.assertEqual(self.complete("show", "girafe", "gir"), [])  # a file is meant

    def test_values_without_a_list_are_left_to_file_names(self):
        self.assertEqual(self.complete("solve", "girafe", "--out", "gir"), [])

    def test_other_shells(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.answered("completion", shell).out
            for word in ("eternity2-clues", "scan", "symmetry", "openings"):
                self.assertIn(word, script)
            if shutil.which(shell):
                path = self.write("script." + shell, script)
                check = ["fish", "--no-execute"] if shell == "fish" else [shell, "-n"]
                subprocess.run([*check, str(path)], check=True)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_loads_it_when_it_is_first_needed(self):
        """As a package installs it: a file in a folder of $fpath, which nobody sources."""
        self.write("_tesselle", self.answered("completion", "zsh").out)
        talk = r"""
            zmodload zsh/zpty
            zpty -b shell 'TERM=dumb zsh -f -i'
            zpty -w shell 'PS1=; fpath=('$1' $fpath); autoload -Uz compinit; compinit -u -D; bindkey "^I" complete-word'
            zpty -w shell 'print rea''dy'
            zpty -r shell line '*ready*'
            zpty -n -w shell $'tesselle solve --symm\t'
            zpty -r shell line '*--symmetry *' && print completed
            zpty -d shell
        """
        done = subprocess.run(["zsh", "-f", "-c", talk, "zsh", str(self.folder)], capture_output=True, text=True,
                              timeout=60, check=False)  # fmt: skip
        self.assertIn("completed", done.stdout, done.stderr)

    def test_an_unknown_shell_is_refused(self):
        self.assertIn("bash", self.refused("completion", "bsh"))


if __name__ == "__main__":
    unittest.main()
