#!/usr/bin/env python3
"""Makes league.json: tables, form, ratings, fits and forecasts of the made league in datasets/football-league.

    python3 -m venv VENV && VENV/bin/pip install scipy==1.17.1
    VENV/bin/python plugins/football/Expected/make_golden.py

Written apart from podium's own code, from the sources the models name. Fits use a general minimiser of SciPy on the plain
likelihood. Season 2024-25 is described; season 2023-24 trains the rolling forecasts.
"""
import csv
import datetime
import json
import math
import platform
from collections import defaultdict
from pathlib import Path

import numpy as np
import scipy
from scipy.optimize import brentq, minimize

HERE = Path(__file__).resolve().parent
SPLIT = datetime.date(2024, 7, 1)
AS_OF = datetime.date(2024, 12, 31)
GOALS = 15  # a grid of scores from 0 to 14


def read():
    with open(HERE.parents[2] / "datasets/football-league/league.csv", encoding="utf-8-sig") as file:
        for row in csv.DictReader(file):
            day = datetime.datetime.strptime(row["Date"], "%d/%m/%Y").date()
            odds = [float(row[key]) for key in ("AvgCH", "AvgCD", "AvgCA")] if row["AvgCH"] else None
            yield day, row["HomeTeam"], row["AwayTeam"], int(row["FTHG"]), int(row["FTAG"]), odds


def table(matches, side="both"):
    lines = defaultdict(lambda: [0] * 6)  # won, drawn, lost, for, against, points
    for _, home, away, h, a, _ in matches:
        for team, own, other, place in ((home, h, a, "home"), (away, a, h, "away")):
            line = lines[team]
            if side in ("both", place):
                line[0] += own > other
                line[1] += own == other
                line[2] += own < other
                line[3] += own
                line[4] += other
                line[5] += 3 if own > other else own == other
    order = sorted(lines, key=lambda t: (-lines[t][5], lines[t][4] - lines[t][3], -lines[t][3], t))
    return [[team, *lines[team]] for team in order]


def form(matches, side="both", last=5):
    letters = defaultdict(str)
    for _, home, away, h, a, _ in matches:
        if side != "away":
            letters[home] += "W" if h > a else "D" if h == a else "L"
        if side != "home":
            letters[away] += "W" if a > h else "D" if h == a else "L"
    return {team: text[-last:] for team, text in sorted(letters.items())}


def elo(matches, by_margin):
    rating = defaultdict(lambda: 1500.0)
    for _, home, away, h, a, _ in matches:
        expected = 1 / (1 + 10 ** ((rating[away] - rating[home] - 100) / 400))
        k = 20 * (math.sqrt(abs(h - a)) if by_margin and h != a else 1)
        gain = k * ((h > a) + 0.5 * (h == a) - expected)
        rating[home] += gain
        rating[away] -= gain
    return {team: round(value, 9) for team, value in sorted(rating.items())}


