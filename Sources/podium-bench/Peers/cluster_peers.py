"""Runs podium on the Slurm cluster that SLURM_CONF names, beside threads and, where it is installed, submitit.

Prints one JSON object per row: {"row": …, "system": "podium" or "submitit", "value": …}.
"""
import argparse
import collections
import json
import os
import random
import shutil
import signal
import subprocess
import threading
import time

parser = argparse.ArgumentParser()
parser.add_argument("--podium", required=True)
parser.add_argument("--data", required=True, help="a folder that the nodes see")
parser.add_argument("--fault", default="", help="a command that takes 'lose NODE', 'silence NODE', 'back NODE', 'stop', 'go'")
parser.add_argument("--nodes", default="node1,node2")
parser.add_argument("--partition", default="", help="a partition whose jobs preempt those of others")
parser.add_argument("--cpus", default="1,2")
parser.add_argument("--only", default="")
args = parser.parse_args()
work = os.path.abspath(args.data)
os.makedirs(work, exist_ok=True)
random.seed(1)


def row(name, value, system="podium"):
    print(json.dumps({"row": name, "system": system, "value": value}), flush=True)


def wanted(name):
    return not args.only or any(name.startswith(part) for part in args.only.split(","))


def table(name, rows, columns):
    path = os.path.join(work, name)
    with open(path, "w") as file:
        file.write(",".join(f"x{i}" for i in range(columns)) + ",venue,day,y\n")
        for number in range(rows):
            x = [random.gauss(0, 1) for _ in range(columns)]
            total = sum(x[:5]) + random.gauss(0, 1)
            klass = "a" if total > 1 else "b" if total > -1 else "c"
            file.write(",".join(f"{v:.4f}" for v in x) + f",v{number % 7},{number},{klass}\n")
    return path


def gap(path):
    """The same table with one missing cell, which some learners refuse."""
    lines = open(path).read().split("\n")
    lines[3] = lines[3][lines[3].index(","):]
    with open(path.replace(".csv", "-gap.csv"), "w") as file:
        file.write("\n".join(lines))


small, large = table("small.csv", 400, 8), table("large.csv", 3000, 20)
gap(small)
calls = os.path.join(work, "calls")


def wrappers():
    """Commands that note each call before they pass it on."""
    folder = os.path.join(work, "bin")
    os.makedirs(folder, exist_ok=True)
    for name in ["sbatch", "squeue", "scancel"]:
        real = shutil.which(name)
        with open(os.path.join(folder, name), "w") as file:
            file.write(f'#!/bin/sh\necho "$(date +%s) {name} $*" >>"{calls}"\nexec "{real}" "$@"\n')
        os.chmod(os.path.join(folder, name), 0o755)
    return folder


path = wrappers() + ":" + os.environ["PATH"]


def start(commands, executor, chunk=2.0, cpus=1, threads=1, here=0, root="cluster", options=""):
    """Starts podium; without a workspace of the user."""
    home = os.path.join(work, "home", root)
    os.makedirs(os.path.join(home, "podium"), exist_ok=True)
    with open(os.path.join(home, "podium", "slurm.sh"), "w") as file:
        file.write(f"#SBATCH --cpus-per-task={cpus} {options}\n")
    settings = f"quiet: set executor={executor} threads={threads}"
    if executor == "slurm":
        settings += f" cluster-folder={work}/{root} cluster-chunk={chunk} cluster-here={here}"
    script = os.path.join(home, f"{executor}.podium")
    with open(script, "w") as file:
        file.write("\n".join([settings] + commands) + "\n")
    environment = dict(os.environ, PATH=path, XDG_CONFIG_HOME=home, HOME=work)
    return subprocess.Popen(
        [args.podium, "--no-rc", "run", "--trust", "--format", "json", script], env=environment, cwd=work,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def without_times(value):
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in ("elapsed_ms", "seconds", "fit_seconds")}
    return [without_times(v) for v in value] if isinstance(value, list) else value


