"""Runs the program on a terminal of a given width, as a person sees it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from program import BINARY


class Screen:
    """Everything that went to the terminal, colours taken out."""

    def __init__(self, text, code):
        self.exit = code
        self.text = re.sub(r"\x1b\[[0-9;]*m", "", text)

    def lines(self):
        """Lines that stay: a live line is taken back by a carriage return and an erase sequence."""
        kept = [re.split(r"\r\x1b\[K", line.rstrip("\r"))[-1] for line in self.text.split("\n")]
        return [line for line in kept if line]

    def live_lines(self):
        return re.findall(r"\r\x1b\[K([^\r\n]+)", self.text)


def run_in_terminal(arguments, folder, columns=80, stop_after=None, environment=None):
    """`stop_after`: Ctrl-C after this many seconds."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [BINARY, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        env={**os.environ, **(environment or {})},
    )
    os.close(slave)
    output, started, stopped = b"", time.monotonic(), False
    while True:
        if stop_after is not None and not stopped and time.monotonic() - started > stop_after:
            process.send_signal(signal.SIGINT)
            stopped = True
        if time.monotonic() - started > 120:
            process.kill()
        if not select.select([master], [], [], 0.1)[0]:
            continue
        try:
            read = os.read(master, 65536)
        except OSError:  # the program has ended
            break
        if not read:
            break
        output += read
    os.close(master)
    return Screen(output.decode("utf-8", "replace"), process.wait())
