#!/usr/bin/env python3
"""Makes reference.json: what SciPy, statsmodels and mpmath answer on made tables, for the tests of statistics.

    python3 -m venv VENV && VENV/bin/pip install scipy==1.17.1 statsmodels==0.15.0 mpmath
    VENV/bin/python Tests/PodiumStatisticsTests/Expected/make_reference.py

All tables are made here, from seeds; Longley's is that of NIST (https://www.itl.nist.gov/div898/strd/lls/data/Longley.shtml).
"""
import itertools
import json
import math
import platform
import warnings
from fractions import Fraction
from pathlib import Path

import mpmath as mp
import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import optimize, special, stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.oneway import anova_oneway

warnings.simplefilter("ignore")
mp.mp.dps = 40
HERE = Path(__file__).resolve().parent


def made(seed, sizes, shift=0.0, scale=None, digits=None, skewed=False):
    """Groups of numbers; few digits make ties."""
    rng = np.random.default_rng(seed)
    groups = []
    for place, size in enumerate(sizes):
        x = rng.standard_normal(size)
        if skewed:
            x = np.exp(x)
        x = x * (scale[place] if scale else 1.0) + place * shift
        groups.append([round(float(v), digits if digits is not None else 6) for v in x])
    return groups


def welch(groups, offset=0.0):
    # Numbers far from 0 are tested without their offset, which is exact, since sums of them are not.
    a, b = (np.array(g) - offset for g in groups)
    test = stats.ttest_ind(a, b, equal_var=False)
    ends = test.confidence_interval(0.95)
    isExact = len(set(a) | set(b)) == len(a) + len(b) and max(len(a), len(b)) < 50
    ranks = stats.mannwhitneyu(a, b, method="exact" if isExact else "asymptotic", use_continuity=True)
    return {
        "kind": "two", "groups": groups, "difference": float(a.mean() - b.mean()), "t": float(test.statistic),
        "df": float(test.df), "p": float(test.pvalue), "low": float(ends.low), "high": float(ends.high),
        "u": float(ranks.statistic), "p_ranks": float(ranks.pvalue), "exact": isExact,
    }


def ncf_cdf(f, df1, df2, lam):
    """The noncentral F distribution in many digits, since SciPy's has fewer."""
    x = mp.mpf(df1) * f / (mp.mpf(df1) * f + df2)
    half = mp.mpf(lam) / 2
    total, place = mp.mpf(0), 0
    weight = mp.exp(-half)
    while True:
        total += weight * mp.betainc(mp.mpf(df1) / 2 + place, mp.mpf(df2) / 2, 0, x, regularized=True)
        place += 1
        weight *= half / place
        if place > half and weight < mp.mpf(10) ** -30:
            return total


def noncentrality(f, df1, df2, share):
    if ncf_cdf(f, df1, df2, 0) <= share:
        return 0.0
    low, high = mp.mpf(0), mp.mpf(10)
    while ncf_cdf(f, df1, df2, high) > share:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if ncf_cdf(f, df1, df2, middle) > share:
            low = middle
        else:
            high = middle
    return float((low + high) / 2)


def anova(groups):
    n = sum(map(len, groups))
    test = anova_oneway([np.array(g) for g in groups], use_var="unequal", welch_correction=True)
    f, (df1, df2) = float(test.statistic), map(float, test.df)
    lam = max(0.0, df1 * (f - 1))
    ends = [noncentrality(f, df1, df2, share) for share in (0.975, 0.025)]
    kw = stats.kruskal(*groups)
    return {
        "kind": "more", "groups": groups, "f": f, "df1": df1, "df2": df2, "p": float(test.pvalue),
        "omega": lam / (lam + n), "low": ends[0] / (ends[0] + n), "high": ends[1] / (ends[1] + n),
        "h": float(kw.statistic), "p_ranks": float(kw.pvalue),
    }


