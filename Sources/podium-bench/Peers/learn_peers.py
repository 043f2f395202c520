"""What other programs take for the rows of `podium-bench learn`.

  python3 learn_peers.py data ROW --data DIR              writes the table of a row, if it is not there
  python3 learn_peers.py ROW --runs N --threads T --data DIR

Needs numpy, pandas and scikit-learn; lightgbm and xgboost for boosting; R with ranger (Debian: r-cran-ranger) for another forest.
A peer that is not installed is left out. Each peer runs in a process of its own, which prints
the seconds of its work alone; the seconds of the whole process, with start and reading, are measured from outside.
"""

import argparse
import json
import os
import subprocess
import sys
import time

# Row: rows, columns, classes, and the peers with their arguments.
ROWS = {
    "svc_2000x20": (2000, 20, 3, {"sklearn": "svm", "warm_pool_sklearn": "svm"}),
    "svc_10000x50": (10000, 50, 3, {"sklearn": "svm", "warm_pool_sklearn": "svm"}),
    "tree_10000x50": (10000, 50, 3, {"sklearn": "tree", "warm_pool_sklearn": "tree"}),
    "tree_100000x20": (100000, 20, 3, {"sklearn": "tree", "warm_pool_sklearn": "tree"}),
    "mlp_112x10_e500": (112, 10, 3, {"sklearn_b32": (32, 500), "sklearn_b200": (112, 500)}),
    "mlp_10000x50_e50": (10000, 50, 3, {"sklearn_b32": (32, 50), "sklearn_b200": (200, 50)}),
    "rf100_10000x50": (10000, 50, 3, {"sklearn": None, "ranger": None}),
    "gbm100_100000x50": (100000, 50, 2, {"lightgbm": None, "hist_gb": None, "xgboost": None}),
    "knn_10000x50": (10000, 50, 3, {"brute": "brute", "kd_tree": "kd_tree"}),
    "knn_100000x20": (100000, 20, 3, {"brute": "knn_brute"}),
}


def path(row, folder):
    rows, columns, classes, _ = ROWS[row]
    return os.path.join(folder, f"synth_{rows}x{columns}_{classes}c.csv")


