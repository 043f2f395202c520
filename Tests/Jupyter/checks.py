"""What a client may expect of a kernel: the checks of runtimed/kernel-testbed, and what users of other kernels had to report."""

import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import zmq
from harness import LONG, ended, started

# Work that lasts until it is stopped: in podium itself, and in a program that it runs.
ENDLESS = ["load iris\nlabel species\ncv forest(trees=5000) k=50", "!sleep 300"]
# Work of some seconds with progress.
LENGTHY = "load iris\nlabel species\ncv forest(trees=5000) k=30"


@pytest.fixture(scope="module")
def kernel():
    with started() as kernel:
        yield kernel


@pytest.fixture
def fresh():
    with started() as kernel:
        yield kernel


# Basic: 11 checks.


def test_heartbeat(fresh):
    fresh.client.hb_channel.unpause()
    deadline = time.monotonic() + LONG
    while not fresh.client.hb_channel.is_beating() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert fresh.client.hb_channel.is_beating()


def test_iopub_welcome(kernel):
    client = kernel.other()
    client.iopub_channel.start()
    welcome = client.get_iopub_msg(timeout=LONG)
    assert welcome["msg_type"] == "iopub_welcome" and welcome["content"] == {"subscription": ""}
    assert welcome["parent_header"] == {}
    client.stop_channels()


def test_kernel_info(kernel):
    run = kernel.ask("kernel_info_request")
    assert run.status == "ok" and run.types == ["status", "status"]
    assert run.content["implementation"] == "podium" and run.content["banner"]
    assert run.content["debugger"] is False and run.content.get("supported_features", []) == []
    assert all(set(link) == {"text", "url"} for link in run.content.get("help_links", []))


def test_kernel_info_language(kernel):
    info = kernel.ask("kernel_info_request").content["language_info"]
    assert (info["name"], info["mimetype"], info["file_extension"]) == ("podium", "text/x-podium", ".podium")
    assert (info["pygments_lexer"], info["codemirror_mode"]) == ("bash", "shell")
    program = subprocess.run([os.environ["PODIUM"], "--version"], capture_output=True, text=True)
    assert program.stdout.startswith(f"podium {info['version']}")


def test_kernel_info_protocol_version(kernel):
    assert kernel.ask("kernel_info_request").content["protocol_version"] == "5.4"


def test_stdout(kernel):
    run = kernel.run("!printf 'hello\\nworld\\n'")
    assert run.status == "ok" and run.stream() == "hello\nworld\n" and run.stream("stderr") == ""


def test_stderr(kernel):
    run = kernel.run("!echo oops >&2")
    assert run.status == "ok" and run.stream("stderr") == "oops\n" and run.stream() == ""


def test_execute_reply(kernel):
    run = kernel.run("= 1 + 1")
    assert run.status == "ok" and run.content["payload"] == [] and run.content["user_expressions"] == {}


def test_busy_and_idle(kernel):
    run = kernel.run("= 1 + 1")
    states = [message["content"]["execution_state"] for message in run.messages if message["msg_type"] == "status"]
    assert states == ["busy", "idle"]
    assert run.types == ["status", "execute_input", "execute_result", "status"]


def test_execute_input(kernel):
    run = kernel.run("= 2 + 2  # four")
    [content] = [message["content"] for message in run.messages if message["msg_type"] == "execute_input"]
    assert content == {"code": "= 2 + 2  # four", "execution_count": run.content["execution_count"]}


@pytest.mark.parametrize("restart", [False, True])
def test_shutdown(fresh, restart):
    message_id = fresh.send("shutdown_request", {"restart": restart}, channel="control")
    content = fresh.reply(message_id, "control")["content"]
    assert content == {"status": "ok", "restart": restart}
    assert ended(fresh.process) == 0
    assert fresh.process.stderr.read() == b""


# Interactive: 7 checks.


def test_complete(kernel):
    run = kernel.ask("complete_request", {"code": "load iri", "cursor_pos": 8})
    assert run.status == "ok" and run.content["matches"] == ["iris"]
    assert (run.content["cursor_start"], run.content["cursor_end"]) == (5, 8)


def test_inspect(kernel):
    run = kernel.ask("inspect_request", {"code": "cv tree k=10", "cursor_pos": 1, "detail_level": 0})
    assert run.status == "ok" and run.content["found"] and "fold" in run.content["data"]["text/plain"]
    missing = kernel.ask("inspect_request", {"code": "", "cursor_pos": 0, "detail_level": 0})
    assert missing.status == "ok" and missing.content["found"] is False and missing.content["data"] == {}