class Goals:
    """Poisson rates from intercept, home advantage, attacks and defences that each sum to 0, with or without rho."""

    def __init__(self, matches, correlated, decay=0.0, day=None, start=None):
        self.teams = sorted({m[1] for m in matches} | {m[2] for m in matches})
        number = {team: i for i, team in enumerate(self.teams)}
        self.home = np.array([number[m[1]] for m in matches])
        self.away = np.array([number[m[2]] for m in matches])
        self.h = np.array([m[3] for m in matches])
        self.a = np.array([m[4] for m in matches])
        ago = np.array([(day - m[0]).days if day else 0 for m in matches])
        self.weight = np.exp(-decay * ago)
        self.correlated = correlated
        self.constant = np.array([math.lgamma(x + 1) + math.lgamma(y + 1) for x, y in zip(self.h, self.a)])
        n = len(self.teams)
        x = np.zeros(3 + 2 * (n - 1)) if start is None or len(start) != 3 + 2 * (n - 1) else start
        for _ in range(4):  # again from where it stopped, until nothing is gained
            x = minimize(self.loss, x, jac=self.slope, method="BFGS", options={"gtol": 1e-9, "maxiter": 2000}).x
        self.x = x
        self.log_likelihood = -self.loss(x)

    def parts(self, x):
        n = len(self.teams)
        attack, defence = x[3:3 + n - 1], x[3 + n - 1:]
        return x[0], x[1], x[2] if self.correlated else 0.0, np.append(attack, -attack.sum()), np.append(defence, -defence.sum())

    def rates(self, x):
        intercept, home, rho, attack, defence = self.parts(x)
        return (
            np.exp(intercept + home + attack[self.home] + defence[self.away]),
            np.exp(intercept + attack[self.away] + defence[self.home]), rho)

    def tau(self, l, m, rho):
        h, a = self.h, self.a
        return np.select(
            [(h == 0) & (a == 0), (h == 0) & (a == 1), (h == 1) & (a == 0), (h == 1) & (a == 1)],
            [1 - l * m * rho, 1 + l * rho, 1 + m * rho, np.full_like(l, 1 - rho)], 1.0)

    def loss(self, x):
        l, m, rho = self.rates(x)
        tau = self.tau(l, m, rho)
        if (tau <= 0).any():
            return np.inf
        return -(self.weight * (self.h * np.log(l) - l + self.a * np.log(m) - m - self.constant + np.log(tau))).sum()

    def slope(self, x):
        l, m, rho = self.rates(x)
        h, a = self.h, self.a
        tau = self.tau(l, m, rho)
        zero, late, early, both = (h == 0) & (a == 0), (h == 0) & (a == 1), (h == 1) & (a == 0), (h == 1) & (a == 1)
        by_l = h - l + (np.where(zero, -l * m * rho, 0) + np.where(late, l * rho, 0)) / tau
        by_m = a - m + (np.where(zero, -l * m * rho, 0) + np.where(early, m * rho, 0)) / tau
        by_rho = (np.where(zero, -l * m, 0) + np.where(late, l, 0) + np.where(early, m, 0) - both) / tau
        by_l, by_m, by_rho = -self.weight * by_l, -self.weight * by_m, -self.weight * by_rho
        n = len(self.teams)
        attack = np.bincount(self.home, by_l, n) + np.bincount(self.away, by_m, n)
        defence = np.bincount(self.away, by_l, n) + np.bincount(self.home, by_m, n)
        return np.concatenate([
            [(by_l + by_m).sum(), by_l.sum(), by_rho.sum() if self.correlated else 0.0],
            attack[:-1] - attack[-1], defence[:-1] - defence[-1]])

    def grid(self, home, away):
        intercept, advantage, rho, attack, defence = self.parts(self.x)
        i, j = self.teams.index(home), self.teams.index(away)
        l = math.exp(intercept + advantage + attack[i] + defence[j])
        m = math.exp(intercept + attack[j] + defence[i])
        k = np.arange(GOALS)
        faculty = np.array([math.lgamma(x + 1) for x in k])
        grid = np.outer(np.exp(k * math.log(l) - l - faculty), np.exp(k * math.log(m) - m - faculty))
        grid[0, 0] *= 1 - l * m * rho
        grid[0, 1] *= 1 + l * rho
        grid[1, 0] *= 1 + m * rho
        grid[1, 1] *= 1 - rho
        return l, m, grid / grid.sum()

    def results(self, home, away):
        grid = self.grid(home, away)[2]
        return [np.tril(grid, -1).sum(), np.trace(grid), np.triu(grid, 1).sum()]

    def record(self):
        intercept, home, rho, attack, defence = self.parts(self.x)
        return {
            "log_likelihood": self.log_likelihood, "intercept": intercept, "home": home, "rho": rho,
            "attack": dict(zip(self.teams, attack)), "defence": dict(zip(self.teams, defence))}


