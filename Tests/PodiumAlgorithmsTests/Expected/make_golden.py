#!/usr/bin/env python3
"""Makes the golden set: what scikit-learn answers on the datasets of this project, for the parity tests.

    python3 -m venv VENV && VENV/bin/pip install scikit-learn==1.9.1
    VENV/bin/python Tests/PodiumAlgorithmsTests/Expected/make_golden.py [NAME ...]

Without names it writes every file beside this script, in about ten minutes; README.md explains the notation.
"""
import csv
import json
import platform
import sys
import warnings
from pathlib import Path

import numpy as np
import scipy
import sklearn
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_selection import f_classif, f_regression, mutual_info_classif, mutual_info_regression
from sklearn.linear_model import ElasticNet, Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import balanced_accuracy_score, confusion_matrix, f1_score, mean_absolute_error, r2_score
from sklearn.model_selection import GroupKFold, KFold, LeaveOneGroupOut, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import TargetEncoder
from sklearn.svm import SVC, SVR
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
VERSIONS = {
    "python": platform.python_version(),
    "scikit-learn": sklearn.__version__,
    "numpy": np.__version__,
    "scipy": scipy.__version__,
}
TREE_SEEDS = 100  # only settle ties between features
SEEDS = 20  # of learners with random numbers

SURF_NUMBERS = ["wave_height_m", "peak_period_s", "swell_direction_deg", "wind_speed_ms", "wind_direction_deg", "tide_m"]
# The datasets have no missing values. These sets lose one cell in so many of a column: column -> (first row, step).
SURF_GAPS = {"wave_height_m": (3, 17), "wind_speed_ms": (7, 29), "tide_m": (0, 41), "spot": (5, 31), "tide": (11, 23)}

# name -> dataset, target, numeric columns, text columns, made missing cells, column whose values are groups
SETS = {
    "iris": ("iris/iris.csv", "species", None, [], {}, None),
    "wine": ("wine/wine.csv", "cultivar", None, [], {}, None),
    "surf-spot": ("surf-sessions/sessions.csv", "spot", SURF_NUMBERS, ["tide"], {}, None),
    "surf-rating": ("surf-sessions/sessions.csv", "rating", SURF_NUMBERS, ["spot", "tide"], SURF_GAPS, None),
    "tastings": (
        "tastings/tastings.csv", "rank", ["altitude_m", "water_c", "days_since_roast"], ["coffee", "process", "roast"],
        {"altitude_m": (4, 19), "days_since_roast": (2, 13), "process": (9, 23)}, "coffee"),
}
NUMBER_SETS = {
    "wine-alcohol": ("wine/wine.csv", "alcohol", None, [], {}, None),
    "surf-number": ("surf-sessions/sessions.csv", "rating", SURF_NUMBERS, ["spot", "tide"], SURF_GAPS, None),
}
NEURAL_SETS = ["iris", "wine"]
DETAIL_SETS = ["iris", "wine", "surf-spot"]


# --- Data -------------------------------------------------------------------------------------------------------------