def test_is_complete(kernel):
    assert kernel.ask("is_complete_request", {"code": "load iris"}).content["status"] == "complete"


def test_is_incomplete(kernel):
    content = kernel.ask("is_complete_request", {"code": "= (1 +"}).content
    assert content["status"] == "incomplete" and content["indent"].strip() == ""


def test_history(kernel):
    kernel.run("= 40 + 2")
    run = kernel.ask("history_request", {"output": False, "raw": True, "hist_access_type": "tail", "n": 1})
    assert run.status == "ok" and [entry[2] for entry in run.content["history"]] == ["= 40 + 2"]


def test_comm_info(kernel):
    assert kernel.ask("comm_info_request", {}).content == {"status": "ok", "comms": {}}


def test_error(kernel):
    run = kernel.run("load nowhere.csv")
    assert run.status == "error" and run.types == ["status", "execute_input", "error", "status"]
    [error] = run.of("error")
    assert error["ename"] == "unknown-file" and "nowhere.csv" in error["evalue"]
    assert all(isinstance(line, str) for line in error["traceback"]) and "^" in "".join(error["traceback"])
    assert {key: run.content[key] for key in error} == error


# Rich: 4 checks.


def test_display_data(kernel):
    run = kernel.run("load iris\nplot hist petal_length_cm")
    pictures = [content["data"] for content in run.of("display_data") if "image/svg+xml" in content["data"]]
    assert len(pictures) == 1 and "<img" in pictures[0]["text/html"] and pictures[0]["text/plain"]


def test_update_display_data(kernel):
    run = kernel.run(LENGTHY, allow_stdin=True, timeout=120)
    first = next(content for content in run.of("display_data") if content.get("transient", {}).get("display_id"))
    updates = [
        content for content in run.of("update_display_data") if content["transient"] == first["transient"]]
    assert updates and run.status == "ok"
    # At the end it is emptied.
    assert not updates[-1]["data"].get("text/plain", "").strip()


def test_progress_is_for_those_who_look_on(kernel):
    run = kernel.run(LENGTHY, timeout=120)
    assert run.of("update_display_data") == [] and all("transient" not in c or not c["transient"] for c in run.of("display_data"))


def test_execute_result(kernel):
    run = kernel.run("= 6 * 7")
    [result] = run.of("execute_result")
    assert run.value() == "42" and isinstance(result["metadata"], dict)
    assert result["execution_count"] == run.content["execution_count"]


def test_rich_result(kernel):
    run = kernel.run("load iris\nhead 3")
    [result] = run.of("execute_result")
    assert {"text/plain", "text/html", "application/vnd.podium.v1+json"} <= set(result["data"])
    assert "<table" in result["data"]["text/html"] and isinstance(result["data"]["application/vnd.podium.v1+json"], dict)
    assert max(map(len, result["data"]["text/plain"].splitlines())) <= 80
    assert [len(run.of(kind)) for kind in ("display_data", "execute_result")] == [1, 1]


# Advanced: 5 checks.


def test_stdin(kernel):
    run = kernel.run("load", answers=["iris"])
    assert run.status == "ok" and "150 rows" in run.text()
    [question] = kernel.questions
    assert question["msg_type"] == "input_request" and question["content"]["password"] is False
    assert question["content"]["prompt"] and question["parent_header"]["msg_type"] == "execute_request"


def test_comm_lifecycle(kernel):
    message_id = kernel.send("comm_open", {"comm_id": "c1", "target_name": "widget", "data": {}})
    closing = kernel.wait_for("comm_close", message_id)
    assert closing["content"]["comm_id"] == "c1"
    kernel.send("comm_msg", {"comm_id": "c1", "data": {}})
    kernel.send("comm_close", {"comm_id": "c1", "data": {}})
    assert kernel.ask("comm_info_request", {}).content["comms"] == {}


@pytest.mark.parametrize("code", ENDLESS)
def test_interrupt(fresh, code):
    before = fresh.run("load iris\n= 1")
    message_id = fresh.execute(code)
    fresh.wait_for("execute_input", message_id)
    time.sleep(0.5)
    assert fresh.interrupt()["content"] == {"status": "ok"}
    run = fresh.reply(message_id)
    assert run["content"]["status"] == "error" and run["content"]["ename"] == "interrupted"
    after = fresh.run("head 1")
    assert after.status == "ok" and after.content["execution_count"] > before.content["execution_count"]