def answer(process):
    output, errors = process.communicate()
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    failed = [line["error"]["message"] for line in lines if line["status"] != "ok"]
    if failed or process.returncode != 0:
        raise SystemExit(f"podium: {failed or errors}")
    return [without_times(line) for line in lines if not line["input"].startswith("quiet: set")]


def run(commands, executor, **options):
    begun = time.time()
    found = answer(start(commands, executor, **options))
    return found, time.time() - begun


def clean(root="cluster"):
    shutil.rmtree(os.path.join(work, root), ignore_errors=True)
    if os.path.exists(calls):
        os.remove(calls)


def repeated(root="cluster"):
    """How many orders have more than one result, over all runs."""
    total = 0
    for folder, _, files in os.walk(os.path.join(work, root, "runs")):
        if not folder.endswith("/results"):
            continue
        counts = collections.Counter()
        for name in files:
            with open(os.path.join(folder, name), "rb") as file:
                # A line is its CRC-32 and JSON; the last may be cut.
                for line in file:
                    if line.endswith(b"\n") and line[9:].startswith(b'{"result"'):
                        counts[json.loads(line[9:])["result"]["_0"]] += 1
        total += sum(1 for count in counts.values() if count > 1)
    return total


load_small = [f"quiet: load {small} as t", "quiet: role venue day ignored", "quiet: label y"]
load_large = [f"quiet: load {large} as t", "quiet: role venue day ignored", "quiet: label y"]
commands = {
    "cv": "cv svm k=5", "compare": "compare svm tree knn ann(hidden=4) k=5 shuffle=yes repeats=2",
    "seeds": "compare ann(hidden=4) forest k=4 seeds=3", "nested": "cv svm(c=0.1,1,10) k=4 nested=yes",
    "tune": "tune svm(c=0.1,1,10) k=4", "groups": "cv tree folds=group group=venue k=7", "rolling": "cv tree folds=rolling time=day k=5",
    "shortlist": "cv bayes k=4 shortlist=95%",
    "failing": "compare lda boost k=4",
}

if wanted("equal"):
    scripts = {
        name: [line.replace("small.csv", "small-gap.csv") if name == "failing" else line for line in load_small] + [command]
        for name, command in commands.items()
    }
    begun = {
        (cpus, name): start(lines, "slurm", chunk=0.5, cpus=cpus, root=f"equal-{cpus}-{name}")
        for cpus in [int(part) for part in args.cpus.split(",")] for name, lines in scripts.items()
    }
    here = {name: run(lines, "threads", root="threads")[0] for name, lines in scripts.items()}
    same = collections.Counter({cpus: 0 for cpus, _ in begun})
    for (cpus, name), process in begun.items():
        there = answer(process)
        if here[name] == there:
            same[cpus] += 1
        else:
            row(f"differs: {name}", 1)
            print(json.dumps(here[name])[-600:], json.dumps(there)[-600:], sep="\n", file=__import__("sys").stderr)
    for cpus, count in same.items():
        row(f"equal commands, {cpus} CPU a task", count)

if wanted("speed"):
    clean()
    work_of_a_minute = "compare svm ann(hidden=32) forest k=5 repeats=16 shuffle=yes"
    here, one = run(load_large + [work_of_a_minute], "threads")
    there, two = run(load_large + [work_of_a_minute], "slurm", chunk=5, threads=2)
    # What the machine itself gives: its two processors may share a core.
    _, threads = run(load_large + [work_of_a_minute], "threads", threads=2)
    row("one core, s", one)
    row("speed-up of two threads here", one / threads)
    row("speed-up on two nodes", one / two if here == there else 0)

slow = os.path.join(work, "slow.py")
with open(slow, "w") as file:
    file.write(
        "import json, os, sys, time, zlib\n"
        # On the nodes of one run it is slower than estimated; its parent is a shell of the worker.
        "worker = open(f'/proc/{os.getppid()}/stat').read().split()[3]\n"
        "worker = open(f'/proc/{worker}/cmdline').read()\n"
        "for line in sys.stdin:\n"
        "    ask = json.loads(line)\n"
        "    time.sleep(3 if 'fault-time-limit/runs' in worker else 1)\n"
        "    names, rows, own = ask['classes'], ask['test']['rows'], ask.pop('id')\n"
        "    first = zlib.crc32(json.dumps(ask['test'], sort_keys=True).encode())\n"
        "    found = [names[(first + row) % len(names)] for row in range(rows)]\n"
        "    print(json.dumps({'id': own, 'predicted': found}), flush=True)\n")