def without_margin(odds):
    """The three ways: proportional, powers, and Shin's share of insiders."""
    raw = 1 / np.array(odds)
    total = raw.sum()
    power = brentq(lambda k: (raw ** k).sum() - 1, 0.2, 5, xtol=1e-15)

    def shin(z):
        return (np.sqrt(z * z + 4 * (1 - z) * raw * raw / total) - z) / (2 * (1 - z))

    z = brentq(lambda z: shin(z).sum() - 1, 0, 0.4, xtol=1e-15)
    return {"odds-basic": raw / total, "odds-power": raw ** power, "odds-shin": shin(z)}


def scores(rows):
    """Mean ranked probability score, log loss, Brier score and accuracy of (probabilities, result)."""
    figures = []
    for p, result in rows:
        p, truth = np.array(p), np.eye(3)[result]
        ranked = ((p.cumsum() - truth.cumsum())[:2] ** 2).sum() / 2
        figures.append([ranked, -math.log(p[result]), ((p - truth) ** 2).sum(), float(p.argmax() == result)])
    return np.mean(figures, axis=0)


def rolling(training, season):
    rows, start = [], {True: None, False: None}
    played = defaultdict(int)
    for m in training:
        played[m[1]] += 1
        played[m[2]] += 1
    for day in sorted({m[0] for m in season}):
        earlier = training + [m for m in season if m[0] < day]
        today = [m for m in season if m[0] == day]
        chosen = [m for m in today if min(played[m[1]], played[m[2]]) >= 5 and m[5]]
        if chosen:
            fits = {}
            for name, correlated in (("dixon-coles", True), ("poisson", False)):
                fits[name] = Goals(earlier, correlated, 0.0018, day, start[correlated])
                start[correlated] = fits[name].x
            for m in chosen:
                forecasts = {name: fit.results(m[1], m[2]) for name, fit in fits.items()} | without_margin(m[5])
                rows.append((m, forecasts))
        for m in today:
            played[m[1]] += 1
            played[m[2]] += 1
    result = [0 if m[3] > m[4] else 1 if m[3] == m[4] else 2 for m, _ in rows]
    return {
        "summary": {name: scores([(f[name], r) for (_, f), r in zip(rows, result)]) for name in rows[0][1]},
        "matches": [
            {"home": m[1], "away": m[2], **{name: f[name] for name in ("dixon-coles", "odds-shin", "odds-power")}}
            for m, f in rows]}


def short(value):
    if isinstance(value, dict):
        return {key: short(inner) for key, inner in value.items()}
    if isinstance(value, (list, np.ndarray)):
        return [short(inner) for inner in value]
    return float(f"{value:.11g}") if isinstance(value, float) else value


def main():
    matches = list(read())
    training, season = [m for m in matches if m[0] < SPLIT], [m for m in matches if m[0] >= SPLIT]
    fit = Goals(season, True)
    markets = []
    for _, home, away, *_ in season[-10:]:
        l, m, grid = fit.grid(home, away)
        over = sum(grid[i, j] for i in range(GOALS) for j in range(GOALS) if i + j > 2)
        p = fit.results(home, away)
        markets.append({
            "home": home, "away": away, "expected_home": l, "expected_away": m, "p_home": p[0], "p_draw": p[1],
            "p_away": p[2], "p_over_2_5": over, "p_both_score": grid[1:, 1:].sum()})
    made = {
        "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__},
        "as_of": AS_OF.isoformat(),
        "tables": {
            "": table(season), " at=home": table(season, "home"), " at=away": table(season, "away"),
            " asof=" + AS_OF.isoformat(): table([m for m in season if m[0] <= AS_OF])},
        "form": {"": form(season), " at=home": form(season, "home"), " at=away": form(season, "away")},
        "elo": {"none": elo(season, False), "sqrt": elo(season, True)},
        "dixon-coles": fit.record(), "poisson": Goals(season, False).record(), "markets": markets,
        "rolling": rolling(training, season)}
    path = HERE / "league.json"
    path.write_text(json.dumps(short(made), separators=(",", ":")) + "\n", encoding="utf-8")
    print(path.name, path.stat().st_size, "bytes")


main()