def test_interrupt_stops_children(fresh):
    message_id = fresh.execute("!sleep 4711 & sleep 4711")
    fresh.wait_for("execute_input", message_id)

    def sleeping():
        found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
        return found.count("\nsleep 4711")

    deadline = time.monotonic() + LONG
    while sleeping() < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    fresh.interrupt()
    assert fresh.reply(message_id)["content"]["status"] == "error"
    while sleeping() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert sleeping() == 0


def test_interrupt_when_idle(kernel):
    assert kernel.interrupt()["content"] == {"status": "ok"}
    assert kernel.run("= 1 + 1").value() == "2"


def test_counts(fresh):
    first = fresh.run("load iris\nhead 2")
    assert first.content["execution_count"] == 1
    second = fresh.run("= 1")
    # The number of a cell is that of its first command.
    assert second.content["execution_count"] == 3
    empty = fresh.run("# a comment")
    assert empty.content["execution_count"] == 4 and empty.outputs == []
    assert fresh.run("= 2").content["execution_count"] == 4


def test_parent_headers(kernel):
    message_id = kernel.execute("!echo a\nload iris\nhead 1")
    seen = []
    while not seen or seen[-1]["content"].get("execution_state") != "idle":
        seen.append(kernel.client.get_iopub_msg(timeout=LONG))
    reply = kernel.reply(message_id)
    for message in seen + [reply]:
        if message["msg_type"] != "iopub_welcome":
            assert message["parent_header"]["msg_id"] == message_id
            assert message["parent_header"]["session"] == kernel.client.session.session
    assert len({message["header"]["msg_id"] for message in seen + [reply]}) == len(seen) + 1
    assert len({message["header"]["session"] for message in seen + [reply]}) == 1


# What users of other kernels reported.


def test_queued_cells_are_aborted_after_an_error(fresh):
    ids = [fresh.execute(code) for code in ["!sleep 0.5\nload nowhere.csv", "= 1", "!echo never"]]
    statuses = [fresh.reply(message_id)["content"]["status"] for message_id in ids]
    assert statuses == ["error", "aborted", "aborted"]
    # Only what was queued already.
    run = fresh.run("= 7")
    assert run.value() == "7" and run.content["execution_count"] == 3


def test_queued_cells_run_on_without_stop_on_error(fresh):
    ids = [fresh.execute(code, stop_on_error=False) for code in ["!sleep 0.5\nload nowhere.csv", "= 1"]]
    assert [fresh.reply(message_id)["content"]["status"] for message_id in ids] == ["error", "ok"]


def test_queued_cells_are_aborted_after_an_interrupt(fresh):
    ids = [fresh.execute(code) for code in ["!sleep 300", "= 1"]]
    fresh.wait_for("execute_input", ids[0])
    fresh.interrupt()
    assert [fresh.reply(message_id)["content"]["status"] for message_id in ids] == ["error", "aborted"]


def test_all_output_comes_before_idle(kernel):
    for number in range(50):
        run = kernel.run(f"!seq {number} {number + 100}; echo last >&2")
        assert run.stream().split() == [str(n) for n in range(number, number + 101)]
        assert run.stream("stderr") == "last\n" and run.types[-1] == "status"


def test_cursor_counts_scalars(kernel):
    # A skier of two scalars, and an e with its accent apart: six letters for a reader, eight for the protocol.
    before = "= '🎿\ufe0fe\u0301'\n"
    run = kernel.ask("complete_request", {"code": before + "load iri and more", "cursor_pos": len(before) + 8})
    assert run.content["matches"] == ["iris"]
    assert (run.content["cursor_start"], run.content["cursor_end"]) == (len(before) + 5, len(before) + 8)
    found = kernel.ask("inspect_request", {"code": before + "cv", "cursor_pos": len(before) + 1})
    assert found.content["found"]


@pytest.mark.parametrize("cursor", [-1, 99, 10**18, "7", None, 2.5])
def test_cursors_out_of_range(kernel, cursor):
    for kind in ("complete_request", "inspect_request"):
        assert kernel.ask(kind, {"code": "load iri", "cursor_pos": cursor}).status in ("ok", "error")