load_slow = load_small + [f'quiet: learner add slow "python3 {slow}" targets=classes probabilities=no']
if wanted("folds"):
    clean()
    _, seconds = run(load_slow + ["cv slow k=40"], "slurm", chunk=20)
    row("40 folds of 1 s, s", seconds)
    try:
        import submitit

        executor = submitit.AutoExecutor(folder=os.path.join(work, "submitit"))
        executor.update_parameters(timeout_min=5, mem_gb=0.4, cpus_per_task=1)
        begun = time.time()
        for job in executor.map_array(time.sleep, [1] * 40):
            job.result()
        row("40 folds of 1 s, s", time.time() - begun, "submitit")
    except ImportError:
        pass

if wanted("chunks"):
    clean()
    # 1,000 orders, one a chunk.
    _, seconds = run(load_small + ["cv zeror k=100 repeats=10 shuffle=yes"], "slurm", chunk=0.001)
    lines = open(calls).read().split("\n")
    files = sum(len(names) for _, _, names in os.walk(os.path.join(work, "cluster", "runs")))
    row("sbatch calls for 1,000 chunks", sum(" sbatch --parsable" in line for line in lines))
    row("squeue calls in 10 s", sum(" squeue" in line for line in lines) / (seconds / 10))
    row("files a chunk", (files - 10) / 999)

if wanted("worker"):
    for name, data in [("small", small), ("40 MB", table("wide.csv", 25000, 190))]:
        clean()
        loading = [f"quiet: load {data} as t", "quiet: role venue day ignored", "quiet: label y"]
        run(loading + ["cv zeror k=2"], "slurm", chunk=0.001)
        folder = os.path.join(work, "cluster", "runs", os.listdir(os.path.join(work, "cluster", "runs"))[0])
        script = open(os.path.join(folder, "rounds", "1.sh")).read()
        times = []
        for _ in range(5):
            for result in os.listdir(os.path.join(folder, "results")):
                os.remove(os.path.join(folder, "results", result))
            begun = time.time()
            subprocess.run(["bash", "-c", script], env=dict(os.environ, SLURM_ARRAY_TASK_ID="0"), check=True)
            times.append(time.time() - begun)
        row(f"worker, {name} of data, ms", sorted(times)[2] * 1000)


def run_of(root):
    folder = os.path.join(work, root, "runs")
    return (os.listdir(folder) if os.path.isdir(folder) else [""])[0]


def workers(root):
    out = subprocess.run(["pgrep", "-f", f"worker --run {work}/{root}/"], capture_output=True, text=True).stdout
    return [int(line) for line in out.split()]


def until(condition, seconds=60):
    deadline = time.time() + seconds
    while not condition() and time.time() < deadline:
        time.sleep(0.05)


def said(root, words):
    """Whether Slurm wrote some words into a log of the run."""
    folder = os.path.join(work, root, "runs", run_of(root), "log")
    logs = [os.path.join(folder, name) for name in os.listdir(folder)] if os.path.isdir(folder) else []
    return any(words in open(name, errors="replace").read() for name in logs)


def faulted(*words):
    subprocess.run(args.fault.split() + list(words), check=False, stdout=subprocess.DEVNULL)


def kill_one(root):
    """Kills the worker that began last: the others may end first."""
    for process in reversed(workers(root)):
        try:
            os.kill(process, signal.SIGKILL)
            return True
        except ProcessLookupError:
            pass
    return False


def running(root, what="%F_%K"):
    lines = subprocess.run(["squeue", "-h", "-r", "-t", "R", "-o", "%j " + what], capture_output=True, text=True).stdout
    return [line.split()[1] for line in lines.split("\n") if line.startswith(f"podium-{run_of(root)}-")]


