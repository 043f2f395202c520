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
            file.write(f'#!/bin/sh\necho "$(date +%s) {name}" >>"{calls}"\nexec "{real}" "$@"\n')
        os.chmod(os.path.join(folder, name), 0o755)
    return folder


path = wrappers() + ":" + os.environ["PATH"]
home = os.path.join(work, "home")


def start(commands, executor, chunk=2.0, cpus=1, threads=1, here=0, root="cluster"):
    """Starts podium; without a workspace of the user."""
    os.makedirs(os.path.join(home, "podium"), exist_ok=True)
    with open(os.path.join(home, "podium", "slurm.sh"), "w") as file:
        file.write(f"#SBATCH --cpus-per-task={cpus}\n")
    settings = f"quiet: set executor={executor} threads={threads}"
    if executor == "slurm":
        settings += f" cluster-folder={work}/{root} cluster-chunk={chunk} cluster-here={here}"
    script = os.path.join(work, "script.podium")
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
                counts.update(line.split()[1] for line in file if line.startswith(b"result "))
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
    for cpus in [int(part) for part in args.cpus.split(",")]:
        same = 0
        for name, command in commands.items():
            clean()
            loading = [line.replace("small.csv", "small-gap.csv") if name == "failing" else line for line in load_small]
            here, _ = run(loading + [command], "threads")
            there, _ = run(loading + [command], "slurm", chunk=0.5, cpus=cpus)
            if here == there:
                same += 1
            else:
                row(f"differs: {name}", 1)
                print(json.dumps(here)[-600:], json.dumps(there)[-600:], sep="\n", file=__import__("sys").stderr)
        row(f"equal commands, {cpus} CPU a task", same)

heavy = "compare svm(c=0.1,1,10) ann(hidden=32) forest k=5 repeats=6 shuffle=yes nested=yes"
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
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    ask = json.loads(line)\n"
        "    time.sleep(1)\n"
        "    names, rows = ask['classes'], ask['test']['rows']\n"
        "    print(json.dumps({'id': ask['id'], 'predicted': [names[0]] * rows}), flush=True)\n")
if wanted("folds"):
    clean()
    learner = f'quiet: learner add slow "python3 {slow}" targets=classes probabilities=no'
    _, seconds = run(load_small + [learner, "cv slow k=40"], "slurm", chunk=20)
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
    row("sbatch calls for 1,000 chunks", sum(" sbatch" in line for line in lines) - 1)
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


def tasks():
    out = subprocess.run(["squeue", "-h", "-r", "-t", "R", "-o", "%F_%K"], capture_output=True, text=True).stdout
    return [line for line in out.split() if "podium" not in line]


def workers():
    out = subprocess.run(["pgrep", "-f", "worker --run " + work], capture_output=True, text=True).stdout
    return [int(line) for line in out.split()]


def faulted(*words):
    if args.fault:
        subprocess.run(args.fault.split() + list(words), check=False, stdout=subprocess.DEVNULL)


def until_working():
    for _ in range(600):
        if len(workers()) >= 2:
            return
        time.sleep(0.05)


def kill_one():
    """Kills the worker that began last: the others may end first."""
    for process in reversed(workers()):
        try:
            return os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


first = args.nodes.split(",")[0]
faults = {
    "kill -9": [kill_one],
    "scancel": [lambda: [subprocess.run(["scancel", t]) for t in tasks()[:1]]],
}
if args.partition:
    faults["preempted"] = [lambda: subprocess.run(
        ["sbatch", "-p", args.partition, "-o", "/dev/null", "--wrap", "sleep 3"], stdout=subprocess.DEVNULL)]
if args.fault:
    faults["node lost"] = [lambda: faulted("lose", first), 30, lambda: faulted("back", first)]
    faults["node silent"] = [lambda: faulted("silence", first), 30, lambda: faulted("back", first)]
    faults["controller stopped 30 s"] = [lambda: faulted("stop"), 30, lambda: faulted("go")]
faults["all together"] = [step for steps in list(faults.values()) for step in steps]
for name, steps in faults.items():
    if not wanted("fault " + name):
        continue
    clean()
    here, _ = run(load_large + [heavy], "threads", threads=2)
    process = start(load_large + [heavy], "slurm", chunk=4)
    until_working()
    for step in steps:
        if callable(step):
            step()
            time.sleep(1)
        else:
            time.sleep(step)
    there = answer(process)
    row(f"fault {name}: same bytes", 1 if here == there else 0)
    row(f"fault {name}: orders done twice", repeated())
if wanted("driver"):
    clean()
    long = heavy.replace("repeats=6", "repeats=12")
    here, _ = run(load_large + [long], "threads", threads=2)
    kills = 0
    while True:
        process = start(load_large + [long], "slurm", chunk=4)
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
