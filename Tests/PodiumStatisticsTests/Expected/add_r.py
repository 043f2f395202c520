#!/usr/bin/env python3
"""Adds to each case of reference.json what R answers, under "r", where R has the same test.

    apt-get install r-base-core && python3 Tests/PodiumStatisticsTests/Expected/add_r.py

R has no exact signed ranks with ties, and no robust or clustered errors of its own.
"""
import json
import subprocess
from pathlib import Path

FILE = Path(__file__).resolve().parent / "reference.json"


def vector(cells):
    def cell(x):
        return "NA" if x is None else json.dumps(x) if isinstance(x, str) else repr(float(x))

    return "c(" + ",".join(map(cell, cells)) + ")"


def program(case):
    """The assignments of R that answer a case, and the answers by name."""
    kind = case["kind"]
    if kind == "two":
        exact = "TRUE" if case["exact"] else "FALSE"
        lines = [
            # Numbers far from 0 are tested without their offset, which is exact, since sums of them are not.
            f"a <- {vector(case['groups'][0])}; b <- {vector(case['groups'][1])}",
            "far <- if (abs(a[1]) > 1e6) 1e9 else 0; a <- a - far; b <- b - far", "t <- t.test(a, b)",
            f"w <- wilcox.test(a, b, exact = {exact})",
        ]
        answers = {
            "t": "t$statistic", "df": "t$parameter", "p": "t$p.value", "low": "t$conf.int[1]", "high": "t$conf.int[2]",
            "u": "w$statistic", "p_ranks": "w$p.value",
        }
    elif kind == "more":
        lines = ["g <- list(" + ",".join(map(vector, case["groups"])) + ")"]
        lines += ["x <- unlist(g); k <- factor(rep(seq_along(g), lengths(g)))"]
        lines += ["f <- oneway.test(x ~ k); h <- kruskal.test(x, k)"]
        answers = {
            "f": "f$statistic", "df1": "f$parameter[1]", "df2": "f$parameter[2]", "p": "f$p.value", "h": "h$statistic",
            "p_ranks": "h$p.value",
        }
    elif kind == "paired":
        a, b = case["groups"]
        d = [abs(round(x - y, 9)) for x, y in zip(a, b)]
        lines = [f"a <- {vector(a)}; b <- {vector(b)}", "t <- t.test(a, b, paired = TRUE)"]
        answers = {"t": "t$statistic", "df": "t$parameter", "p": "t$p.value", "low": "t$conf.int[1]", "high": "t$conf.int[2]"}
        hasTies = 0 in d or len(set(d)) < len(d)
        if not (case["exact"] and hasTies):
            exact = "TRUE" if case["exact"] else "FALSE"
            lines += [f"w <- wilcox.test(round(a - b, 9), exact = {exact}, correct = FALSE)"]
            answers["p_ranks"] = "w$p.value"
    elif kind == "friedman":
        lines = ["f <- friedman.test(cbind(" + ",".join(map(vector, case["groups"])) + "))"]
        answers = {"chi": "f$statistic", "p": "f$p.value"}
    elif kind == "fisher":
        cells = vector([x for row in case["counts"] for x in row])
        lines = [f"f <- fisher.test(matrix({cells}, nrow = {len(case['counts'])}, byrow = TRUE))"]
        answers = {"p": "f$p.value"}
    elif kind == "mcnemar":
        b, c = case["counts"][0]
        lines = [
            f"f <- binom.test({b}, {b + c})" if case["exact"]
            else f"f <- mcnemar.test(matrix(c(5, {b}, {c}, 7), nrow = 2), correct = TRUE)"
        ]
        answers = {"p": "f$p.value"}
    elif kind in ("linear", "logistic") and case["se_kind"] == "model":
        names = case["names"]
        lines = ["d <- data.frame(y = " + vector(case["y"])]
        for name, column in zip(names, case["columns"]):
            text = vector(column)
            lines[0] += f", {name} = " + (f"factor({text})" if any(isinstance(x, str) for x in column) else text)
        lines[0] += ")"
        formula = "y ~ " + " + ".join(names)
        if kind == "linear":
            lines += [f"m <- lm({formula}, d); s <- summary(m); i <- confint(m)"]
        else:
            if any(isinstance(x, str) for x in case["y"]):
                lines += ["d$y <- factor(d$y)"]
            lines += [f"m <- glm({formula}, binomial, d, control = list(epsilon = 1e-15, maxit = 100))"]
            # Its errors are those of the step before the last.
            lines += ["m <- update(m, start = coef(m)); s <- summary(m); i <- confint.default(m)"]
        answers = {
            "estimate": "s$coefficients[, 1]", "se": "s$coefficients[, 2]", "statistic": "s$coefficients[, 3]",
            "p": "s$coefficients[, 4]", "low": "i[, 1]", "high": "i[, 2]", "llf": "logLik(m)[1]", "aic": "AIC(m)",
        }
        if kind == "linear":
            answers.update(r2="s$r.squared", adjusted="s$adj.r.squared", sd="s$sigma")
    else:
        return None
    return lines, answers


data = json.loads(FILE.read_text())
source = ['options(warn = -1)', 'say <- function(...) cat(sprintf("%.17g", c(...)), "\\n")']
asked = []
for case in data["cases"]:
    case.pop("r", None)
    found = program(case)
    if found is None:
        continue
    lines, answers = found
    source += lines
    for key, expression in answers.items():
        source.append(f"say(unname({expression}))")
        asked.append((case, key))
source.append('cat(R.version.string, "\\n")')
out = subprocess.run(["Rscript", "-"], input="\n".join(source), capture_output=True, text=True, check=True).stdout
*rows, version = out.strip().split("\n")
assert len(rows) == len(asked), (len(rows), len(asked))
for (case, key), row in zip(asked, rows):
    numbers = list(map(float, row.split()))
    case.setdefault("r", {})[key] = numbers if isinstance(case[key], list) else numbers[0]
data["versions"]["r"] = version.strip()
lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in data["cases"])
FILE.write_text('{"versions":' + json.dumps(data["versions"]) + ',"cases":[\n' + lines + "\n]}\n")
print(sum("r" in case for case in data["cases"]), "of", len(data["cases"]), "cases,", len(asked), "figures")
