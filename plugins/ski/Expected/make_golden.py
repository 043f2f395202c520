#!/usr/bin/env python3
"""Makes ranking.json: orders of ski pairs from glides, by least squares and by Bradley-Terry.

    python3 -m venv VENV && VENV/bin/pip install scipy==1.17.1
    VENV/bin/python plugins/ski/Expected/make_golden.py

The glides are those of some sessions of datasets/ski-made-team, and three small made cases. Written apart from podium's own
code: NumPy's pseudo-inverse and SciPy's minimiser, graphs and t distribution.
"""
import csv
import json
import platform
from collections import defaultdict
from pathlib import Path

import numpy as np
import scipy
from scipy.optimize import minimize
from scipy.sparse.csgraph import connected_components
from scipy.stats import t as student

HERE = Path(__file__).resolve().parent
SESSIONS = ["M1", "M2", "M7", "M30", "M60", "M90", "M119", "M120"]
ALPHA = 0.1
MADE = {
    "circle and a tie": [("a", "b", 12), ("b", "c", 7), ("c", "a", 3), ("c", "d", 0), ("a", "d", 9), ("b", "d", 4), ("a", "b", 8)],
    "knockout": [("p", "q", 21), ("r", "s", 4), ("t", "u", 15), ("v", "w", 9), ("p", "r", 6), ("v", "t", 2), ("p", "v", 11)],
    "two parts": [("k", "l", 5), ("l", "m", 3), ("k", "m", 10), ("x", "y", 8), ("y", "z", 2), ("z", "x", 1), ("x", "y", 6)],
}