def signed(differences):
    """The share of all signs with a smaller rank sum at most that of the differences, by listing them."""
    d = [x for x in differences if x != 0]
    ranks = stats.rankdata(np.abs(d))
    positive = sum(r for x, r in zip(d, ranks) if x > 0)
    w = min(positive, sum(ranks) - positive)
    if len(d) <= 16:
        sums = [sum(r for s, r in zip(signs, ranks) if s) for signs in itertools.product((0, 1), repeat=len(d))]
        return w, min(1.0, 2 * sum(s <= w + 1e-9 for s in sums) / len(sums)), True
    if len(d) <= 50:
        return w, float(stats.wilcoxon(d, method="exact").pvalue), True
    return w, float(stats.wilcoxon(d, correction=False, method="asymptotic").pvalue), False


def paired(groups):
    a, b = map(np.array, groups)
    test = stats.ttest_rel(a, b)
    ends = test.confidence_interval(0.95)
    w, p, isExact = signed([round(float(x), 9) for x in a - b])
    return {
        "kind": "paired", "groups": groups, "difference": float((a - b).mean()), "t": float(test.statistic),
        "df": float(test.df), "p": float(test.pvalue), "low": float(ends.low), "high": float(ends.high), "w": float(w),
        "p_ranks": p, "exact": isExact,
    }


def friedman(groups):
    test = stats.friedmanchisquare(*groups)
    return {"kind": "friedman", "groups": groups, "chi": float(test.statistic), "p": float(test.pvalue)}


def tables(rows, columns):
    """All tables with some margins."""
    if len(rows) == 1:
        yield [list(columns)]
        return
    for first in itertools.product(*(range(min(rows[0], c) + 1) for c in columns)):
        if sum(first) == rows[0]:
            for rest in tables(rows[1:], [c - x for c, x in zip(columns, first)]):
                yield [list(first)] + rest


def fisher(counts):
    """Exact fractions over all tables; of two by two SciPy's."""
    rows, columns = [sum(r) for r in counts], [sum(c) for c in zip(*counts)]
    if len(rows) == 2 and len(columns) == 2:
        p = float(stats.fisher_exact(counts).pvalue)
    else:
        def weight(table):
            return Fraction(1, math.prod(math.factorial(x) for row in table for x in row))
        own, rare, every = weight(counts), Fraction(0), Fraction(0)
        for table in tables(rows, columns):
            w = weight(table)
            every += w
            if w <= own:
                rare += w
        p = float(rare / every)
    return {"kind": "fisher", "counts": counts, "p": p}


def change(b, c):
    exact = b + c <= 1000
    test = mcnemar([[5, b], [c, 7]], exact=exact, correction=True)
    return {"kind": "mcnemar", "counts": [[b, c]], "p": float(test.pvalue), "exact": exact}


def design(columns, names):
    """Columns of 0 and 1 for each category but the first."""
    out, terms = [np.ones(len(columns[0]))], ["(intercept)"]
    for column, name in zip(columns, names):
        if isinstance(column[0], str):
            for level in sorted(set(column))[1:]:
                out.append(np.array([1.0 if x == level else 0.0 for x in column]))
                terms.append(f"{name}[{level}]")
        else:
            out.append(np.array(column, dtype=float))
            terms.append(name)
    return np.column_stack(out), terms


def answers(fit, terms):
    ends = np.asarray(fit.conf_int(0.05))
    return {
        "terms": terms, "estimate": list(map(float, fit.params)), "se": list(map(float, fit.bse)),
        "statistic": list(map(float, fit.tvalues)), "p": list(map(float, fit.pvalues)),
        "low": list(map(float, ends[:, 0])), "high": list(map(float, ends[:, 1])),
    }


def known(columns):
    return [row for row in range(len(columns[0])) if all(c[row] is not None for c in columns)]


