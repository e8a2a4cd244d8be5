"""A PostgreSQL server of a test's own: own data directory, own socket, gone afterwards."""

import glob
import os
import pathlib
import pwd
import shutil
import random
import signal
import socket
import subprocess
import tempfile
import threading
import time


def programs():
    """The folder of initdb and postgres, or None."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"))
    if found:
        return pathlib.Path(found[-1]).parent
    return pathlib.Path(shutil.which("postgres")).parent if shutil.which("postgres") else None


def other_user():
    """PostgreSQL refuses to run as root; (user, group) to run it as, or None if this is another user already."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
            return entry.pw_uid, entry.pw_gid
        except KeyError:
            continue
    raise RuntimeError("no user to run PostgreSQL as")


class Postgres:
    def __init__(self):
        self.bin = programs()
        # Sockets have short names only, so not below the test's own folder.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tsl-pg-", dir="/tmp"))
        self.user = other_user()
        if self.user:
            os.chown(self.folder, *self.user)
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.server = None
        self.run("initdb", "-D", self.data, "-U", "tess", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")

    def as_user(self):
        return {"user": self.user[0], "group": self.user[1], "extra_groups": []} if self.user else {}

    def run(self, program, *arguments):
        subprocess.run(
            [self.bin / program, *map(str, arguments)], check=True, capture_output=True, cwd=self.folder, **self.as_user()
        )

    def address(self, user="tess", database="postgres", password=None):
        secret = f"&password={password}" if password else ""
        return f"postgresql:///{database}?host={self.folder}&user={user}{secret}"

    def start(self):
        log = open(self.folder / "log", "ab")
        command = [self.bin / "postgres", "-D", self.data, "-k", self.folder, "-c", "listen_addresses="]
        deadline = time.monotonic() + 30
        self.server = None
        while time.monotonic() < deadline:
            # It ends at once while a process of a killed server still holds its memory.
            if self.server is None or self.server.poll() is not None:
                self.server = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self.as_user())
            if subprocess.run([self.bin / "pg_isready", "-q", "-h", self.folder], check=False).returncode == 0:
                log.close()
                return self
            time.sleep(0.05)
        raise RuntimeError((self.folder / "log").read_text(errors="replace")[-2000:])

    def kill(self):
        """As a power failure would: the postmaster and all its children at once."""
        os.kill(self.server.pid, signal.SIGSTOP)  # so that it has no child that is not on the list
        children = subprocess.run(["pgrep", "-P", str(self.server.pid)], capture_output=True, text=True, check=False)
        for process in [self.server.pid, *map(int, children.stdout.split())]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.server.wait()

    def sql(self, text):
        done = subprocess.run(
            [self.bin / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.address()],
            input=text,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def remove(self):
        if self.server and self.server.poll() is None:
            self.server.send_signal(signal.SIGQUIT)
            self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class BadNetwork:
    """A TCP port that leads to the server's socket; it delays what passes, and drops every connection after a while."""

    def __init__(self, server, longest=2.5):
        self.target = str(server.folder / ".s.PGSQL.5432")
        self.longest, self.chance = longest, random.Random(7)
        self.cuts, self.closed = 0, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def address(self):
        return f"postgresql://tess@127.0.0.1:{self.port}/postgres"

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if self.closed:
                near.close()
                return
            try:
                far = socket.socket(socket.AF_UNIX)
                far.connect(self.target)
            except OSError:
                near.close()
                far.close()
                continue
            for here, there in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=(here, there), daemon=True).start()
            timer = threading.Timer(self.chance.uniform(0.2, self.longest), self.cut, args=(near, far))
            timer.daemon = True
            timer.start()

    def pass_on(self, here, there):
        try:
            while data := here.recv(65536):
                time.sleep(self.chance.uniform(0, 0.002))
                there.sendall(data)
        except OSError:
            pass
        self.shut(here, there)
        here.close()

    def cut(self, near, far):
        if near.fileno() >= 0:
            self.cuts += 1
            self.shut(near, far)

    @staticmethod
    def shut(*ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.closed = True
        self.listener.close()