def write(row, folder):
    if os.path.exists(path(row, folder)):
        return
    import pandas
    from sklearn.datasets import make_classification

    rows, columns, classes, _ = ROWS[row]
    x, y = make_classification(
        rows, columns, n_informative=max(4, columns * 2 // 5), n_redundant=columns // 10, n_classes=classes,
        flip_y=0.05, random_state=7)
    table = pandas.DataFrame(x, columns=[f"x{i}" for i in range(columns)])
    table["y"] = [f"c{code}" for code in y]
    table.to_csv(path(row, folder), index=False)


def pipeline(kind):
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    if kind == "svm":
        return make_pipeline(StandardScaler(), SVC())
    if kind.startswith("knn_"):
        from sklearn.neighbors import KNeighborsClassifier

        return make_pipeline(StandardScaler(), KNeighborsClassifier(5, algorithm=kind.removeprefix("knn_")))
    return DecisionTreeClassifier(criterion="entropy", random_state=0)


def fold(arguments):
    """One fold of a cross-validation, for a pool of processes that has started already."""
    kind, x, y, train, test = arguments
    return pipeline(kind).fit(x[train], y[train]).score(x[test], y[test])


RANGER = """
given <- commandArgs(TRUE)
table <- read.csv(given[1], stringsAsFactors = TRUE)
start <- Sys.time()
model <- ranger::ranger(dependent.variable.name = "y", data = table, num.trees = 100, num.threads = as.integer(given[2]), seed = 1)
cat(as.numeric(Sys.time() - start, units = "secs"))
"""


def work(row, peer, threads, folder):
    """The seconds of the work alone."""
    if peer == "ranger":
        run = subprocess.run(
            ["Rscript", "--vanilla", "-e", RANGER, path(row, folder), str(threads)], stdout=subprocess.PIPE, check=True)
        return float(run.stdout)
    import numpy
    import pandas

    table = pandas.read_csv(path(row, folder))
    y = table.pop("y").to_numpy()
    x = numpy.ascontiguousarray(table.to_numpy())
    how = ROWS[row][3][peer]
    if row.startswith(("svc", "tree", "knn_100000")):
        from sklearn.model_selection import StratifiedKFold, cross_val_score

        folds = StratifiedKFold(10)
        if not peer.startswith("warm_pool"):
            return timed(lambda: cross_val_score(pipeline(how), x, y, cv=folds, n_jobs=threads))
        from multiprocessing import get_context

        jobs = [(how, x, y, train, test) for train, test in folds.split(x, y)]
        with get_context("spawn").Pool(threads) as pool:
            # Started, with everything imported.
            pool.map(fold, [(how, x[:60], y[:60], range(60), range(60))] * threads, chunksize=1)
            return timed(lambda: pool.map(fold, jobs, chunksize=1))
    if row.startswith("mlp"):
        import warnings

        from sklearn.neural_network import MLPClassifier
        from sklearn.preprocessing import StandardScaler

        warnings.filterwarnings("ignore")
        batch, epochs = how
        unit = 2 * x.shape[1] // 3 + 3
        scaled = StandardScaler().fit_transform(x)
        net = MLPClassifier(
            (unit, unit), batch_size=batch, max_iter=epochs, n_iter_no_change=epochs, tol=0, random_state=0)
        return timed(lambda: net.fit(scaled, y))
    if row.startswith("rf"):
        from sklearn.ensemble import RandomForestClassifier

        forest = RandomForestClassifier(100, n_jobs=threads, oob_score=True, random_state=0)
        return timed(lambda: forest.fit(x, y))
    if row.startswith("knn"):
        from sklearn.neighbors import KNeighborsClassifier

        model = KNeighborsClassifier(5, algorithm=how, n_jobs=threads).fit(x, y)
        return timed(lambda: model.predict(x))
    codes = numpy.unique(y, return_inverse=True)[1]
    if peer == "lightgbm":
        import lightgbm

        model = lightgbm.LGBMClassifier(n_estimators=100, num_leaves=31, n_jobs=threads, verbose=-1)
    elif peer == "xgboost":
        import xgboost

        model = xgboost.XGBClassifier(
            n_estimators=100, max_leaves=31, grow_policy="lossguide", max_depth=0, learning_rate=0.1,
            tree_method="hist", n_jobs=threads)
    else:
        from sklearn.ensemble import HistGradientBoostingClassifier

        model = HistGradientBoostingClassifier(max_iter=100, max_leaf_nodes=31, early_stopping=False)
    return timed(lambda: model.fit(x, codes))


def timed(body):
    start = time.perf_counter()
    body()
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("row")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--data", required=True)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--peer")
    parser.add_argument("--child", action="store_true")
    parser.add_argument("--wait", help="taken for other scripts' sake")
    given = parser.parse_args()
    if given.row == "data":
        os.makedirs(given.data, exist_ok=True)
        for row in given.names:
            write(row, given.data)
        return
    if given.child:
        print(work(given.row, given.peer, given.threads, given.data))
        return
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        # Processes of a pool share the processors among them.
        os.environ[variable] = "1" if given.row.startswith(("svc", "tree")) else str(given.threads)
    for peer in ROWS[given.row][3]:
        if given.peer not in (None, peer):
            continue
        seconds, walls = [], []
        for _ in range(given.runs):
            start = time.perf_counter()
            child = subprocess.run(
                [sys.executable, __file__, given.row, "--child", "--peer", peer, "--threads", str(given.threads),
                 "--data", given.data], capture_output=True, text=True)
            walls.append(time.perf_counter() - start)
            if child.returncode != 0:
                # A peer that is not installed is left out.
                sys.stderr.write(f"{peer}: {child.stderr.strip().splitlines()[-1:]}\n")
                break
            seconds.append(float(child.stdout.split()[-1]))
        if seconds:
            middle = len(seconds) // 2
            print(json.dumps(
                {"median": True, "row": given.row, "peer": peer, "threads": given.threads,
                 "work_s": sorted(seconds)[middle], "wall_s": sorted(walls)[middle]}), flush=True)


if __name__ == "__main__":
    main()
