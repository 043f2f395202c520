"""Peers of `podium-bench shape`: the same work in pandas, polars, DuckDB and SQLite, on the tables that podium wrote.

    shape_peers.py ROW --runs N --threads N --data DIR

Each peer is a process of its own that reads made.csv and other.csv with its defaults, then does the work N times. It prints one
line of JSON: the least and the median time of the work, the time of the whole process and its peak memory. A peer that is not
installed is skipped.
"""
import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time


def pandas_rows(folder):
    import pandas as pd
    d = pd.read_csv(folder + "/made.csv", parse_dates=["day"])
    other = pd.read_csv(folder + "/other.csv")
    numbers = ["f1", "f2", "f3"]
    return {
        "filter": lambda: d[(d.f1 > 0) & (d.cat8 == "A")],
        "keep": lambda: d[d.f1 > 0],
        "derive": lambda: d.assign(y=(d.f1 + d.f3) / 2),
        "derive_text": lambda: d.assign(y=d.cat1000.str.upper()),
        "derive_group": lambda: d.assign(y=d.f1 - d.groupby("cat1000").f1.transform("mean")),
        "replace": lambda: d.assign(f1=d.f1.mask(d.f1 < 0, 0.0)),
        "group8_mean": lambda: d.groupby("cat8")[numbers].mean(),
        "group1000_mean": lambda: d.groupby("cat1000")[numbers].mean(),
        "sort_f1": lambda: d.sort_values("f1"),
        "sort_cat1000_f1": lambda: d.sort_values(["cat1000", "f1"]),
        "distinct": lambda: d.drop_duplicates(["cat1000", "cat8"]),
        "join": lambda: d.merge(other, on="cat1000", how="left"),
        # merge_asof wants both sides sorted by the number.
        "asof": lambda: pd.merge_asof(d.sort_values("f1"), other.sort_values("f1"), on="f1"),
        "pivot": lambda: d.pivot_table(index="cat1000", columns="cat8", values="f1", aggfunc="mean"),
        "describe": lambda: d.describe(include="all"),
    }


def polars_rows(folder):
    import polars as pl
    d = pl.read_csv(folder + "/made.csv", try_parse_dates=True)
    other = pl.read_csv(folder + "/other.csv")
    f1 = pl.col("f1")
    means = [pl.col(c).mean() for c in ("f1", "f2", "f3")]
    context = pl.SQLContext(made=d, eager=True)
    return {
        "filter": lambda: d.filter((f1 > 0) & (pl.col("cat8") == "A")),
        "keep": lambda: d.filter(f1 > 0),
        "derive": lambda: d.with_columns(y=(f1 + pl.col("f3")) / 2),
        "derive_text": lambda: d.with_columns(y=pl.col("cat1000").str.to_uppercase()),
        "derive_group": lambda: d.with_columns(y=f1 - f1.mean().over("cat1000")),
        "replace": lambda: d.with_columns(f1=pl.when(f1 < 0).then(0.0).otherwise(f1)),
        "group8_mean": lambda: d.group_by("cat8").agg(means),
        "group1000_mean": lambda: d.group_by("cat1000").agg(means),
        "sort_f1": lambda: d.sort("f1"),
        "sort_cat1000_f1": lambda: d.sort(["cat1000", "f1"]),
        "distinct": lambda: d.unique(["cat1000", "cat8"], keep="first", maintain_order=True),
        "join": lambda: d.join(other, on="cat1000", how="left", maintain_order="left"),
        # join_asof wants both sides sorted by the number.
        "asof": lambda: d.sort("f1").join_asof(other.sort("f1"), on="f1"),
        "pivot": lambda: d.pivot(on="cat8", index="cat1000", values="f1", aggregate_function="mean"),
        "sql": lambda: context.execute(QUERY),
        "describe": lambda: d.describe(),
    }


QUERY = "SELECT cat8, avg(f1) FROM made WHERE f1 > 0 GROUP BY cat8"


