internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Calls: chains of methods, functions of R and Python, and Stata's collapse and twoway.
extension FamiliarStatement {
  static let aggregates = [
    "mean": "mean", "median": "median", "sum": "sum", "min": "min", "max": "max", "std": "sd", "sd": "sd", "n": "n",
    "count": "n", "quantile": "quantile", "nunique": "distinct", "n_distinct": "distinct",
  ]

  /// `df.groupby("g")["y"].mean()`, `df.g.value_counts()`, `df["y"].mean()`
  func chained(_ text: Substring) -> String? {
    var steps = FamiliarText.parts(text, at: ".")
    guard steps.count > 1, let start = steps.first, let last = steps.last, let call = FamiliarText.call(last) else {
      return nil
    }
    let named = start.prefix { $0 != "[" }
    guard FamiliarText.tables.contains(String(named)) || String(named) == session.state.current?.name else {
      return nil
    }
    var (chosen, groups) = (FamiliarText.names(start[named.endIndex...].prefix { $0 != "." }), [String]())
    steps = Array(steps.dropFirst().dropLast())
    for step in steps {
      let head = step.prefix { $0 != "[" }
      if let inner = FamiliarText.call(head) {
        if inner.name == "groupby" || inner.name == "group_by" {
          guard let by = columns(inner.arguments.filter { !$0.contains("=") }.flatMap(FamiliarText.names)) else {
            return nil
          }
          groups = by
        } else if ["isna", "isnull"].contains(inner.name) {
          return "missing"
        } else if !["reset_index", "dropna", "copy"].contains(inner.name) {
          return nil
        }
        chosen += FamiliarText.names(step[head.endIndex...])
      } else if FamiliarText.isName(step) {
        chosen.append(step)
      } else {
        return nil
      }
    }
    let names = chosen.isEmpty ? [] : columns(chosen)
    guard let names else { return nil }
    if !groups.isEmpty {
      let by = "by \(groups.joined(separator: ",")): "
      if ["size", "count"].contains(call.name), names.isEmpty {
        return groups.count > 2 ? nil : "count " + groups.joined(separator: " ")
      }
      if call.name == "describe" { return (by + "describe " + names.joined(separator: " ")).trimmingBlank }
      if call.name == "agg", call.arguments.first?.first != "{" {
        // ["mean", "std"] of the chosen columns, or named and polars' ones
        let uses = call.arguments.count == 1 ? FamiliarText.names(call.arguments[0]) : []
        let owns = uses.compactMap { FamiliarStatement.aggregates[String($0)] }
        guard names.count == 1, owns.count == uses.count, !owns.isEmpty else { return aggregated(by, call.arguments) }
        return by + "summarize " + owns.map { "\($0) = \($0)(\(names[0]))" }.joined(separator: ", ")
      }
      if call.name == "agg", let pair = call.arguments.first {
        let sides = FamiliarText.parts(pair.drop { $0 == "{" }, at: ":").map(FamiliarText.names)
        guard sides.count == 2, let y = sides[0].first.flatMap(column),
          let use = sides[1].first.map({ $0.filter { $0 != "}" && $0 != "\"" && $0 != "'" } }),
          let own = FamiliarStatement.aggregates[use]
        else { return nil }
        return "\(by)summarize \(own) = \(own)(\(y))"
      }
      guard let own = FamiliarStatement.aggregates[call.name], !names.isEmpty else { return nil }
      let parts = names.map { names.count == 1 ? "\(own) = \(own)(\($0))" : "\(own)_\($0) = \(own)(\($0))" }
      return by + "summarize " + parts.joined(separator: ", ")
    }
    if let own = FamiliarStatement.aggregates[call.name], names.count == 1 {
      return "= \(own)(" + ([names[0]] + call.arguments.map(String.init)).joined(separator: ", ") + ")"
    }
    if ["query", "filter", "with_columns"].contains(call.name), names.isEmpty {
      return stepped(call.name, call.arguments)
    }
    if ["isna", "isnull"].contains(call.name) { return ("missing " + names.joined(separator: " ")).trimmingBlank }
    if names.isEmpty { return nil }
    let inside = (names + call.arguments.map(String.init)).joined(separator: ", ")
    return FamiliarLine.translated("\(call.name)(\(inside))", session)
  }