def regression(y, columns, names, se="model", group=None, logistic=False):
    rows = known([y] + columns + ([group] if group else []))
    used = [[c[row] for row in rows] for c in columns]
    x, terms = design(used, names)
    if logistic:
        classes = sorted(set(y[row] for row in rows))
        answer = np.array([float(classes.index(y[row])) for row in rows])
        model, given = sm.Logit(answer, x), {"disp": 0, "method": "newton", "maxiter": 100, "tol": 1e-14}
    else:
        model, given = sm.OLS(np.array([y[row] for row in rows], dtype=float), x), {}
    if se == "robust":
        fit = model.fit(cov_type="HC3", use_t=True, **given)
    elif se == "cluster":
        codes = np.array([sorted(set(group)).index(group[row]) for row in rows])
        fit = model.fit(cov_type="cluster", cov_kwds={"groups": codes}, **({} if logistic else {"use_t": True}), **given)
    else:
        fit = model.fit(**given)
    out = {
        "kind": "logistic" if logistic else "linear", "y": y, "columns": columns, "names": names, "se_kind": se,
        "group": group, "n": len(rows), "llf": float(fit.llf),
        # Of least squares R counts the error variance too.
        "aic": float(-2 * fit.llf + 2 * (len(terms) + (0 if logistic else 1))),
    }
    out.update(answers(fit, terms))
    if logistic:
        out["pseudo"] = float(1 - fit.llf / fit.llnull)
    else:
        out.update(r2=float(fit.rsquared), adjusted=float(fit.rsquared_adj), sd=float(math.sqrt(fit.mse_resid)))
    return out


def ordinal(y, columns, names, levels):
    """Proportional odds in 40 digits: Newton's method with derivatives by differences."""
    x, terms = design(columns, names)
    x = [[mp.mpf(float(v)) for v in row[1:]] for row in x]
    places = [levels.index(v) for v in y]
    p, k = len(terms) - 1, len(levels)

    def value(u):
        total = mp.mpf(0)
        for row, place in zip(x, places):
            at = sum(a * b for a, b in zip(row, u))
            upper = 1 / (1 + mp.exp(at - u[p + place])) if place < k - 1 else 1
            lower = 1 / (1 + mp.exp(at - u[p + place - 1])) if place > 0 else 0
            total += mp.log(upper - lower)
        return total

    from statsmodels.miscmodels.ordinal_model import OrderedModel
    model = OrderedModel(places, np.array([[float(v) for v in row] for row in x]), distr="logit")
    fit = model.fit(method="bfgs", disp=0, maxiter=500)
    thresholds = model.transform_threshold_params(np.asarray(fit.params))[1:-1]
    u = [mp.mpf(float(v)) for v in fit.params[:p]] + [mp.mpf(float(v)) for v in thresholds]
    size, h = len(u), mp.mpf(10) ** -10

    def at(moves):
        v = list(u)
        for place, move in moves:
            v[place] += move
        return value(v)

    for _ in range(5):
        slope = mp.matrix(size, 1)
        bend = mp.matrix(size, size)
        centre = value(u)
        for i in range(size):
            up, down = at([(i, h)]), at([(i, -h)])
            slope[i] = (up - down) / (2 * h)
            bend[i, i] = (up - 2 * centre + down) / h**2
            for j in range(i):
                bend[i, j] = bend[j, i] = (
                    at([(i, h), (j, h)]) - at([(i, h), (j, -h)]) - at([(i, -h), (j, h)]) + at([(i, -h), (j, -h)])
                ) / (4 * h**2)
        step = mp.lu_solve(bend, -slope)
        u = [a + step[i] for i, a in enumerate(u)]
        if max(abs(v) for v in step) < mp.mpf(10) ** -15:
            break
    covariance = (-bend) ** -1
    estimate = [float(v) for v in u]
    se = [float(mp.sqrt(covariance[i, i])) for i in range(size)]
    z = [a / b for a, b in zip(estimate, se)]
    counts = [places.count(c) for c in range(k)]
    null = sum(c * math.log(c / len(y)) for c in counts)
    llf = float(value(u))
    return {
        "kind": "ordinal", "y": y, "columns": columns, "names": names, "levels": levels, "se_kind": "model", "n": len(y),
        "terms": terms[1:] + [f"{a} | {b}" for a, b in zip(levels, levels[1:])], "estimate": estimate, "se": se,
        "statistic": z, "p": [float(2 * stats.norm.sf(abs(v))) for v in z],
        "low": [a - float(stats.norm.ppf(0.975)) * b for a, b in zip(estimate, se)],
        "high": [a + float(stats.norm.ppf(0.975)) * b for a, b in zip(estimate, se)], "llf": llf,
        "aic": 2 * size - 2 * llf, "pseudo": 1 - llf / null,
    }