def cancel_one(root):
    until(lambda: running(root))
    found = running(root)[-1:]
    return found != [] and subprocess.run(["scancel"] + found).returncode == 0


def preempt(root):
    """Another job takes a whole node for some seconds, one that the run works on; a task may end before it is preempted."""
    for _ in range(5):
        until(lambda: running(root))
        nodes = running(root, "%N")[-1:]
        subprocess.run(
            ["sbatch", "-p", args.partition, "--exclusive", "-o", "/dev/null", "--wrap", "sleep 3"]
            + [word for node in nodes for word in ("-w", node)], stdout=subprocess.DEVNULL)
        until(lambda: said(root, "DUE TO PREEMPTION"), 12)
        if said(root, "DUE TO PREEMPTION"):
            return True
    return False


def during(words):
    """A fault that lasts for 30 s."""
    def act(root):
        faulted(*words[0])
        time.sleep(30)
        faulted(*words[1])
        return True
    return act


first = args.nodes.split(",")[0]
# What goes wrong in a run; a time limit of a minute is met by itself.
faults = {"kill -9": [kill_one], "scancel": [cancel_one], "time limit": []}
if args.partition:
    faults["preempted"] = [preempt]
alone = {}
if args.fault:
    alone["node lost"] = [during([["lose", first], ["back", first]])]
    alone["node silent"] = [during([["silence", first], ["back", first]])]
    alone["controller stopped 30 s"] = [during([["stop"], ["go"]])]
alone["all together"] = [step for steps in [*faults.values(), *alone.values()] for step in steps]
expected = []


def begin(name):
    root = "fault-" + name.replace(" ", "-")
    clean(root)
    line = load_slow + ["cv slow k=40"]
    if not expected:
        expected.append(run(line, "threads", threads=64, root="threads")[0])
    limit = name == "time limit"
    return name, root, start(line, "slurm", chunk=60 if limit else 8, root=root, options="--time=1" if limit else "")


def meet(group):
    """Runs with a fault each, at the same time, whichever of them the cluster begins first."""
    begun = [begin(name) for name in group if wanted("fault " + name)]
    missed = []

    def strike(name, root):
        until(lambda: workers(root))
        for step in {**faults, **alone}[name]:
            if not step(root):
                missed.append(name)
            time.sleep(1)

    threads = [threading.Thread(target=strike, args=(name, root)) for name, root, _ in begun]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if missed:
        raise SystemExit(f"nothing went wrong in: {', '.join(missed)}")
    for name, root, process in begun:
        there = answer(process)
        if name == "time limit" and not said(root, "DUE TO TIME LIMIT"):
            raise SystemExit("no task met its time limit")
        row(f"fault {name}: same bytes", 1 if there == expected[0] else 0)
        row(f"fault {name}: orders done twice", repeated(root))


meet(faults)
for name in alone:
    meet([name])

if wanted("driver") or wanted("sessions"):
    line = load_slow + ["cv slow k=100 repeats=3 shuffle=yes"]
    here = run(line, "threads", threads=64)[0]
if wanted("driver"):
    clean()
    kills = 0
    while True:
        process = start(line, "slurm", chunk=8)
        try:
            process.wait(random.uniform(0.2, 2) if kills < 50 else 600)
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
    there = answer(process)
    row("driver killed, times", kills)
    row("driver killed: same bytes", 1 if here == there else 0)
    row("driver killed: orders done twice", repeated())
if wanted("sessions"):
    clean()
    both = [start(line, "slurm", chunk=8) for _ in range(2)]
    until(lambda: workers("cluster"))
    submitted = sum(" sbatch --parsable" in call for call in open(calls))
    # The one that drives is killed, and the other takes over.
    with open(os.path.join(work, "cluster", "runs", run_of("cluster"), "driver")) as file:
        driver = int(file.read().split()[1])
    both = [process for process in both if process.pid != driver]
    os.kill(driver, signal.SIGKILL)
    row("two sessions: sbatch calls", submitted)
    row("two sessions, one killed: same bytes", 1 if len(both) == 1 and answer(both[0]) == here else 0)
    row("two sessions: orders done twice", repeated())