  /// Calls that name the table first, hold another call, or another tool's argument names.
  func called(_ text: Substring) -> String? {
    var text = text
    if let space = text.firstRange(of: "::"), FamiliarText.isName(text[..<space.lowerBound]) {
      text = text[space.upperBound...]
    }
    guard let (full, given) = FamiliarText.call(text) else { return nil }
    var arguments = given
    let name =
      full.contains(".")
        && ["pd", "np", "plt", "sns", "px", "df", "ggplot2", "csv", "stats", "scipy", "pg", "sm", "smf", "fig"]
          .contains(full.prefix { $0 != "." })
      ? String(full.split(separator: ".").last ?? "") : full
    if let first = arguments.first,
      FamiliarText.tables.contains(String(first)) || String(first) == session.state.current?.name
    {
      arguments.removeFirst()
    }
    if let line = reshaped(name, arguments) { return line }
    switch name {
    case "filter", "subset", "mutate", "transform", "select", "arrange", "select!", "sort!", "with_columns":
      return stepped(name, arguments)
    // df.where(df.x > 2)
    case "where" where arguments.count == 1: return stepped("filter", arguments)
    case "summary", "print", "view", "coef", "confint", "prop.table", "proportions", "addmargins", "tukeyhsd",
      "chisq.test", "chi2_contingency", "fisher_exact",
      "fisher.test", "println", "display", "anova":
      // A call within one that shows its result.
      if let inner = arguments.first, FamiliarText.call(inner) != nil {
        let isShare = name == "prop.table" || name == "proportions"
        guard let line = FamiliarLine.translated(String(inner), session), arguments.count == 1 || isShare else {
          return nil
        }
        guard isShare, line.hasPrefix("count "), line.split(separator: " ").count == 3 else {
          return line + (name == "tukeyhsd" && line.hasPrefix("test ") ? " each=yes" : "")
        }
        let margin = arguments.dropFirst().first.map { $0.last ?? " " }
        return line + " share=" + (margin == "1" ? "row" : margin == "2" ? "column" : "all")
      }
      return arguments.isEmpty && ["print", "println", "display"].contains(name) && !given.isEmpty ? "head" : nil
    case "barplot":
      guard let inner = arguments.first.flatMap({ FamiliarText.call($0) }), inner.name == "table" else {
        return drawn(name, arguments)
      }
      return FamiliarLine.translated("table(\(inner.arguments.joined(separator: ",")))", session).map {
        "plot bar" + $0.dropFirst("count".count)
      }
    case "quantile" where arguments.count > 1 && FamiliarText.call(arguments[1])?.name == "c":
      guard let y = column(arguments[0]), let list = FamiliarText.call(arguments[1]),
        case let shares = list.arguments.compactMap({ Double($0) }).filter({ (0...1).contains($0) }),
        !shares.isEmpty, shares.count == list.arguments.count
      else { return nil }
      return "summarize "
        + shares.map {
          "q\(NumberText.fixed($0 * 100, 3).prefix { $0 != "." }) = quantile(\(y), \(NumberText.shortest($0)))"
        }.joined(separator: ", ")
    case "len", "nrow": return arguments.isEmpty ? "= n()" : nil
    case "levels", "unique":
      return arguments.first.flatMap { FamiliarText.expression($0, in: table) }.flatMap { column($0[...]) }.map {
        "count " + $0
      }
    case "set.seed": return arguments.first.flatMap { Int($0) }.map { "set seed=\($0)" }
    case "is.na": return arguments.first.flatMap { FamiliarText.expression($0, in: table) }.map { "missing " + $0 }
    case "first", "last":
      guard !given.isEmpty, arguments.count < given.count else { return nil }
      return (name == "first" ? "head " : "tail ") + (arguments.first.map(String.init) ?? "1")
    case "write.csv", "write_csv", "to_csv", "to_excel", "to_parquet", "fwrite", "write", "write_xlsx",
      "write_dta",
      "to_stata", "write_sav", "write_parquet":
      return arguments.first { $0.contains(".") && !$0.contains("=") }.map {
        "save " + CommandText.word(String(FamiliarText.bare($0)))
      }
    case "aggregate": return aggregated(arguments)
    case "combine":
      guard given.count == 2, let inner = FamiliarText.call(given[0]), inner.name == "groupby",
        let groups = columns(inner.arguments.dropFirst().flatMap(FamiliarText.names)),
        let arrow = given[1].firstRange(of: "=>"),
        let y = column(FamiliarText.bare(given[1][..<arrow.lowerBound])),
        let own = FamiliarStatement.aggregates[
          String(FamiliarText.trimmed(given[1][arrow.upperBound...].prefix { $0 != "=" }))]
      else { return nil }
      return "by \(groups.joined(separator: ",")): summarize \(own) = \(own)(\(y))"
    case "merge", "inner_join", "left_join", "full_join", "semi_join", "anti_join", "innerjoin", "leftjoin",
      "outerjoin":
      return joined(name, given)
    case "rename": return renamed(arguments)
    case "drop":
      return columns(
        arguments.filter { !$0.hasPrefix("axis") }.flatMap {
          FamiliarText.names($0.hasPrefix("columns=") ? $0.dropFirst(8) : $0)
        }
      ).map { "drop " + $0.joined(separator: " ") }
    case "fillna":
      return nil
    case "replace":
      // df.replace(-999, np.nan): in the columns that hold the code.
      guard arguments.count == 2, let code = Double(arguments[0]),
        ["np.nan", "nan", "NaN", "None", "pd.NA", "NA", "float(\"nan\")"].contains(FamiliarText.bare(arguments[1]))
      else { return nil }
      let held = table.columns.filter { $0.type.isNumeric && $0.numbers?.contains(code) == true }
      let names = held.map { CommandText.column($0.name) }.joined(separator: " ")
      return looped("mvdecode \(names), mv(\(arguments[0]))", "mvdecode")
    case "ggsave", "savefig", "png", "pdf", "save_plot", "exportgraphics", "saveas":
      return arguments.lazy.map { FamiliarText.bare($0) }.first { $0.contains(".") && !$0.contains("=") }.map {
        "show to " + CommandText.word(String($0))
      }
    case "ttest_rel", "ttest_1samp", "wilcoxon", "t.test", "wilcox.test":
      let names = arguments.filter { !$0.contains("=") && !$0.contains("~") }
      let found = names.compactMap { FamiliarText.expression($0, in: table) }
      let mu = arguments.first { $0.hasPrefix("mu") }.flatMap { $0.split(separator: "=").last }.map(
        FamiliarText.trimmed)
      let isPaired =
        name == "ttest_rel" || name == "wilcoxon" || arguments.contains { $0.filter { $0 != " " } == "paired=TRUE" }
      if isPaired, found.count == 2, columns(found.map { $0[...] }) != nil {
        return "test " + found.joined(separator: " ")
      }
      let number = name == "ttest_1samp" ? found.dropFirst().first.map { $0[...] } : names.count == 1 ? mu : nil
      guard let number, Double(number) != nil, let y = found.first, column(y[...]) != nil else { return nil }
      return "test \(y) mean=\(number)"
    case "pairwise_tukeyhsd", "pairwise.t.test", "posthoc_ttest", "pairwise_tests", "emmeans":
      let found = arguments.prefix(2).compactMap { FamiliarText.expression($0, in: table) }
      guard found.count == 2, columns(found.map { $0[...] }) != nil else { return nil }
      return "test \(found[0]) by=\(found[1]) each=yes"
    case "nlargest", "nsmallest":
      return arguments.last.map { FamiliarText.bare($0) }.flatMap(column).map {
        (name == "nlargest" ? "sort desc=" : "sort ") + $0
      }
    case "isna", "isnull", "complete.cases": return "missing"
    case "boxplot", "scatterplot", "histplot", "lineplot", "violinplot", "scatter", "regplot", "lmplot":
      return drawn(name, arguments)
    default:
      if let line = learned(name, arguments) { return line }
      guard let own = FamiliarStatement.aggregates[name], let y = arguments.first,
        y.contains("$") || y.contains("[") || y.contains("."), Double(y) == nil
      else { return nil }
      let rest = arguments.dropFirst().filter { !$0.contains("=") }.map { FamiliarText.expression($0, in: table) }
      guard let meant = FamiliarText.expression(y, in: table), !rest.contains(nil) else { return nil }
      if own == "quantile", rest.isEmpty { return column(meant[...]).map { "describe " + $0 } }
      return "= \(own)(" + ([meant] + rest.compactMap(\.self)).joined(separator: ", ") + ")"
    }
  }