def cases():
    sessions = defaultdict(list)
    with open(HERE.parents[2] / "datasets/ski-made-team/glides.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            sessions[row["session"]].append((row["winner"], row["loser"], float(row["difference_cm"])))
    return {name: sessions[name] for name in SESSIONS} | MADE


def groups(names, links, connection):
    """Groups of names by components of the directed links, each sorted, in the order of their first names."""
    matrix = np.zeros((len(names), len(names)))
    for a, b in links:
        matrix[a, b] = 1
    number = connected_components(matrix, directed=True, connection=connection)[1]
    parts = defaultdict(list)
    for place, part in enumerate(number):
        parts[part].append(place)
    return sorted(parts.values())


def least_squares(names, design, difference, parts, repeats):
    n = len(names)
    inverse = np.linalg.pinv(design.T @ design, hermitian=True)
    rating = inverse @ design.T @ difference
    residual = difference - design @ rating
    df = len(difference) - n + len(parts)
    rss = float(residual @ residual)
    # Differences that a tree of glides fits have no residuals but rounding errors.
    rss = 0.0 if rss < 1e-18 * (difference @ difference) else rss
    sigma = np.sqrt(rss / df) if df else None
    order = sorted(range(n), key=lambda i: (-round(rating[i], 9), i))
    repeat = sum(((np.array(v) - np.mean(v)) ** 2).sum() for v in repeats.values())
    made = {
        "rating_cm": dict(zip(names, rating)), "residual_cm": list(residual), "rss": rss, "df": df, "sigma_cm": sigma,
        "repeat_ss": repeat, "cyclic_share": max(0.0, rss - repeat) / (difference @ difference),
        "order": [names[i] for i in order]}
    resistance = inverse.diagonal()[:, None] + inverse.diagonal()[None, :] - 2 * inverse
    if sigma:
        faster = np.zeros((n, n))
        for part in parts:
            for i in part:
                for j in part:
                    if i != j:
                        faster[i, j] = student.cdf((rating[i] - rating[j]) / (sigma * np.sqrt(resistance[i, j])), df)
        made["se_cm"] = {names[i]: sigma * np.sqrt(inverse[i, i]) for i in range(n)}
        made["p_first_faster"] = {
            names[i] + ">" + names[j]: faster[i, j] for part in parts for i in part for j in part if i < j}
        made["expected_rank_in_component"] = {names[i]: 1 + faster[:, i].sum() for i in range(n)}
    return made, rating, resistance, order


def next_glides(names, rating, resistance, order, parts):
    if len(parts) > 1:
        joined = [names[0], names[parts[1][0]]]
        return joined, joined
    n, leader = len(names), order[0]
    widest = max(((i, j) for i in range(n) for j in range(i + 1, n)), key=lambda e: (round(resistance[e], 8), -e[0], -e[1]))
    others = [j for j in range(n) if j != leader]
    near = min(others, key=lambda j: (round(max(0, rating[leader] - rating[j]) / np.sqrt(resistance[leader, j]), 8), j))
    return [names[i] for i in widest], [names[leader], names[near]]


def bradley_terry(n, wins, alpha):
    first, second = np.array([w[0] for w in wins]), np.array([w[1] for w in wins])
    weight = np.array([w[2] for w in wins])

    def loss(theta):
        return alpha * theta @ theta + (weight * np.logaddexp(0, theta[second] - theta[first])).sum()

    def slope(theta):
        pull = weight / (1 + np.exp(theta[first] - theta[second]))
        return 2 * alpha * theta + np.bincount(second, pull, n) - np.bincount(first, pull, n)

    theta = np.zeros(n)
    for _ in range(4):
        theta = minimize(loss, theta, jac=slope, method="BFGS", options={"gtol": 1e-11}).x
    p = 1 / (1 + np.exp(theta[second] - theta[first]))
    hessian = 2 * alpha * np.eye(n)
    for i, j, w in zip(first, second, weight * p * (1 - p)):
        hessian[[i, j], [i, j]] += w
        hessian[[i, j], [j, i]] -= w
    return theta - theta.mean(), hessian


def worked(name, glides):
    names = sorted({g[0] for g in glides} | {g[1] for g in glides})
    place = {serial: i for i, serial in enumerate(names)}
    ends = [(place[w], place[l], float(d)) for w, l, d in glides]
    design = np.zeros((len(glides), len(names)))
    repeats = defaultdict(list)
    for row, (w, l, d) in enumerate(ends):
        design[row, w], design[row, l] = 1, -1
        repeats[min(w, l), max(w, l)].append(d if w < l else -d)
    difference = np.array([e[2] for e in ends])
    parts = groups(names, [e[:2] for e in ends], "weak")
    beaten = [e[:2] for e in ends] + [(l, w) for w, l, d in ends if d == 0]
    strong = groups(names, beaten, "strong")
    cyclic = [g for g in strong if any(d and w in g and l in g for w, l, d in ends)]
    massey, rating, resistance, order = least_squares(names, design, difference, parts, repeats)
    variance, leader = next_glides(names, rating, resistance, order, parts)
    wins = [x for w, l, d in ends for x in ([(w, l, 1.0)] if d else [(w, l, 0.5), (l, w, 0.5)])]
    theta, hessian = bradley_terry(len(names), wins, ALPHA)
    errors = np.sqrt(np.linalg.inv(hessian).diagonal())
    made = {
        "name": name,
        "glides": [{"winner": w, "loser": l, "difference_cm": d} for w, l, d in glides],
        "skis": names, "alpha": ALPHA, "components": [[names[i] for i in part] for part in parts],
        "strongly_connected": len(strong) == 1, "cyclic_groups": [[names[i] for i in g] for g in cyclic],
        "unbeaten": [s for i, s in enumerate(names) if not any(l == i and d for _, l, d in ends)],
        "next_pair_variance": variance, "next_pair_leader": leader, "massey": massey,
        "bradley_terry_l2": {
            "log_strength": dict(zip(names, theta)), "se": dict(zip(names, errors)),
            "order": [names[i] for i in sorted(range(len(names)), key=lambda i: (-round(theta[i], 7), i))]}}
    if len(strong) == 1:
        made["bradley_terry_mle"] = dict(zip(names, bradley_terry(len(names), wins, 0)[0]))
    return made


def short(value):
    if isinstance(value, dict):
        return {key: short(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [short(inner) for inner in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value


def main():
    versions = {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__}
    made = {"versions": versions, "ranking": [worked(name, glides) for name, glides in cases().items()]}
    path = HERE / "ranking.json"
    path.write_text(json.dumps(short(made), separators=(",", ":")) + "\n", encoding="utf-8")
    print(path.name, path.stat().st_size, "bytes")


main()