class Frame:
    """Columns as read, with None for a missing cell, and the target as codes or numbers."""

    def __init__(self, name, as_number):
        dataset, self.target, numbers, self.texts, gaps, self.natural = {**SETS, **NUMBER_SETS}[name]
        self.data = "datasets/" + dataset
        with open(ROOT / self.data, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        if numbers is None:
            numbers = [key for key in rows[0] if key != self.target and is_number(rows[0][key])]
        self.n = len(rows)
        self.numbers = numbers
        self.missing = {key: list(range(first, self.n, step)) for key, (first, step) in gaps.items()}
        self.columns = {}
        for key in numbers + self.texts:
            lost = set(self.missing.get(key, []))
            read = float if key in numbers else str
            self.columns[key] = [None if i in lost else read(row[key]) for i, row in enumerate(rows)]
        answers = [row[self.target] for row in rows]
        self.classes = None if as_number else sorted(set(answers))
        self.y = np.array([float(a) if as_number else self.classes.index(a) for a in answers])
        if not as_number:
            self.y = self.y.astype(int)
        self.groups = made_groups(self.n)
        if self.natural:
            values = self.columns[self.natural]
            levels = sorted(set(values))
            self.natural_groups = np.array([levels.index(value) for value in values])

    def head(self):
        kinds = [{"name": key, "kind": "numeric"} for key in self.numbers]
        kinds += [{"name": key, "kind": "text"} for key in self.texts]
        head = {"versions": VERSIONS, "data": self.data, "n": self.n, "target": self.target, "columns": kinds}
        if self.missing:
            head["missing"] = self.missing
        if self.classes:
            head["classes"] = self.classes
        head["groups"] = self.groups.tolist()
        if self.natural:
            head["groups_natural_column"] = self.natural
        return head


def is_number(cell):
    try:
        return float(cell) == float(cell)
    except ValueError:
        return False


def made_groups(n):
    """Groups of 1, 2, 3, ... rows, all of another size, scattered over the rows; the last takes what is left."""
    sizes = []
    while sum(sizes) + len(sizes) + 1 <= n:
        sizes.append(len(sizes) + 1)
    sizes[-1] += n - sum(sizes)
    in_order = np.repeat(np.arange(len(sizes)), sizes)
    step = next(k for k in range(int(0.38 * n), n) if np.gcd(k, n) == 1)
    groups = np.empty(n, dtype=int)
    groups[np.arange(n) * step % n] = in_order
    return groups


class Preparation:
    """Means and most frequent values, deviations and categories, of some rows; made by hand to be plain to read."""

    def __init__(self, frame, rows, scheme):
        self.frame, self.scale = frame, scheme != "raw"
        self.numbers, self.texts = [], []
        for key in frame.numbers:
            known = np.array([frame.columns[key][i] for i in rows if frame.columns[key][i] is not None])
            mean = known.mean()
            filled = np.array([mean if frame.columns[key][i] is None else frame.columns[key][i] for i in rows])
            self.numbers.append((key, mean, filled.mean(), filled.std() or 1.0))
        for key in frame.texts:
            known = [frame.columns[key][i] for i in rows if frame.columns[key][i] is not None]
            levels = sorted(set(known))
            self.texts.append((key, max(levels, key=known.count), levels))

    def matrix(self, rows):
        blocks = []
        for key, fill, mean, sd in self.numbers:
            cells = np.array([fill if self.frame.columns[key][i] is None else self.frame.columns[key][i] for i in rows])
            blocks.append((cells - mean) / sd if self.scale else cells)
        for key, fill, levels in self.texts:
            cells = [self.frame.columns[key][i] or fill for i in rows]
            blocks += [np.array([float(cell == level) for cell in cells]) for level in levels]
        return np.column_stack(blocks)


def folds_of(frame):
    """Split -> the fold in which each row is a test row."""
    plans = {"kfold10": (KFold(10), None), "group5": (GroupKFold(5), frame.groups)}
    if frame.classes:
        plans["stratified10"] = (StratifiedKFold(10), None)
    if frame.natural:
        plans["group5_natural"] = (GroupKFold(5), frame.natural_groups)
    return {name: fold_of_row(splitter, frame.y, groups) for name, (splitter, groups) in sorted(plans.items())}


def fold_of_row(splitter, y, groups=None):
    fold = np.empty(len(y), dtype=int)
    for k, (_, test) in enumerate(splitter.split(np.zeros((len(y), 1)), y, groups)):
        fold[test] = k
    return fold


def parts(frame, fold, scheme):
    """Per fold: training rows, test rows and both as matrices."""
    everything = np.arange(frame.n)
    for k in range(fold.max() + 1):
        train, test = everything[fold != k], everything[fold == k]
        prepared = Preparation(frame, everything if scheme == "leaky" else train, scheme)
        yield train, test, prepared.matrix(train), prepared.matrix(test)


def text(codes):
    return "".join(DIGITS[code] for code in codes)


def rounded(values, digits=12):
    """Numbers, or lists of them, with so many significant digits."""
    if isinstance(values, (list, tuple, np.ndarray)):
        return [rounded(value, digits) for value in values]
    short = float(f"{values:.{digits}g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short


# --- Rows whose answer an accident decides ------------------------------------------------------------------------------


def narrow(scores, reach):
    """Test rows whose two best scores are closer than `reach`."""
    best = np.sort(scores, axis=1)
    return np.flatnonzero(best[:, -1] - best[:, -2] < reach)


def tied_neighbours(model, x_train, y_train, x_test):
    """Test rows where training rows of different targets are equally far, some of them among the five."""
    found = []
    for row, x in enumerate(x_test):
        distance = np.sqrt(((x_train - x) ** 2).sum(axis=1))
        last = np.sort(distance)[model.n_neighbors - 1]
        tied = np.abs(distance - last) <= 1e-9 * max(1, last)
        inside = (distance < last) & ~tied
        if inside.sum() + tied.sum() > model.n_neighbors and len(set(y_train[tied])) > 1:
            found.append(row)
    return np.array(found, dtype=int)


def near_boundary(model, x_test):
    """Test rows with a pair of classes whose decision value the stopping tolerance 1e-3 may turn."""
    values = model.decision_function(x_test)
    values = values.reshape(len(x_test), -1)
    return np.flatnonzero(np.abs(values).min(axis=1) < 2e-3)


# --- Classes ------------------------------------------------------------------------------------------------------------


def class_models(scheme):
    models = {
        "dummy_most_frequent": DummyClassifier(strategy="most_frequent"),
        "knn5": KNeighborsClassifier(5),
        "gaussian_nb": GaussianNB(),
        "lda": LinearDiscriminantAnalysis(),
        "svc_rbf": SVC(decision_function_shape="ovo"),
    }
    if scheme != "raw":
        models["logreg"] = LogisticRegression(solver="newton-cg", tol=1e-10, max_iter=10_000)
        models["svc_linear"] = SVC(kernel="linear", decision_function_shape="ovo")
        models["svc_poly3"] = SVC(kernel="poly", decision_function_shape="ovo")
    return models


def class_scores(frame, fold, scheme, key, model):
    n = frame.n
    predicted, fragile, losses = np.empty(n, dtype=int), [], []
    figures = {"acc": [], "bacc": [], "f1_macro": []}
    for train, test, x_train, x_test in parts(frame, fold, scheme):
        y_train, truth = frame.y[train], frame.y[test]
        model.fit(x_train, y_train)
        answers = predicted[test] = model.predict(x_test)
        figures["acc"].append((answers == truth).mean())
        figures["bacc"].append(balanced_accuracy_score(truth, answers))
        figures["f1_macro"].append(f1_score(truth, answers, average="macro", zero_division=0))
        close = []
        if key == "knn5":
            close = tied_neighbours(model, x_train, y_train, x_test)
        elif key.startswith("svc"):
            close = near_boundary(model, x_test)
        elif key in ("logreg", "lda", "gaussian_nb"):
            probabilities = model.predict_proba(x_test)
            close = narrow(probabilities, 1e-5)
            places = [list(model.classes_).index(c) if c in model.classes_ else None for c in truth]
            own = [0.0 if p is None else row[p] for p, row in zip(places, probabilities)]
            losses.append(-np.log(np.maximum(own, 1e-15)).mean())
        fragile += [int(test[row]) for row in close]
    scores = {name: rounded(list(values)) for name, values in figures.items()}
    scores["pred"] = text(predicted)
    if losses:
        scores["logloss"] = rounded(losses, 10)
    if fragile:
        scores["fragile"] = sorted(fragile)
    return scores


def tree_spread(frame, fold, scheme, criterion):
    """Answers of trees that differ in the order of features alone, and rows that lie on a threshold of one."""
    answers = np.empty((TREE_SEEDS, frame.n), dtype=int)
    accuracy = np.empty((TREE_SEEDS, fold.max() + 1))
    on_threshold = set()
    for k, (train, test, x_train, x_test) in enumerate(parts(frame, fold, scheme)):
        for seed in range(TREE_SEEDS):
            tree = DecisionTreeClassifier(criterion=criterion, random_state=seed).fit(x_train, frame.y[train])
            answers[seed, test] = tree.predict(x_test)
            accuracy[seed, k] = (answers[seed, test] == frame.y[test]).mean()
            inner = np.flatnonzero(tree.tree_.children_left >= 0)
            path = tree.decision_path(x_test).toarray()[:, inner] > 0
            limit = tree.tree_.threshold[inner]
            # scikit-learn keeps features in single precision, so what is closer than that is one number to it.
            near = np.abs(x_test[:, tree.tree_.feature[inner]] - limit) <= 1e-6 * np.maximum(1, np.abs(limit))
            on_threshold |= {int(test[row]) for row in np.flatnonzero((path & near).any(axis=1))}
    agreed = (answers == answers[0]).all(axis=0)
    means = accuracy.mean(axis=1)
    return {
        "seeds": TREE_SEEDS, "mean": rounded(means.mean()), "sd": rounded(means.std(ddof=1)),
        "consensus": "".join(DIGITS[c] if same else "." for c, same in zip(answers[0], agreed)),
        "threshold_tie_rows": sorted(on_threshold)}


def centred(values):
    return values - values.mean() if len(values) > 1 else values


def full_fit(frame):
    """Coefficients on all rows; those of the logistic regression as exact as double precision gives them."""
    everything = np.arange(frame.n)
    x = Preparation(frame, everything, "leaky").matrix(everything)
    logistic = LogisticRegression(solver="newton-cg", tol=1e-12, max_iter=100_000).fit(x, frame.y)
    lda = LinearDiscriminantAnalysis().fit(x, frame.y)
    return {
        "logreg": {
            "optimum_coef": rounded(logistic.coef_, 9),
            "optimum_intercept_centred": rounded(centred(logistic.intercept_), 9)},
        "lda": {"coef": rounded(lda.coef_, 10), "intercept": rounded(lda.intercept_, 10)}}


def over_seeds(frame, fold, make, seeds=SEEDS):
    means = []
    for seed in range(seeds):
        scores = [
            (make(seed).fit(x_train, frame.y[train]).predict(x_test) == frame.y[test]).mean()
            for train, test, x_train, x_test in parts(frame, fold, "infold")]
        means.append(np.mean(scores))
    sd = np.std(means, ddof=1) if seeds > 1 else 0
    return {"seeds": seeds, "acc": {"mean": rounded(np.mean(means)), "sd": rounded(sd)}}


def stochastic(name, frame, fold):
    models = {
        "random_forest100": over_seeds(frame, fold, lambda seed: RandomForestClassifier(100, random_state=seed)),
        "hist_gradient_boosting100": over_seeds(frame, fold, lambda seed: HistGradientBoostingClassifier(), 1)}
    if name in NEURAL_SETS:
        units = 2 * len(frame.numbers) // 3 + len(frame.classes)
        epochs = 500
        models["mlp"] = over_seeds(
            frame, fold,
            lambda seed: MLPClassifier(
                (units, units), batch_size=32, max_iter=epochs, tol=0, n_iter_no_change=epochs, random_state=seed))
        models["mlp"]["config"] = {"hidden": [units, units], "epochs": epochs}
    return {"models": models}


def class_set(name):
    frame = Frame(name, as_number=False)
    folds = folds_of(frame)
    made = frame.head()
    made["splits"] = {split: {"n_folds": int(fold.max()) + 1, "fold_of_row": text(fold)} for split, fold in folds.items()}
    made["results"] = {
        scheme: {
            split: {
                key: class_scores(frame, fold, scheme, key, model)
                for key, model in class_models(scheme).items()}
            for split, fold in folds.items()}
        for scheme in ("infold", "leaky", "raw")}
    made["tree_spread"] = {
        f"{scheme}/{criterion}": tree_spread(frame, folds["stratified10"], scheme, criterion)
        for scheme in ("infold", "leaky", "raw") for criterion in ("entropy", "gini")}
    made["full_fit_leaky"] = full_fit(frame)
    made["stochastic"] = stochastic(name, frame, folds["stratified10"])
    return made


# --- Support vector machines on all rows ----------------------------------------------------------------------------------


def machine(x, y, kernel, tolerance):
    model = SVC(kernel=kernel, tol=tolerance, decision_function_shape="ovo").fit(x, y)
    gamma = 1 / (x.shape[1] * x.var())
    made = {
        "gamma": rounded(gamma, 15), "n_support": model.n_support_.tolist(), "support": model.support_.tolist(),
        "n_iter": model.n_iter_.tolist(), "dual_coef": rounded(model.dual_coef_, 9),
        "intercept": rounded(model.intercept_, 10), "decision_ovo": rounded(model.decision_function(x), 8),
        "dual_objective": rounded(objectives(model, gamma), 12)}
    if kernel == "linear":
        made["coef"] = rounded(model.coef_, 9)
    return made


def objectives(model, gamma):
    """The minimised function of each pair, half of a'Qa less the sum of a, from the signed weights."""
    vectors = model.support_vectors_
    products = vectors @ vectors.T
    if model.kernel == "rbf":
        squares = np.diag(products)
        products = np.exp(-gamma * (squares[:, None] + squares[None, :] - 2 * products))
    elif model.kernel == "poly":
        products = (gamma * products) ** 3
    owner = np.repeat(np.arange(len(model.n_support_)), model.n_support_)
    found = []
    for a in range(len(model.n_support_)):
        for b in range(a + 1, len(model.n_support_)):
            weights = np.where(owner == a, model.dual_coef_[b - 1], np.where(owner == b, model.dual_coef_[a], 0))
            found.append(0.5 * weights @ products @ weights - np.abs(weights).sum())
    return found


def machines(name):
    frame = Frame(name, as_number=False)
    everything = np.arange(frame.n)
    x = Preparation(frame, everything, "leaky").matrix(everything)
    made = {"versions": VERSIONS}
    for kernel in ("rbf", "linear", "poly"):
        made[kernel] = {f"tol={tolerance}": machine(x, frame.y, kernel, float(tolerance)) for tolerance in ("0.001", "1e-10")}
    return made


# --- Numbers ----------------------------------------------------------------------------------------------------------------


def number_scores(frame, fold, scheme, key, model):
    predicted, fragile = np.empty(frame.n), []
    figures = {"rmse": [], "mae": [], "r2": []}
    for train, test, x_train, x_test in parts(frame, fold, scheme):
        truth = frame.y[test]
        answers = predicted[test] = model.fit(x_train, frame.y[train]).predict(x_test)
        figures["rmse"].append(np.sqrt(((answers - truth) ** 2).mean()))
        figures["mae"].append(mean_absolute_error(truth, answers))
        figures["r2"].append(r2_score(truth, answers))
        if key == "knn5":
            fragile += [int(test[row]) for row in tied_neighbours(model, x_train, frame.y[train], x_test)]
    scores = {name: rounded(list(values)) for name, values in figures.items()}
    scores["pred"] = rounded(predicted, 9)
    if fragile:
        scores["fragile"] = sorted(fragile)
    return scores


def number_models():
    return {
        "dummy_mean": DummyRegressor(), "linear": LinearRegression(), "ridge1": Ridge(),
        "lasso01": Lasso(0.1, tol=1e-13, max_iter=1_000_000), "knn5": KNeighborsRegressor(5)}


def number_set(name):
    frame = Frame(name, as_number=True)
    folds = folds_of(frame)
    made = frame.head()
    made["splits"] = {split: {"n_folds": int(fold.max()) + 1, "fold_of_row": text(fold)} for split, fold in folds.items()}
    made["results"] = {
        scheme: {
            split: {key: number_scores(frame, fold, scheme, key, model) for key, model in number_models().items()}
            for split, fold in folds.items()}
        for scheme in ("infold", "leaky", "raw")}
    everything = np.arange(frame.n)
    x = Preparation(frame, everything, "leaky").matrix(everything)
    made["full_fit_leaky"] = {}
    for key in ("linear", "ridge1", "lasso01"):
        line = number_models()[key].fit(x, frame.y)
        made["full_fit_leaky"][key] = {"coef": rounded(line.coef_), "intercept": rounded(line.intercept_)}
    errors = []
    for seed in range(TREE_SEEDS):
        squares = np.empty(frame.n)
        for train, test, x_train, x_test in parts(frame, folds["kfold10"], "infold"):
            tree = DecisionTreeRegressor(random_state=seed).fit(x_train, frame.y[train])
            squares[test] = (tree.predict(x_test) - frame.y[test]) ** 2
        errors.append(np.sqrt(squares.mean()))
    made["tree_spread"] = {"seeds": TREE_SEEDS, "mean": rounded(np.mean(errors)), "sd": rounded(np.std(errors, ddof=1))}
    return made


# --- The protocols of the ski thesis -----------------------------------------------------------------------------------------

SKI_CLASSES = ["Top pick", "Ok", "Rejected"]


def ski_rows():
    """One record per participation, in the order of sessions, then serial numbers, with the latest grinding before it."""
    def records(name):
        with open(ROOT / "datasets/ski-thesis" / (name + ".csv"), encoding="utf-8") as file:
            return list(csv.DictReader(file))

    sessions = {row["session"]: row for row in records("sessions")}
    bases = {row["serial_number"]: row["ski_base"] for row in records("ski_pairs")}
    snow = {(row["session"], row["snow_type"]): float(row["percentage"]) for row in records("snow")}
    moments = records("grinding_moments")
    rows = []
    for row in sorted(records("participations"), key=lambda row: (int(row["session"]), row["serial_number"])):
        session = sessions[row["session"]]
        earlier = [m for m in moments if m["serial_number"] == row["serial_number"] and m["date"] < session["time_of_test"]]
        numbers = [float(session["air_temperature_c"])]
        numbers += [snow[row["session"], kind] for kind in ("New snow", "Old snow", "Wet snow")]
        rows.append({
            "session": int(row["session"]), "numbers": numbers, "base": bases[row["serial_number"]],
            "grinding": max(earlier, key=lambda m: m["date"])["grinding"],
            "label": row["label"], "stored_label": row["stored_label"]})
    return rows


def ski_matrix(rows, fitted, wanted):
    """Numbers and one column per category, all of them scaled, as the thesis did it."""
    names = [(key, level) for key in ("base", "grinding") for level in sorted({rows[i][key] for i in fitted})]

    def plain(chosen):
        return np.array([rows[i]["numbers"] + [float(rows[i][key] == level) for key, level in names] for i in chosen])

    x = plain(fitted)
    sd = x.std(axis=0)
    return (plain(wanted) - x.mean(axis=0)) / np.where(sd == 0, 1, sd)


def legacy_folds(y, k):
    """Stratified folds of scikit-learn before 0.22: each class is cut into k runs, the first ones a row longer."""
    fold = np.empty(len(y), dtype=int)
    for c in set(y):
        own = np.flatnonzero(y == c)
        fold[own] = fold_of_row(KFold(k), own)
    return fold


def ski_scores(rows, y, fold, leaky, model):
    everything = np.arange(len(rows))
    predicted = np.empty(len(rows), dtype=int)
    accuracy = []
    for k in range(fold.max() + 1):
        train, test = everything[fold != k], everything[fold == k]
        fitted = everything if leaky else train
        model.fit(ski_matrix(rows, fitted, train), y[train])
        predicted[test] = model.predict(ski_matrix(rows, fitted, test))
        accuracy.append((predicted[test] == y[test]).mean())
    return {
        "mean_accuracy_pct": rounded(100 * np.mean(accuracy), 9), "sd_pct": rounded(100 * np.std(accuracy), 9),
        "fold_accuracies": rounded(accuracy, 9), "confusion": confusion_matrix(y, predicted, labels=[0, 1, 2]).tolist()}


def ski_set():
    rows = ski_rows()
    made = {"versions": VERSIONS, "results": {}, "shuffled_fold_of_row": {}}
    for labels, column in (("stored_labels_28_41_43", "stored_label"), ("clean_labels_28_42_42", "label")):
        y = np.array([SKI_CLASSES.index(row[column]) for row in rows])
        shuffled = fold_of_row(StratifiedKFold(10, shuffle=True, random_state=0), y)
        made["shuffled_fold_of_row"][labels] = text(shuffled)
        sessions = fold_of_row(LeaveOneGroupOut(), y, [row["session"] for row in rows])
        temperatures = fold_of_row(LeaveOneGroupOut(), y, [row["numbers"][0] for row in rows])
        protocols = {
            "thesis_10fold_unshuffled_oldsklearn_leaky": (legacy_folds(y, 10), True),
            "10fold_unshuffled_newsklearn_leaky": (fold_of_row(StratifiedKFold(10), y), True),
            "10fold_shuffled_seed0_leaky": (shuffled, True),
            "leave_one_session_out_honest": (sessions, False),
            "leave_one_temperature_out_honest": (temperatures, False)}
        made["results"][labels] = {}
        for scheme, (fold, leaky) in protocols.items():
            trees = [
                ski_scores(rows, y, fold, leaky, DecisionTreeClassifier(criterion="entropy", random_state=seed))["mean_accuracy_pct"]
                for seed in range(TREE_SEEDS)]
            made["results"][labels][scheme] = {
                "ZeroR": ski_scores(rows, y, fold, leaky, DummyClassifier(strategy="most_frequent")),
                "SVM": ski_scores(rows, y, fold, leaky, SVC(gamma="auto")),
                "tree_range_pct": [min(trees), rounded(np.median(trees), 9), max(trees)]}
    return made


# --- Learners and steps that are compared on all rows -------------------------------------------------------------------------


def regularized(x, y, pooling, shrinkage):
    """Log posteriors of regularized discriminant analysis, straight from Friedman's equations."""
    classes, n, p = np.unique(y), len(y), x.shape[1]
    scatter = {c: np.cov(x[y == c].T, bias=True) * (y == c).sum() for c in classes}
    common, found = sum(scatter.values()), []
    for c in classes:
        size = (y == c).sum()
        divisor = (1 - pooling) * size + pooling * n
        covariance = ((1 - pooling) * scatter[c] + pooling * common) / divisor
        covariance = (1 - shrinkage) * covariance + shrinkage * np.trace(covariance) / p * np.eye(p)
        gap = x - x[y == c].mean(axis=0)
        distance = (gap * np.linalg.solve(covariance, gap.T).T).sum(axis=1)
        found.append(np.log(size / n) - 0.5 * np.linalg.slogdet(covariance)[1] - 0.5 * distance)
    scores = np.array(found).T
    scores -= scores.max(axis=1, keepdims=True)
    return np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)


def scores_of_features(frame, x):
    is_class = frame.classes is not None
    f = (f_classif if is_class else f_regression)(x, frame.y)[0]
    their = [
        (mutual_info_classif if is_class else mutual_info_regression)(x, frame.y, discrete_features=False, random_state=seed)
        for seed in range(200)]
    return {"f": rounded(f), "mutual": rounded(np.mean(their, axis=0), 9), "mutual_sd": rounded(np.std(their, axis=0), 4)}


def more():
    made = {"versions": VERSIONS}
    for name in ("iris", "wine", "wine-alcohol", "surf-number"):
        frame = Frame(name, as_number=name in NUMBER_SETS)
        everything = np.arange(frame.n)
        x = Preparation(frame, everything, "leaky").matrix(everything)
        own = made[name] = {"features": scores_of_features(frame, x)}
        pca = PCA(svd_solver="full").fit(x)
        own["pca"] = {
            "variances": rounded(pca.explained_variance_[:4], 10), "first": rounded(np.abs(pca.transform(x))[::9, :2], 9)}
        if frame.classes:
            qda = QuadraticDiscriminantAnalysis().fit(x, frame.y)
            own["qda"] = rounded(qda.predict_proba(x)[::5], 9)
            own["rda"] = {
                f"pooling={a} shrinkage={b}": rounded(regularized(x, frame.y, a, b)[::5], 9)
                for a, b in ((0.5, 0), (0, 0.3), (0.4, 0.2), (1, 0))}
            continue
        own["elastic-net"] = {}
        for alpha, share in ((0.1, 0.5), (0.05, 0.9), (0.5, 0.2), (0.01, 0.01)):
            net = ElasticNet(alpha=alpha, l1_ratio=share, tol=1e-14, max_iter=1_000_000).fit(x, frame.y)
            own["elastic-net"][f"alpha={alpha} l1-ratio={share}"] = rounded([*net.coef_, net.intercept_], 9)
        own["svr"] = {}
        for kernel, c, epsilon in (("rbf", 1, 0.1), ("linear", 0.5, 0.2), ("poly", 1, 0.05), ("rbf", 10, 0)):
            svr = SVR(kernel=kernel, C=c, epsilon=epsilon).fit(x, frame.y)
            own["svr"][f"kernel={kernel} c={c} epsilon={epsilon}"] = {
                "support": svr.support_.tolist(), "dual_coef": rounded(svr.dual_coef_[0], 9),
                "intercept": rounded(svr.intercept_[0], 10), "n_iter": int(svr.n_iter_), "predict": rounded(svr.predict(x)[::5], 9)}
    frame = Frame("surf-rating", as_number=False)
    cells = np.array([[frame.columns[key][i] or "?" for key in frame.texts] for i in range(frame.n)])
    for kind, y in (("classes", frame.y), ("numbers", np.array([float(frame.classes[c]) for c in frame.y]))):
        encoder = TargetEncoder(target_type="multiclass" if kind == "classes" else "continuous").fit(cells, y)
        made["target-encode " + kind] = {
            "levels": [level.tolist() for level in encoder.categories_],
            "encodings": rounded([e.tolist() for e in encoder.encodings_], 10)}
    return made


# ------------------------------------------------------------------------------------------------------------------------------


def main():
    warnings.filterwarnings("ignore")
    makers = {name: (lambda name=name: class_set(name)) for name in SETS}
    makers |= {"svm-" + name: (lambda name=name: machines(name)) for name in DETAIL_SETS}
    makers |= {name: (lambda name=name: number_set(name)) for name in NUMBER_SETS}
    makers["ski-thesis"] = ski_set
    makers["more"] = more
    for name in sys.argv[1:] or makers:
        path = HERE / (name + ".json")
        path.write_text(json.dumps(makers[name](), separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
        print(path.name, path.stat().st_size, "bytes", flush=True)


main()
