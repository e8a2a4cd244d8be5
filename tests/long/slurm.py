"""A Slurm of a test's own: one node, controller and daemon on this machine, gone afterwards."""

import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PROGRAMS = ("slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "munged")


def missing_programs():
    return [name for name in PROGRAMS if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Slurm:
    """start() raises RuntimeError with what the daemons said if they do not come up."""

    def __init__(self, cpus=2):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tsl-slurm-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.daemons = []
        self.environment = dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin:/sbin")
        self.environment["SLURM_CONF"] = str(self.folder / "slurm.conf")
        self.make_key()
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        (self.folder / "slurm.conf").write_text(
            f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={getpass.getuser()}
SlurmdUser={getpass.getuser()}
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge.socket
CredType=cred/munge
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
JobRequeue=1
KillWait=5
MinJobAge=300
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=test Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
        )

    def make_key(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)

    def daemon(self, *command):
        log = open(self.folder / f"{command[0]}.out", "ab")
        self.daemons.append(
            subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        )
        log.close()

    def start(self):
        folder = self.folder
        self.daemon("munged", "--foreground", "--force", f"--key-file={folder}/munge.key",
                    f"--socket={folder}/munge.socket", f"--pid-file={folder}/munge.pid",
                    f"--log-file={folder}/munge.log", f"--seed-file={folder}/munge.seed")
        self.wait(lambda: (folder / "munge.socket").exists(), "munged")
        self.daemon("slurmctld", "-D", "-i")
        self.daemon("slurmd", "-D")
        self.wait(lambda: "idle" in self.ask("sinfo", "-h", "-o", "%T"), "the node")
        return self

    def wait(self, ready, what, seconds=40):
        deadline = time.monotonic() + seconds
        while not ready():
            ended = [daemon.args[0] for daemon in self.daemons if daemon.poll() is not None]
            if ended or time.monotonic() > deadline:
                raise RuntimeError(f"{what} did not come up ({ended or 'in time'}): {self.logs()}")
            time.sleep(0.2)

    def logs(self):
        texts = [file.read_text(errors="replace")[-600:] for file in sorted(self.folder.glob("*.log"))]
        texts += [file.read_text(errors="replace")[-600:] for file in sorted(self.folder.glob("*.out"))]
        return "\n".join(texts)

    def ask(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def run(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{command}: {done.stderr}{done.stdout}")
        return done.stdout.strip()

    def states(self, job):
        """Of each task of an array: {task: state}."""
        lines = self.ask("squeue", "-h", "-r", "-t", "all", "-j", job, "-o", "%K %T").splitlines()
        return {task: state for task, state in (line.split() for line in lines)}

    def remove(self):
        for daemon in reversed(self.daemons):
            if daemon.poll() is None:
                daemon.send_signal(signal.SIGTERM)
                try:
                    daemon.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    daemon.kill()
                    daemon.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