@pytest.mark.parametrize("kind, content", [
    ("kernel_info_request", {}), ("comm_info_request", {}), ("is_complete_request", {"code": ""}),
    ("complete_request", {"code": "", "cursor_pos": 0}), ("inspect_request", {"code": "", "cursor_pos": 0}),
    ("history_request", {"hist_access_type": "tail", "n": 3, "output": False, "raw": True}),
    ("history_request", {"hist_access_type": "sideways"}), ("history_request", {}),
    ("execute_request", {"code": ""}), ("execute_request", {}), ("execute_request", {"code": 7}),
    ("complete_request", {}), ("inspect_request", {}), ("is_complete_request", {}),
])
def test_every_request_has_busy_idle_and_a_status(kernel, kind, content):
    run = kernel.ask(kind, content)
    states = [message["content"].get("execution_state") for message in run.messages]
    assert states[0] == "busy" and states[-1] == "idle" and run.status or kind == "is_complete_request"


@pytest.mark.parametrize("kind", ["kernel_info_request", "interrupt_request"])
def test_control_has_busy_and_idle(kernel, kind):
    run = kernel.ask(kind, channel="control")
    assert run.status == "ok" and run.types == ["status", "status"]


def test_queries_are_answered_while_a_cell_runs(fresh):
    fresh.run("load iris")
    message_id = fresh.execute("!sleep 300")
    fresh.wait_for("execute_input", message_id)
    content = fresh.reply(fresh.send("complete_request", {"code": "load iri", "cursor_pos": 8}))["content"]
    assert content["matches"] == ["iris"]
    assert fresh.reply(fresh.send("kernel_info_request", channel="control"), "control")["content"]["status"] == "ok"
    fresh.interrupt()
    assert fresh.reply(message_id)["content"]["status"] == "error"


def test_streams_are_joined(kernel):
    run = kernel.run("!seq 20000")
    assert run.stream().split() == [str(n) for n in range(1, 20001)]
    assert len(run.of("stream")) < 60


def test_streams_are_cut(kernel):
    run = kernel.run("!yes 0123456789 | head -c 40000000", timeout=60)
    assert run.status == "ok"
    size = len(run.stream()) + len(run.stream("stderr"))
    assert 9_000_000 < size < 11_000_000 and "10 MB" in run.stream() + run.stream("stderr")


def test_streams_that_are_not_utf8(kernel):
    run = kernel.run("!printf 'a\\377b\\n'")
    assert run.status == "ok" and run.stream().startswith("a") and run.stream().endswith("b\n")


def test_silent_runs_are_not_counted(fresh):
    before = fresh.run("= 1").content["execution_count"]
    silent = fresh.run("= 2", silent=True)
    assert silent.types == ["status", "status"] and silent.status == "ok"
    kept = fresh.run("= 3", store_history=False)
    assert kept.value() == "3" or kept.text("display_data") == "3"
    assert fresh.run("= 4").content["execution_count"] == before + 1


def test_user_expressions_are_answered(kernel):
    run = kernel.run("= 1", user_expressions={"a": "= 2"})
    assert run.status == "ok" and set(run.content["user_expressions"]) <= {"a"}


def test_a_question_to_a_script_is_an_error(kernel):
    assert kernel.run("load").status == "error"


def test_a_question_to_a_client_without_the_channel_is_an_error(fresh):
    fresh.client.stdin_channel.stop()
    # The kernel's end hears of it a moment later; a question that is sent before is only ended by an interrupt.
    time.sleep(1)
    assert fresh.run("load", allow_stdin=True).status == "error"
    assert fresh.run("= 1").value() == "1"


def test_a_question_can_be_interrupted(fresh):
    message_id = fresh.execute("load", allow_stdin=True)
    fresh.client.get_stdin_msg(timeout=LONG)
    fresh.interrupt()
    assert fresh.reply(message_id)["content"]["status"] == "error"
    assert fresh.run("= 1").value() == "1"


def test_verbs_are_not_shortened(kernel):
    assert kernel.run("descr").status == "error"


def test_payloads(fresh):
    page = fresh.run("help cv", allow_stdin=True).content["payload"]
    assert [(p["source"], p["start"]) for p in page] == [("page", 0)] and "text/plain" in page[0]["data"]
    fresh.run("= 5")
    [edit] = fresh.run("edit 2", allow_stdin=True).content["payload"]
    assert (edit["source"], edit["text"], edit["replace"]) == ("set_next_input", "= 5", edit["replace"])
    [leave] = fresh.run("exit").content["payload"]
    assert leave["source"] == "ask_exit"