  /// Functions of R that fit a learner by another name.
  private static let learners = [
    "randomforest": "forest", "ranger": "forest", "rpart": "tree", "ctree": "tree", "nnet": "ann",
    "naivebayes": "bayes",
    "naive_bayes": "bayes", "xgboost": "boost", "gbm": "boost",
  ]

  /// `svm(g ~ ., data = df)`, `rpart(g ~ x + z)`
  private func learned(_ name: String, _ arguments: [Substring]) -> String? {
    let learner = FamiliarStatement.learners[name] ?? name
    // Those are 'regress'.
    guard session.registry.learners[learner] != nil, !["linear", "logistic", "ordinal"].contains(learner) else {
      return nil
    }
    guard let formula = arguments.first, let tilde = formula.firstIndex(of: "~") else { return "cv \(learner)" }
    let right = FamiliarText.trimmed(formula[formula.index(after: tilde)...])
    guard let target = column(FamiliarText.trimmed(formula[..<tilde])) else { return nil }
    if right == "." { return "label \(target); cv \(learner)" }
    return columns(right.split { "+ ".contains($0) }).map {
      "label \(target); features \($0.joined(separator: " ")); cv \(learner)"
    }
  }

  /// `round(mean(df$y), 2)`, `toupper(df$g)`: one value, or one for each row.
  func computed(_ text: String) -> String? {
    guard let call = FamiliarText.call(text[...]), let meant = FamiliarText.expression(text[...], in: table),
      meant != text,
      let own = FamiliarText.call(meant[...])
    else { return nil }
    func isOne(_ name: String, _ count: Int) -> Bool { ExpressionAggregates.isCall(name, count) }
    let names = meant.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard names.contains(where: { table[String($0)] != nil }) else { return nil }
    let inner = own.arguments.first.flatMap { FamiliarText.call($0) }
    if isOne(own.name, own.arguments.count) || inner.map({ isOne($0.name, $0.arguments.count) }) == true {
      return "= " + meant
    }
    let isPlain = call.arguments.count > 0 && !names.contains { isOne(String($0), 1) }
    return isPlain ? "derive NAME = " + meant : nil
  }

