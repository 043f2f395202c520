"""What strangers, broken clients and broken files send: a line on standard error or a dropped message, never a crash or a lost cell."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time

import pytest
import zmq
from harness import LONG, ended, other_session, started
from jupyter_client.connect import write_connection_file

PORTS = ["shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"]


@pytest.fixture(scope="module")
def kernel():
    with started() as kernel:
        yield kernel
        # Whatever came before, the session is whole and the end is an orderly one.
        assert kernel.run("= 6 * 7").value() == "42"
        kernel.send("shutdown_request", {"restart": False}, channel="control")
        assert ended(kernel.process) == 0


@pytest.fixture
def connection(kernel):
    return kernel.manager.get_connection_info()


@pytest.fixture
def dealer(connection):
    """A socket to the shell, as a client has it."""
    socket = zmq.Context.instance().socket(zmq.DEALER)
    socket.linger = 0
    socket.connect(f"tcp://127.0.0.1:{connection['shell_port']}")
    yield socket
    socket.close()


def frames(session, kind="kernel_info_request", content=None):
    return session.serialize(session.msg(kind, content or {}))


def replies(socket, seconds=0.5):
    """How many messages come until it is quiet."""
    count = 0
    while socket.poll(int(seconds * 1000)):
        socket.recv_multipart()
        count += 1
    return count


def works(kernel):
    return kernel.run("= 1 + 1").value() == "2"


def test_a_wrong_key(kernel, connection, dealer):
    dealer.send_multipart(frames(other_session(connection, key=b"another")))
    assert replies(dealer) == 0
    dealer.send_multipart(frames(other_session(connection)))
    assert replies(dealer) == 1


def test_each_signed_part_counts(kernel, connection, dealer):
    session = other_session(connection)
    for place in range(1, 6):
        parts = frames(session)
        parts[place] = parts[place] + b" " if place > 1 else b"0" * 64
        dealer.send_multipart(parts)
    assert replies(dealer) == 0 and works(kernel)


def test_no_frame_twice(kernel, connection, dealer):
    parts = frames(other_session(connection), "execute_request", {"code": "= 1", "silent": False})
    dealer.send_multipart(parts)
    dealer.send_multipart(parts)
    assert replies(dealer) == 1


@pytest.mark.parametrize("parts", [
    [b""], [b"<IDS|MSG>"], [b"<IDS|MSG>"] * 7, [b"<IDS|MSG>", b"", b"{}", b"{}", b"{}"], [b"<ids|msg>", b"", b"{}", b"{}", b"{}", b"{}"],
    [b"\xff" * 100], [b""] * 2000,
])
def test_half_messages(kernel, dealer, parts):
    dealer.send_multipart(parts)
    assert replies(dealer, 0.1) == 0 and works(kernel)


def send_signed(connection, dealer, header, content):
    parts = [header, b"{}", b"{}", content]
    dealer.send_multipart([b"<IDS|MSG>", other_session(connection).sign(parts)] + parts)


@pytest.mark.parametrize("header", [b"", b"{", b"[]", b"null", b"{}", b'{"msg_type":7,"msg_id":"a"}'])
def test_a_signed_header_that_is_none(kernel, connection, dealer, header):
    send_signed(connection, dealer, header, b"{}")
    assert replies(dealer, 0.1) == 0 and works(kernel)


@pytest.mark.parametrize("content", [
    b"\xff\xfe", b"[" * 10_000, b'{"a":' * 10_000 + b"1" + b"}" * 10_000, b'{"code":"\xc3\x28"}', b'{"code":"\\ud83c"}',
    b'{"code":NaN}', b"",
])
def test_a_signed_content_that_is_none_is_answered(kernel, connection, dealer, content):
    """Its client waits for an answer; it gets an error, once."""
    send_signed(connection, dealer, b'{"msg_type":"execute_request","msg_id":"a"}', content)
    assert replies(dealer) == 1 and works(kernel)


@pytest.mark.parametrize("kind", ["nonsense_request", "execute_reply", "status", "input_reply", "x" * 10_000, "\u0000", "connect_request"])
def test_unknown_types(kernel, connection, kind):
    session = other_session(connection)
    for channel in ("shell", "control", "stdin"):
        kernel.client.session.send(getattr(kernel.client, channel + "_channel").socket, kind, {"value": "x"})
    del session
    assert works(kernel)


@pytest.mark.parametrize("content", [
    {"code": "= 1", "silent": "no", "store_history": 7, "allow_stdin": None, "stop_on_error": []}, {"code": None}, {"code": "\u0000"},
    {"code": "= 1", "user_expressions": 7}, {"code": "= 1\r\n= 2"},
])
def test_contents_of_other_types(kernel, content):
    assert kernel.ask("execute_request", content).status in ("ok", "error")
    assert works(kernel)


def test_a_cell_of_a_megabyte(kernel):
    run = kernel.run("# " + "x" * (1 << 20) + "\n= 3")
    assert run.value() == "3"


def test_a_message_above_64_mb(kernel, dealer):
    dealer.send_multipart([b"<IDS|MSG>", b"", b"{}", b"{}", b"{}", b"x" * (300 << 20)])
    time.sleep(0.5)
    assert works(kernel)


def test_another_protocol_on_each_port(kernel, connection):
    for port in PORTS:
        for text in [b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x00" * 100, b"", b"\xff" * 5000, b"\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x03"]:
            with socket.create_connection(("127.0.0.1", connection[port])) as stranger:
                stranger.sendall(text)
    assert works(kernel)


def test_noise_on_each_socket(kernel, connection):
    chance = random.Random(20260217)
    good = frames(other_session(connection), "execute_request", {"code": "load nowhere.csv"})
    context = zmq.Context.instance()
    for port, kind in zip(PORTS, [zmq.DEALER, zmq.XSUB, zmq.DEALER, zmq.DEALER, zmq.DEALER]):
        sender = context.socket(kind)
        sender.linger = 1000
        sender.connect(f"tcp://127.0.0.1:{connection[port]}")
        for _ in range(1000):
            parts = [bytearray(part) for part in good]
            for _ in range(chance.randrange(1, 4)):
                part = chance.choice(parts)
                action = chance.randrange(4)
                if action == 0 and part:
                    part[chance.randrange(len(part))] = chance.randrange(256)
                elif action == 1:
                    del part[chance.randrange(len(part) + 1):]
                elif action == 2:
                    parts.insert(chance.randrange(len(parts)), bytearray(chance.randbytes(chance.randrange(64))))
                elif len(parts) > 1:
                    parts.remove(part)
            sender.send_multipart([bytes(part) for part in parts])
        sender.close()
    # A client that does not read loses messages beyond its queue, so it reads what the noise caused first.
    replies(kernel.client.iopub_channel.socket, 1)
    assert works(kernel)


def test_a_flood(kernel, connection):
    """A million messages at once; the cell that comes with them is run."""
    sender = zmq.Context.instance().socket(zmq.DEALER)
    sender.linger, sender.sndhwm = 0, 0
    sender.connect(f"tcp://127.0.0.1:{connection['shell_port']}")
    for _ in range(1_000_000):
        sender.send(b"")
    assert works(kernel)
    sender.close()


# The start.


def written(tmp_path, **changes):
    path, _ = write_connection_file(str(tmp_path / "k.json"), key=b"k")
    values = json.loads(open(path).read())
    values.update(changes)
    with open(path, "w") as file:
        json.dump({key: value for key, value in values.items() if value is not None}, file)
    return path


def start(*words, **options):
    run = subprocess.run([os.environ["PODIUM"], "kernel", *words], capture_output=True, text=True, timeout=LONG, **options)
    return run.returncode, run.stdout, run.stderr


def refused(*words, **options):
    """The kernel cannot start: status 2 and one line on standard error."""
    status, output, errors = start(*words, **options)
    assert status == 2 and output == "" and errors.startswith("error: ") and errors.count("\n") == 1, (status, output, errors)
    return errors


@pytest.mark.parametrize("changes, part", [
    ({"signature_scheme": "hmac-md5"}, "hmac-md5"), ({"transport": "udp"}, "udp"), ({"ip": "0.0.0.0"}, "0.0.0.0"), ({"ip": "*"}, "'*'"),
    ({"ip": "192.0.2.1"}, "192.0.2.1"), ({"shell_port": None}, "shell_port"), ({"shell_port": "x"}, "shell_port"),
    ({"shell_port": 0}, "shell_port"), ({"hb_port": 70000}, "hb_port"), ({"shell_port": 5999, "hb_port": 5999}, "5999"), ({"key": 7}, "key"),
])
def test_connection_files_that_cannot_be_used(tmp_path, changes, part):
    assert part in refused(written(tmp_path, **changes))


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 10_000, "{}", "\u0000", "x" * 100_000], ids=range(7))
def test_connection_files_that_are_none(tmp_path, text):
    (tmp_path / "k.json").write_text(text)
    assert "k.json" in refused(str(tmp_path / "k.json"))


def test_connection_files_that_cannot_be_read(tmp_path):
    assert "nowhere.json" in refused(str(tmp_path / "nowhere.json"))
    refused(str(tmp_path))
    os.mkfifo(tmp_path / "pipe")
    refused(str(tmp_path / "pipe"))
    assert start()[0] == 2


def test_a_port_that_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        errors = refused(written(tmp_path, iopub_port=port))
        assert str(port) in errors and "another program" in errors


def test_without_the_library(tmp_path):
    """A file in the place of the library, as a machine without it has none."""
    (tmp_path / "libzmq.so.5").write_text("not a library")
    errors = refused(written(tmp_path), env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)})
    assert "libzmq5" in errors


def test_the_parent_dies(tmp_path):
    path = written(tmp_path)
    launcher = """
import os, subprocess, sys, time
child = subprocess.Popen([os.environ["PODIUM"], "kernel", sys.argv[1]], env={**os.environ, "JPY_PARENT_PID": str(os.getpid())})
print(child.pid, flush=True)
time.sleep(600)
"""
    parent = subprocess.Popen([sys.executable, "-c", launcher, path], stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    values = json.loads(open(path).read())
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", values["shell_port"])).close()
            break
        except OSError:
            time.sleep(0.05)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    while time.monotonic() < deadline and os.path.exists(f"/proc/{child}"):
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{child}")