def duckdb_rows(folder):
    import duckdb
    c = duckdb.connect()
    c.execute(f"set threads={os.environ['PEER_THREADS']}")
    for name in ("made", "other"):
        c.execute(f"create table {name} as select * from read_csv('{folder}/{name}.csv')")

    def table(query):
        return lambda: c.execute("create or replace temp table result as " + query)

    def answer(query):
        return lambda: c.execute(query).fetchall()

    means = "avg(f1), avg(f2), avg(f3)"
    return {
        "filter": table("select * from made where f1 > 0 and cat8 = 'A'"),
        "keep": table("select * from made where f1 > 0"),
        "derive": table("select (f1 + f3) / 2 as y from made"),
        "derive_text": table("select upper(cat1000) as y from made"),
        "derive_group": table("select f1 - avg(f1) over (partition by cat1000) as y from made"),
        "replace": table("select case when f1 < 0 then 0 else f1 end as f1 from made"),
        "group8_mean": answer(f"select cat8, {means} from made group by 1"),
        "group1000_mean": answer(f"select cat1000, {means} from made group by 1"),
        "sort_f1": table("select * from made order by f1"),
        "sort_cat1000_f1": table("select * from made order by cat1000, f1"),
        "distinct": table("select distinct on (cat1000, cat8) * from made"),
        "join": table("select a.*, b.weight, b.f1 as f1_other from made a left join other b on a.cat1000 = b.cat1000"),
        "asof": table("select a.*, b.weight from made a asof left join other b on a.f1 >= b.f1"),
        "pivot": answer("pivot made on cat8 using avg(f1) group by cat1000"),
        "sql": answer(QUERY),
        "describe": answer("summarize made"),
    }


def sqlite_rows(folder):
    import csv
    import sqlite3
    c = sqlite3.connect(":memory:")
    with open(folder + "/made.csv", newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        names = next(reader)
        real = {"f1", "f2", "f3"}
        kinds = ["REAL" if name in real else "INTEGER" if name in ("id", "i1", "i2") else "TEXT" for name in names]
        c.execute("create table made (" + ", ".join(f"{name} {kind}" for name, kind in zip(names, kinds)) + ")")
        rows = ([None if cell == "" else cell for cell in row] for row in reader)
        c.executemany("insert into made values (" + ",".join("?" * len(names)) + ")", rows)
    return {"sql": lambda: c.execute(QUERY).fetchall()}


PEERS = {"pandas": pandas_rows, "polars": polars_rows, "duckdb": duckdb_rows, "sqlite": sqlite_rows}


def peak_mb():
    """The largest resident memory of this process; other than getrusage it begins at exec."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))


def child(row, peer, folder, runs):
    work = PEERS[peer](folder).get(row)
    if work is None:
        return
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
        del result
    print(json.dumps({"least_s": min(times), "work_s": statistics.median(times), "peak_mb": peak_mb()}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("row")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--data", required=True)
    parser.add_argument("--child", choices=PEERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.row, options.child, options.data, options.runs)
        return
    threads = str(options.threads)
    environment = dict(os.environ, PEER_THREADS=threads, POLARS_MAX_THREADS=threads, OMP_NUM_THREADS=threads,
                       OPENBLAS_NUM_THREADS=threads, NUMEXPR_MAX_THREADS=threads)
    for peer in PEERS:
        if importlib.util.find_spec("sqlite3" if peer == "sqlite" else peer) is None:
            continue
        # Reading with Python's csv takes long, and only one row has SQLite.
        if peer == "sqlite" and options.row != "sql":
            continue
        start = time.perf_counter()
        run = subprocess.run(
            [sys.executable, os.path.abspath(__file__), options.row, "--child", peer, "--runs", str(options.runs),
             "--threads", threads, "--data", options.data], env=environment, stdout=subprocess.PIPE, check=True)
        wall = time.perf_counter() - start
        if run.stdout.strip():
            print(json.dumps({"row": options.row, "peer": peer, "median": True, **json.loads(run.stdout),
                              "wall_s": wall}), flush=True)


if __name__ == "__main__":
    main()