def test_watch_ends_where_no_one_looks_on(kernel):
    assert kernel.run("load iris").status == "ok"
    run = kernel.run("watch 1 describe")
    assert run.status == "error" and run.of("error")[0]["ename"] == "not-live"


def test_watch_updates_one_display(fresh):
    fresh.run("load iris")
    message_id = fresh.execute("watch 0.5 describe", allow_stdin=True)
    first = fresh.wait_for("display_data", message_id)["content"]["transient"]
    assert fresh.wait_for("update_display_data", message_id)["content"]["transient"] == first
    fresh.interrupt()
    assert fresh.reply(message_id)["content"]["status"] in ("ok", "error")


def test_a_second_podium_on_the_workspace(tmp_path):
    """A program and the kernel write at once: nothing is lost, nothing is refused."""
    env = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
    with started(env=env) as kernel:
        commands = "\n".join(f"ski pair add {number}" for number in range(100, 120))
        program = subprocess.Popen(
            [os.environ["PODIUM"], "--no-rc"], env={**os.environ, **env}, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            text=True)
        program.stdin.write(commands)
        program.stdin.close()
        for number in range(200, 220):
            assert kernel.run(f"ski pair add {number}").status == "ok"
        assert program.wait(timeout=LONG) == 0
        pairs = kernel.run("ski pairs").text()
    assert [number for number in [*range(100, 120), *range(200, 220)] if str(number) not in pairs] == []


def test_the_workspace_is_closed_at_shutdown(tmp_path):
    with started(cwd=str(tmp_path)) as kernel:
        assert kernel.run("ski pair add 4711").status == "ok"
        kernel.send("shutdown_request", {"restart": False}, channel="control")
        assert ended(kernel.process) == 0
    with started(cwd=str(tmp_path)) as kernel:
        assert "4711" in kernel.run("ski pairs").text()
        kernel.run("ski pair remove 4711")


def test_confined(tmp_path):
    (tmp_path / "in.csv").write_text("a,b\n1,2\n")
    (tmp_path.parent / "out.csv").write_text("a,b\n1,2\n")
    with started(name="podium-confined", cwd=str(tmp_path)) as kernel:
        assert kernel.run("load in.csv").status == "ok"
        for code in ["!echo a", "head 1 | cat", "load ../out.csv", "load /etc/passwd", "load http://127.0.0.1:1/a.csv",
                     "surf spot add x lat=0 lon=0\nsurf now"]:
            assert kernel.run(code).status == "error", code
        assert kernel.run("ski pair add 4712").status == "ok"
    with started() as kernel:
        assert "4712" not in kernel.run("ski pairs").text()


def test_an_interrupt_signal_is_ignored(fresh):
    os.kill(fresh.process.pid, signal.SIGINT)
    assert fresh.run("= 1").value() == "1"


def test_ipc():
    with started(transport="ipc") as kernel:
        assert kernel.run("= 1 + 1").value() == "2"
        assert re.match(r".*ipc-\d+", kernel.manager.ip)
        kernel.send("shutdown_request", {"restart": False}, channel="control")
        assert ended(kernel.process) == 0


def test_with_the_libzmq_of_pyzmq(tmp_path):
    """A newer libzmq than Debian's, in the kernel too."""
    libraries = shutil.copytree(Path(zmq.__file__).parents[1] / "pyzmq.libs", tmp_path / "libs")
    [library] = libraries.glob("libzmq*")
    library.rename(libraries / "libzmq.so.5")
    with started(env={"LD_LIBRARY_PATH": str(libraries)}) as kernel:
        mapped = Path(f"/proc/{kernel.process.pid}/maps").read_text()
        assert str(libraries / "libzmq.so.5") in mapped
        assert kernel.run("!seq 20000").stream().split()[-1] == "20000"
        assert kernel.run("load", answers=["iris"]).status == "ok"
        message_id = kernel.execute("!sleep 300")
        kernel.wait_for("execute_input", message_id)
        kernel.interrupt()
        assert kernel.reply(message_id)["content"]["ename"] == "interrupted"
        kernel.send("shutdown_request", {"restart": False}, channel="control")
        assert ended(kernel.process) == 0


def test_two_clients_see_the_same(kernel):
    other = kernel.other()
    other.start_channels()
    other.wait_for_ready(timeout=LONG)
    message_id = other.execute("= 8")
    assert kernel.wait_for("execute_result", message_id)["content"]["data"]["text/plain"].split()[-1] == "8"
    assert kernel.run("= 9").value() == "9"
    other.stop_channels()