  /// `aggregate(y ~ g, data=df, FUN=mean)`
  func aggregated(_ arguments: [Substring]) -> String? {
    guard let formula = arguments.first, let tilde = formula.firstIndex(of: "~"),
      let y = column(FamiliarText.trimmed(formula[..<tilde])),
      let groups = columns(formula[formula.index(after: tilde)...].split { $0 == "+" || $0 == " " }),
      let use = arguments.last?.split(separator: "=").last,
      let own = FamiliarStatement.aggregates[String(FamiliarText.trimmed(use))]
    else { return nil }
    return "by \(groups.joined(separator: ",")): summarize \(own) = \(own)(\(y))"
  }

  /// `left_join(a, b, by="id")`, `df.merge(other, on="id")`
  func joined(_ name: String, _ arguments: [Substring]) -> String? {
    let tables = arguments.filter { FamiliarText.isName($0) }
    let keys = arguments.compactMap { sides($0) }.first { ["on", "by"].contains($0.left) }.map {
      FamiliarText.names($0.right)
    }
    guard let other = tables.last, let keys = keys.flatMap(columns) else { return nil }
    let how =
      name.hasPrefix("semi")
      ? " how=semi" : name.hasPrefix("anti") ? " how=anti" : name.hasPrefix("inner") ? " how=inner" : ""
    return "join \(other) on=\(keys.joined(separator: ","))\(how)"
  }

  /// `rename(columns={"x": "w"})`, `rename(w = x)`
  func renamed(_ arguments: [Substring]) -> String? {
    guard let first = arguments.first else { return nil }
    if let open = first.firstIndex(of: "{"), first.last == "}" {
      let pairs = FamiliarText.parts(first[first.index(after: open)...].dropLast(), at: ",").map {
        FamiliarText.parts($0, at: ":").map(FamiliarText.bare)
      }
      guard pairs.count == 1, let pair = pairs.first, pair.count == 2, let x = column(pair[0]) else { return nil }
      return "rename \(x) \(CommandText.column(String(pair[1])))"
    }
    guard arguments.count == 1, let (new, old) = sides(first), let x = column(FamiliarText.bare(old)) else {
      return nil
    }
    return "rename \(x) \(CommandText.column(String(new)))"
  }