def cars(seed, n, missing=0.0):
    """A table like one of cars: two numbers, a category, clusters, and answers of three kinds."""
    rng = np.random.default_rng(seed)
    weight = np.round(rng.uniform(1.5, 5.5, n), 3)
    power = np.round(60 + 35 * weight + rng.normal(0, 25, n), 0)
    gear = [str(v) for v in rng.choice(["four", "three", "five"], n)]
    plant = [str(v) for v in rng.choice([f"p{i}" for i in range(max(3, n // 6))], n)]
    lift = np.array([{"four": 1.0, "three": -1.0, "five": 0.5}[g] for g in gear])
    # An effect of the plant makes rows of one alike.
    effect = {p: rng.normal(0, 1.5) for p in sorted(set(plant))}
    inner = np.array([effect[p] for p in plant])
    miles = np.round(38 - 4.2 * weight - 0.02 * power + lift + inner + rng.normal(0, 0.5 + 0.5 * weight, n), 2)
    score = -0.9 * (weight - 3.5) + 0.4 * lift + rng.logistic(0, 1, n)
    manual = ["yes" if s > 0 else "no" for s in score]
    grade = [["low", "middle", "high"][int(np.searchsorted([-1.0, 1.0], s))] for s in score]
    hole = rng.uniform(size=n) < missing
    return {
        "weight": [None if h else float(w) for w, h in zip(weight, hole)], "power": list(map(float, power)), "gear": gear,
        "plant": plant, "miles": list(map(float, miles)), "manual": manual, "grade": grade,
    }


LONGLEY = """60323 83.0 234289 2356 1590 107608 1947
61122 88.5 259426 2325 1456 108632 1948
60171 88.2 258054 3682 1616 109773 1949
61187 89.5 284599 3351 1650 110929 1950
63221 96.2 328975 2099 3099 112075 1951
63639 98.1 346999 1932 3594 113270 1952
64989 99.0 365385 1870 3547 115094 1953
63761 100.0 363112 3578 3350 116219 1954
66019 101.2 397469 2904 3048 117388 1955
67857 104.6 419180 2822 2857 118734 1956
68169 108.4 442769 2936 2798 120445 1957
66513 110.8 444546 4681 2637 121950 1958
68655 112.6 482704 3813 2552 123366 1959
69564 114.2 502601 3931 2514 125368 1960
69331 115.7 518173 4806 2572 127852 1961
70551 116.9 554894 4007 2827 130081 1962"""


def longley():
    """NIST's certified values, which the exact solution in fractions must agree with."""
    rows = [list(map(float, line.split())) for line in LONGLEY.splitlines()]
    y = [r[0] for r in rows]
    columns = [[r[place] for r in rows] for place in range(1, 7)]
    certified = [
        (-3482258.63459582, 890420.383607373), (15.0618722713733, 84.9149257747669),
        (-0.358191792925910e-01, 0.334910077722432e-01), (-2.02022980381683, 0.488399681651699),
        (-1.03322686717359, 0.214274163161675), (-0.511041056535807e-01, 0.226073200069370),
        (1829.15146461355, 455.478499142212),
    ]
    x = mp.matrix([[1] + r[1:] for r in rows])
    target = mp.matrix(y)
    inverse = (x.T * x) ** -1
    beta = inverse * (x.T * target)
    rest = target - x * beta
    variance = (rest.T * rest)[0] / (len(y) - 7)
    exact = [(beta[i], mp.sqrt(variance * inverse[i, i])) for i in range(7)]
    for (a, b), (c, d) in zip(certified, exact):
        assert abs(a / float(c) - 1) < 1e-13 and abs(b / float(d) - 1) < 1e-13, "the table is not NIST's"
    names = ["x1", "x2", "x3", "x4", "x5", "x6"]
    out = regression(y, columns, names)
    out.update(
        estimate=[a for a, _ in certified], se=[b for _, b in certified], r2=0.995479004577296, sd=304.854073561965,
        statistic=[a / b for a, b in certified], p=[float(2 * stats.t.sf(abs(a / b), 9)) for a, b in certified],
        low=[a - float(stats.t.ppf(0.975, 9)) * b for a, b in certified],
        high=[a + float(stats.t.ppf(0.975, 9)) * b for a, b in certified], adjusted=1 - (1 - 0.995479004577296) * 15 / 9)
    n, rss = len(y), float((rest.T * rest)[0])
    out["llf"] = -n / 2 * (math.log(2 * math.pi * rss / n) + 1)
    out["aic"] = -2 * out["llf"] + 2 * 8
    out["name"] = "Longley"
    return out


cases = [
    # Two groups: no ties, ties, unequal n and spread, small n, large offset, skewed, many.
    welch(made(1, [12, 15], 0.8)), welch(made(2, [8, 8], 1.0, digits=1)), welch(made(3, [30, 7], 0.5, [1, 6])),
    welch(made(4, [2, 2])), welch(made(5, [3, 40], 1.0)), welch([[1e9 + v for v in g] for g in made(6, [20, 25], 0.7, digits=3)], 1e9),
    welch(made(7, [60, 45], 0.2)), welch(made(8, [80, 120], 0.4, digits=0)), welch(made(9, [49, 49], 0.3, skewed=True)),
    welch(made(10, [400, 300], 0.1, [1, 2])), welch([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0, 2.0]]),
    # More groups.
    anova(made(21, [10, 12, 14], 0.6)), anova(made(22, [5, 5, 5, 5], 0.2)), anova(made(23, [30, 8, 50], 0.5, [1, 4, 9])),
    anova(made(24, [20] * 6, 0.3, digits=1)), anova(made(25, [3, 3, 3], 2.0)), anova(made(26, [100, 80, 120], 1.5)),
    anova(made(27, [40, 40], 0.5)), anova(made(28, [12, 9, 30], 0.0, digits=0)),
    # Pairs.
    paired(made(31, [10, 10], 0.8)), paired(made(32, [12, 12], 0.5, digits=1)), paired(made(33, [45, 45], 0.3)),
    paired(made(34, [70, 70], 0.2)), paired(made(35, [80, 80], 0.3, digits=1)), paired(made(36, [3, 3], 1.0)),
    friedman(made(41, [10, 10, 10], 0.6)), friedman(made(42, [12] * 4, 0.3, digits=0)), friedman(made(43, [30] * 5, 0.2)),
    # Counts.
    fisher([[3, 1], [1, 3]]), fisher([[8, 2], [1, 5]]), fisher([[0, 10], [12, 2]]), fisher([[190, 800], [149, 13]]),
    fisher([[2, 9000], [11, 21000]]), fisher([[5, 0], [0, 5]]), fisher([[4, 2, 1], [1, 3, 6]]),
    fisher([[3, 1, 2], [0, 4, 1], [2, 2, 5]]), fisher([[1, 0, 3, 2], [4, 1, 0, 1], [0, 3, 1, 2]]), fisher([[6, 2], [3, 3], [0, 5], [1, 4]]),
    change(2, 9), change(0, 6), change(5, 5), change(40, 62), change(480, 400), change(700, 610), change(1, 0),
]
for seed, n, missing in [(51, 32, 0.0), (52, 60, 0.1), (53, 14, 0.0), (54, 300, 0.05), (55, 120, 0.0)]:
    t = cars(seed, n, missing)
    x, names = [t["weight"], t["power"], t["gear"]], ["weight", "power", "gear"]
    for se in ["model", "robust", "cluster"]:
        cases.append(regression(t["miles"], x, names, se, t["plant"] if se == "cluster" else None))
    if n > 20:
        for se in ["model", "cluster"]:
            cases.append(regression(t["manual"], x, names, se, t["plant"] if se == "cluster" else None, logistic=True))
    if missing == 0 and n > 20:
        cases.append(ordinal(t["grade"], x, names, ["low", "middle", "high"]))
cases.append(longley())

versions = {"python": platform.python_version(), "scipy": scipy.__version__, "statsmodels": statsmodels.__version__, "mpmath": mp.__version__}
lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
(HERE / "reference.json").write_text('{"versions":' + json.dumps(versions) + ',"cases":[\n' + lines + "\n]}\n")
print(len(cases), "cases")
