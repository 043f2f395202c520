"""What podium-bench kernel measures: podium's kernel and ipykernel by the same client, in turn.

Started as kernel_peers.py --data DIR --podium FILE [--rounds N]. Prints an object for each figure, with row, kernel and value. Needs
jupyter_client and ipykernel (pip).
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time

import zmq
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.session import Session

parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True)
parser.add_argument("--podium", required=True)
parser.add_argument("--rounds", type=int, default=9)
parser.add_argument("--cells", type=int, default=10_000)
parser.add_argument("--interrupts", type=int, default=100)
options = parser.parse_args()
home = pathlib.Path(options.data).resolve()
runtime = home / "run"
runtime.mkdir(mode=0o700, exist_ok=True)
os.environ.update(HOME=str(home), JUPYTER_RUNTIME_DIR=str(runtime), XDG_DATA_HOME=str(home / "share"), IPYTHONDIR=str(home / "ipython"))
for name in ("JUPYTER_DATA_DIR", "JUPYTER_PATH"):
    os.environ.pop(name, None)
subprocess.run([options.podium, "kernel", "install"], check=True, stdout=subprocess.DEVNULL)


def say(row, kernel, value):
    print(json.dumps({"row": row, "kernel": kernel, "value": value}), flush=True)


class Kernel:
    def __init__(self, name):
        begun = time.perf_counter()
        self.manager = KernelManager(kernel_name=name, kernel_spec_manager=KernelSpecManager(ensure_native_kernel=True))
        self.manager.start_kernel(cwd=str(home), stderr=subprocess.DEVNULL)
        self.info = self.manager.get_connection_info()
        self.session = Session(key=self.info["key"])
        self.context = zmq.Context()
        self.shell = self.connect(zmq.DEALER, "shell_port")
        self.control = self.connect(zmq.DEALER, "control_port")
        self.iopub = self.connect(zmq.SUB, "iopub_port")
        # Ready is who answers and publishes; until the ports are there, libzmq tries again.
        self.ask("kernel_info_request")
        while not self.iopub.poll(20):
            self.ask("kernel_info_request")
        self.seconds_to_ready = time.perf_counter() - begun

    def connect(self, kind, port):
        socket = self.context.socket(kind)
        socket.linger = 0
        # A client that waits for long before it tries again would measure its own patience.
        socket.reconnect_ivl, socket.rcvhwm = 5, 0
        if kind == zmq.SUB:
            socket.subscribe(b"")
        socket.connect(f"tcp://127.0.0.1:{self.info[port]}")
        return socket

    def send(self, socket, kind, content=None):
        return self.session.send(socket, kind, content or {})["header"]["msg_id"]

    def receive(self, socket, seconds=120):
        if not socket.poll(seconds * 1000):
            raise SystemExit("the kernel does not answer")
        return self.session.recv(socket, mode=0)[1]

    def reply(self, socket, message_id):
        while True:
            message = self.receive(socket)
            if message["parent_header"].get("msg_id") == message_id:
                return message

    def ask(self, kind, content=None, socket=None):
        socket = socket or self.shell
        return self.reply(socket, self.send(socket, kind, content))["content"]

    def execute(self, code, **changes):
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True}
        return self.send(self.shell, "execute_request", {**content, **changes})

    def idle(self, message_id):
        """The messages up to idle."""
        found = []
        while True:
            message = self.receive(self.iopub)
            if message["parent_header"].get("msg_id") != message_id:
                continue
            found.append(message)
            if message["content"].get("execution_state") == "idle":
                return found

    def run(self, code):
        message_id = self.execute(code)
        reply = self.reply(self.shell, message_id)
        return reply["content"], self.idle(message_id)

    @property
    def megabytes(self):
        text = pathlib.Path(f"/proc/{self.manager.provisioner.pid}/status").read_text()
        return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    def close(self):
        self.ask("shutdown_request", {"restart": False}, self.control)
        self.manager.provisioner.process.wait(20)
        self.context.destroy(0)
        self.manager.cleanup_resources()


def empty_cell(kernel):
    begun = time.perf_counter()
    kernel.run("")
    return (time.perf_counter() - begun) * 1000


names = {"podium": "podium", "ipykernel": "python3"}
for name in names.values():
    Kernel(name).close()
starts = {name: [] for name in names}
cells = {name: [] for name in names}
for _ in range(options.rounds):
    for name, spec in names.items():
        kernel = Kernel(spec)
        starts[name].append(kernel.seconds_to_ready * 1000)
        for _ in range(20):
            empty_cell(kernel)
        cells[name] += [empty_cell(kernel) for _ in range(100)]
        kernel.close()
for name in names:
    say("start to ready, ms", name, statistics.median(starts[name]))
for name in names:
    say("an empty cell, ms", name, statistics.median(cells[name]))

# Interrupts at random moments: what was loaded is there after each.
chance = random.Random(20260217)
kernel = Kernel("podium")
kernel.run("load iris\nlabel species\n= 6 * 7")
works = ["cv forest(trees=3000) k=50", "!sleep 60", "cv ann k=100", "compare tree svm knn k=100 repeats=20"]
times, whole = [], 0
for number in range(options.interrupts):
    message_id = kernel.execute(works[number % len(works)])
    while kernel.receive(kernel.iopub)["msg_type"] != "execute_input":
        pass
    time.sleep(chance.random() * 0.5)
    begun = time.perf_counter()
    kernel.ask("interrupt_request", {}, kernel.control)
    kernel.reply(kernel.shell, message_id)
    times.append((time.perf_counter() - begun) * 1000)
    kernel.idle(message_id)
    content, messages = kernel.run("head 150 to kept.csv\n= 6 * 7")
    rows = (home / "kept.csv").read_text().count("\n") if (home / "kept.csv").exists() else 0
    (home / "kept.csv").unlink(missing_ok=True)
    whole += content["status"] == "ok" and rows == 151
say(f"sessions intact after {options.interrupts} interrupts", "podium", whole)
say("interrupt to reply, 99th percentile, ms", "podium", sorted(times)[int(len(times) * 0.99) - 1])

# Memory: cells, and subscribers that come and go.
for _ in range(1000):
    kernel.run("= 1")
before = kernel.megabytes
for _ in range(options.cells):
    kernel.run("= 1")
for _ in range(1000):
    socket = kernel.connect(zmq.SUB, "iopub_port")
    socket.poll(20_000)
    socket.recv_multipart()
    socket.close()
kernel.run("= 1")
say(f"{options.cells} cells and 1000 subscribers, MB more", "podium", kernel.megabytes - before)

# A cell with many outputs loses none; a client that reads late has them all.
_, messages = kernel.run("load iris\n" + "= 1\n" * 10_000)
count = sum(message["msg_type"] in ("display_data", "execute_result") for message in messages)
say("outputs of a cell with 10001 commands", "podium", count)
kernel.close()
sys.exit(0)