  /// `sns.boxplot(x="g", y="y")`, `plt.scatter(x, y)`
  func drawn(_ name: String, _ arguments: [Substring]) -> String? {
    var (x, y) = (String?.none, String?.none)
    for argument in arguments {
      if let (key, value) = sides(argument) {
        let found = FamiliarText.expression("df[\(value)]", in: table)
        if key == "x" { x = found }
        if key == "y" { y = found }
      } else if let found = FamiliarText.expression(argument, in: table) {
        if x == nil { x = found } else if y == nil { y = found }
      }
    }
    switch (name, x, y) {
    case ("boxplot", let x?, let y?), ("violinplot", let x?, let y?): return "plot box \(y) \(x)"
    case ("scatterplot", let x?, let y?), ("scatter", let x?, let y?): return "plot scatter \(x) \(y)"
    case ("regplot", let x?, let y?), ("lmplot", let x?, let y?): return "plot scatter \(x) \(y) trend=yes"
    case ("barplot", let x?, let y?): return "plot bar \(x) y=\(y)"
    case ("lineplot", let x?, let y?): return "plot line \(y) x=\(x)"
    case ("histplot", let x?, nil): return "plot hist \(x)"
    default: return nil
    }
  }

  // MARK: Stata's collapse and twoway

  /// `collapse (mean) y x (sd) z, by(g)`, `twoway (scatter y x) (lfit y x)`
  func collapsed(_ text: Substring, _ first: String) -> String? {
    let parts = FamiliarText.parts(text.dropFirst(first.count), at: ",")
    switch first {
    case "collapse":
      let by = parts.dropFirst().compactMap { FamiliarText.call($0) }.first { $0.name == "by" }
      var (own, used) = ("mean", [String]())
      for word in parts[0].split(separator: " ") {
        if word.first == "(", word.last == ")" {
          let named = word.dropFirst().dropLast()
          guard FamiliarStatement.aggregates[String(named)] != nil || FamiliarStatement.share(named) != nil else {
            return nil
          }
          own = String(named)
        } else {
          // mean_y=y
          let sides = word.split(separator: "=")
          guard sides.count < 3, let last = sides.last, let name = column(last) else { return nil }
          let share = FamiliarStatement.share(own[...])
          let call = share.map { "quantile(\(name), \($0))" } ?? "\(FamiliarStatement.aggregates[own] ?? own)(\(name))"
          let title = sides.count == 2 ? CommandText.column(String(sides[0])) : "\(name)_\(own)"
          used.append("\(title) = \(call)")
        }
      }
      guard !used.isEmpty else { return nil }
      let line = "summarize " + used.joined(separator: ", ")
      guard let by else { return line }
      return columns(by.arguments.flatMap { $0.split(separator: " ") }).map {
        "by \($0.joined(separator: ",")): " + line
      }
    case "twoway", "scatter", "lfit", "graph", "line":
      let words = parts[0].split { $0 == " " || $0 == "(" || $0 == ")" }
      let over = parts.dropFirst().flatMap { FamiliarText.parts($0, at: " ") }.compactMap { FamiliarText.call($0) }
        .first { $0.name == "over" || $0.name == "by" }?.arguments.first.flatMap(column)
      if words.first == "export", let file = words.dropFirst().first(where: { $0.contains(".") }) {
        return "show to " + CommandText.word(String(FamiliarText.bare(file)))
      }
      let names = words.compactMap(column)
      guard let y = names.first else { return nil }
      let isPanel = parts.dropFirst().contains { $0.contains("by(") }
      let facet = over.map { isPanel ? " facet=" + $0 : "" } ?? ""
      if first == "graph" {
        // graph twoway line y x
        if let kind = words.first, ["twoway", "scatter", "line"].contains(kind) {
          return collapsed(FamiliarText.trimmed(text.dropFirst(first.count)), String(kind))
        }
        guard let over, let kind = words.first, kind == "bar" || kind == "box" else { return nil }
        return kind == "box" ? "plot box \(y) \(over)" : "plot bar \(over) y=\(y)"
      }
      guard names.count > 1 else { return nil }
      if words.contains("line") || words.contains("connected") || first == "line" {
        return "plot line \(y) x=\(names[1])\(facet)"
      }
      let trend = facet.isEmpty && (words.contains("lfit") || first == "lfit") ? " trend=yes" : ""
      return "plot scatter \(names[1]) \(y)\(facet)\(trend)"
    default: return nil
    }
  }
}

extension String {
  /// Without spaces at its end.
  fileprivate var trimmingBlank: String { String(FamiliarText.trimmed(self[...])) }
}
