"""A kernel and a client of it, with each request followed from busy to idle."""

import os
import signal
import subprocess
import time
from contextlib import contextmanager
from queue import Empty

from jupyter_client import BlockingKernelClient, KernelManager
from jupyter_client.session import Session

# Reached only by what hangs.
LONG = 30


class Run:
    """What a request caused: its reply and, in order, what was published."""

    def __init__(self, reply, messages):
        self.reply = reply
        self.content = reply["content"]
        self.status = self.content.get("status")
        self.messages = messages
        self.types = [message["msg_type"] for message in messages]
        self.outputs = [
            message for message in messages if message["msg_type"] not in ("status", "execute_input", "iopub_welcome")]

    def of(self, kind):
        """The contents of a type of output."""
        return [message["content"] for message in self.outputs if message["msg_type"] == kind]

    def stream(self, name="stdout"):
        return "".join(content["text"] for content in self.of("stream") if content["name"] == name)

    def text(self, kind="execute_result"):
        return "".join(content["data"].get("text/plain", "") for content in self.of(kind))

    def value(self):
        """The value of an expression."""
        return self.text().split()[-1]


class Kernel:
    """A kernel that runs; `answers` are given to its questions in turn."""

    def __init__(self, name="podium", transport="tcp", cwd=None, env=None):
        self.manager = KernelManager(kernel_name=name, transport=transport)
        if transport == "ipc":
            self.manager.ip = os.path.join(os.environ["JUPYTER_RUNTIME_DIR"], f"ipc-{time.monotonic_ns()}")
        kwargs = {"cwd": cwd} if cwd else {}
        if env:
            kwargs["env"] = {**os.environ, **env}
        self.manager.start_kernel(stderr=subprocess.PIPE, **kwargs)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=LONG)

    def send(self, kind, content=None, channel="shell"):
        message = self.client.session.msg(kind, content or {})
        getattr(self.client, channel + "_channel").send(message)
        return message["header"]["msg_id"]

    def execute(self, code, **options):
        content = {
            "code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False,
            "stop_on_error": True, **options}
        return self.send("execute_request", content)

    def run(self, code, answers=(), timeout=LONG, **options):
        message_id = self.execute(code, allow_stdin=bool(answers) or options.pop("allow_stdin", False), **options)
        return self.follow(message_id, answers=answers, timeout=timeout)

    def ask(self, kind, content=None, channel="shell"):
        return self.follow(self.send(kind, content, channel), channel=channel)

    def follow(self, message_id, answers=(), channel="shell", timeout=LONG):
        """Everything up to idle, and the reply; messages of other requests are an error."""
        self.questions = []
        answers = list(answers)
        messages, deadline = [], time.monotonic() + timeout
        while not (messages and messages[-1]["content"].get("execution_state") == "idle"):
            if answers and self.client.stdin_channel.msg_ready():
                self.questions.append(self.client.get_stdin_msg(timeout=1))
                self.client.input(answers.pop(0))
            try:
                message = self.client.get_iopub_msg(timeout=0.1 if answers else LONG)
            except Empty:
                assert time.monotonic() < deadline, f"no idle; so far {[m['msg_type'] for m in messages]}"
                continue
            if message["parent_header"].get("msg_id") == message_id:
                messages.append(message)
        reply = self.reply(message_id, channel, timeout)
        return Run(reply, messages)

    def reply(self, message_id, channel="shell", timeout=LONG):
        while True:
            reply = getattr(self.client, f"get_{channel}_msg")(timeout=timeout)
            if reply["parent_header"].get("msg_id") == message_id:
                return reply

    def wait_for(self, kind, message_id):
        """Waits until a type of message is published for a request."""
        while True:
            message = self.client.get_iopub_msg(timeout=LONG)
            if message["msg_type"] == kind and message["parent_header"].get("msg_id") == message_id:
                return message

    def interrupt(self):
        return self.reply(self.send("interrupt_request", channel="control"), "control")

    @property
    def process(self):
        return self.manager.provisioner.process

    def other(self):
        """Another client; those of the manager have one identity, so that the second would take over from the first."""
        client = BlockingKernelClient()
        client.load_connection_info(self.manager.get_connection_info())
        return client

    def close(self):
        self.client.stop_channels()
        if self.process and self.process.poll() is None:
            self.manager.shutdown_kernel(now=True)
        # A socket of the manager to a kernel that has ended would keep the end of the checks waiting.
        self.manager.context.destroy(linger=0)


@contextmanager
def started(**options):
    kernel = Kernel(**options)
    try:
        yield kernel
    finally:
        kernel.close()


def other_session(connection, key=None):
    """Signs as another client would."""
    return Session(key=connection["key"] if key is None else key, signature_scheme="hmac-sha256")


def ended(process, seconds=LONG):
    """The status of a process that ends in time."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        raise
