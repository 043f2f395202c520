internal import PodiumCore
internal import PodiumPlugin

/// Lines of other tools without a verb before words: assignments, pipes, brackets, chains of calls and SQL.
struct FamiliarStatement {
  private let session: Session
  private let table: Table

  private init?(_ session: Session) {
    guard let table = session.state.current?.table else { return nil }
    (self.session, self.table) = (session, table)
  }

  /// A line in podium's language; nil for what is not known, or names columns that are not there.
  static func line(_ text: String, _ session: Session) -> String? {
    let text = FamiliarText.trimmed(text[...])
    let first = text.prefix { $0 != " " }.lowercased()
    if let line = sql(text, first) ?? file(text, first) { return line }
    guard let own = FamiliarStatement(session) else { return nil }
    return own.assigned(text, first) ?? own.piped(text) ?? own.bracketed(text) ?? own.chained(text) ?? own.called(text)
      ?? own.collapsed(text, first)
  }

  /// `by g: summarize y`, `bysort g: …`, `quietly …`: podium's prefix and the rest.
  static func prefixed(_ text: String) -> (prefix: String, rest: String)? {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let first = words.first?.lowercased() else { return nil }
    if ["quietly", "qui", "capture", "cap", "noisily"].contains(first) {
      return (first.hasPrefix("q") ? "quiet: " : first.hasPrefix("c") ? "try: " : "", String(words[1]))
    }
    guard ["by", "bysort", "bys"].contains(first), let colon = words[1].firstIndex(of: ":") else { return nil }
    let groups = words[1][..<colon].split { " ,()".contains($0) }
    let rest = FamiliarText.trimmed(words[1][words[1].index(after: colon)...])
    return groups.isEmpty || rest.isEmpty ? nil : ("by \(groups.joined(separator: ",")): ", String(rest))
  }

  private func column(_ name: Substring) -> String? {
    table[String(name)].map { CommandText.column($0.name) }
  }

  private func columns(_ names: [Substring]) -> [String]? {
    let found = names.compactMap(column)
    return found.isEmpty || found.count < names.count ? nil : found
  }

  // MARK: SQL and files

  private static func sql(_ text: Substring, _ first: String) -> String? {
    let words = text.lowercased().split(separator: " ")
    let isQuery = (first == "select" || first == "with") && words.contains("from")
    if isQuery || (first == "from" && words.contains("select")) {
      var query = text
      while query.last == ";" { query.removeLast() }
      // FROM t SELECT y
      if first == "from", let select = query.lowercased().firstRange(of: "select") {
        let count = query.lowercased().distance(from: query.lowercased().startIndex, to: select.lowerBound)
        query = (query.dropFirst(count) + " " + FamiliarText.trimmed(query.prefix(count)))[...]
      }
      return "sql " + CommandText.quoted(String(query))
    }
    switch (first, words.count) {
    case ("from", 2): return "head"
    case ("describe", 2) where text.hasPrefix("D"), ("summarize", 2) where text.hasPrefix("S"): return "describe"
    case ("show", 2) where words[1] == "tables", (".tables", _), ("\\d", 1), ("\\dt", 1): return "datasets"
    case (".schema", _), ("pragma", _), ("\\d", 2): return "columns"
    case (".quit", 1), (".exit", 1), ("\\q", 1): return "quit"
    case (".help", 1), ("\\?", 1), ("\\h", 1): return "help"
    case ("copy", 4...) where words[words.count - 2] == "to":
      return text.split(separator: " ").last.map { "save " + CommandText.word(String(FamiliarText.bare($0))) }
    default: return nil
    }
  }

  /// Files as Stata and SPSS name them.
  private static func file(_ text: Substring, _ first: String) -> String? {
    let parts = FamiliarText.parts(text, at: ",")
    let verb: String
    switch first {
    case "use", "insheet", "infile", "import", "get": verb = "load"
    case "save", "saveold", "export", "outsheet": verb = "save"
    default: return nil
    }
    let words = parts[0].split { $0 == " " || $0 == "=" }.map(FamiliarText.bare)
    let files = words.dropFirst().filter { $0.contains(".") && $0.last != "." }
    guard let file = files.first, files.count == 1, words.count < 6 else { return nil }
    var line = verb + " " + CommandText.word(String(file))
    for option in parts.dropFirst().flatMap({ FamiliarText.parts($0, at: " ") }) {
      if option.lowercased() == "replace", verb == "save" { line += " replace=yes" }
      if let call = FamiliarText.call(option), call.name == "sheet", let sheet = call.arguments.first {
        line += " sheet=" + CommandText.word(String(FamiliarText.bare(sheet)))
      }
    }
    return line
  }

  // MARK: Assignments

  /// `gen w = x + 1`, `egen m = mean(y), by(g)`, `df$w <- df$x + 1`, `m <- lm(y ~ x)`.
  private func assigned(_ text: Substring, _ first: String) -> String? {
    var text = text
    let verbs: Set = ["gen", "generate", "egen", "compute", "let", "mutate"]
    let hasVerb = verbs.contains(first)
    if hasVerb { text = FamiliarText.trimmed(text.dropFirst(first.count)) }
    let types: Set = ["byte", "int", "long", "float", "double"]
    if hasVerb, let space = text.firstIndex(of: " "), types.contains(String(text[..<space])) {
      text = FamiliarText.trimmed(text[space...])
    }
    guard let (left, right) = sides(text) else { return nil }
    let options = FamiliarText.parts(right, at: ",").dropFirst().compactMap { FamiliarText.call($0) }
    var value = FamiliarText.trimmed(FamiliarText.parts(right, at: ",")[0])
    if value.last == "." || value.last == ";" { value.removeLast() }
    var name = left
    var isColumn = hasVerb
    if let dollar = left.firstIndex(of: "$") {
      (name, isColumn) = (left[left.index(after: dollar)...], true)
    } else if let open = left.firstIndex(of: "["), left.last == "]" {
      (name, isColumn) = (FamiliarText.names(left[left.index(after: open)...].dropLast()).first ?? "", true)
    } else if left.hasPrefix("df.") {
      (name, isColumn) = (left.dropFirst(3), true)
    }
    guard FamiliarText.isName(name) else { return nil }
    if !isColumn, let line = FamiliarLine.translated(String(value), session),
      session.registry.command(String(name)) == nil
    {
      // m <- lm(y ~ x)
      return line.contains(" as ") ? nil : "\(line) as \(name)"
    }
    if value.hasPrefix("total(") { value = "sum" + value.dropFirst("total".count) }
    let halves = FamiliarText.parts(value, at: " if ")
    guard let meant = FamiliarText.expression(halves[0], in: table) else { return nil }
    var line = "\(column(name) == nil ? "derive" : "replace") \(CommandText.column(String(name))) = \(meant)"
    if halves.count == 2 {
      guard let condition = FamiliarText.expression(halves[1], in: table) else { return nil }
      line += " if " + condition
    }
    guard let groups = options.first(where: { $0.name == "by" }) else { return line }
    let names = groups.arguments.flatMap { $0.split(separator: " ") }
    return columns(names).map { "by \($0.joined(separator: ",")): \(line)" }
  }

  /// The sides of an assignment.
  private func sides(_ text: Substring) -> (left: Substring, right: Substring)? {
    if let arrow = text.firstRange(of: "<-") {
      return (FamiliarText.trimmed(text[..<arrow.lowerBound]), FamiliarText.trimmed(text[arrow.upperBound...]))
    }
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
    let (before, after) = (text[text.index(before: equals)], text[text.index(after: equals)...])
    guard !"=<>!~".contains(before), after.first != "=", after.first != ">" else { return nil }
    let left = FamiliarText.trimmed(text[..<equals])
    return left.contains(" ") || left.contains("(") ? nil : (left, FamiliarText.trimmed(after))
  }

  // MARK: Pipes and brackets

  /// `df %>% group_by(g) %>% summarise(m = mean(y))`
  private func piped(_ text: Substring) -> String? {
    let separator = text.contains("%>%") ? "%>%" : "|>"
    let stages = FamiliarText.parts(text, at: separator).map(FamiliarText.trimmed)
    guard stages.count > 1 else { return nil }
    var (prefix, lines) = ("", [String]())
    for stage in stages.drop(while: { FamiliarText.call($0) == nil }) {
      guard let call = FamiliarText.call(stage) else { return nil }
      if call.name == "ungroup" || call.name == "collect" { continue }
      if call.name == "group_by" {
        guard let groups = columns(call.arguments.flatMap(FamiliarText.names)) else { return nil }
        prefix = "by \(groups.joined(separator: ",")): "
      } else if let line = stepped(call.name, call.arguments) ?? FamiliarLine.translated(String(stage), session) {
        lines.append(prefix + line)
        if ["summarise", "summarize", "count"].contains(call.name) { prefix = "" }
      } else {
        return nil
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }

  /// A step of a pipe, or a call whose table is left out.
  private func stepped(_ name: String, _ arguments: [Substring]) -> String? {
    guard let first = arguments.first else { return nil }
    switch name {
    case "filter", "subset", "query":
      let condition = name == "query" ? FamiliarText.bare(first) : first
      return FamiliarText.expression(condition, in: table).map { "filter " + $0 }
    case "select", "select!":
      return columns(arguments.flatMap(FamiliarText.names)).map { "keep " + $0.joined(separator: " ") }
    case "arrange", "sort!":
      let isDown = arguments.allSatisfy { $0.hasPrefix("desc(") || $0.hasPrefix("-") }
      let names = arguments.flatMap(FamiliarText.names).map { $0.first == "-" ? $0.dropFirst() : $0 }
      return columns(names).map {
        isDown ? "sort desc=" + $0.joined(separator: ",") : "sort " + $0.joined(separator: " ")
      }
    case "mutate", "transform", "with_columns", "summarise", "summarize":
      let parts = arguments.compactMap { argument -> String? in
        guard let (name, value) = sides(argument), FamiliarText.isName(name) else { return nil }
        let own = value.hasSuffix("n()") ? "n()" : FamiliarText.expression(value, in: table)
        return own.map { "\(name) = \($0)" }
      }
      guard parts.count == arguments.count else { return nil }
      return (name.hasPrefix("summari") ? "summarize " : "derive ") + parts.joined(separator: ", ")
    default: return nil
    }
  }

  /// `df[df$y > 2, ]`, `df.loc[df.y > 2, "x"]`, `df[order(df$y), ]`, `df.iloc[0:5]`
  private func bracketed(_ text: Substring) -> String? {
    guard text.last == "]", let open = text.firstIndex(of: "[") else { return nil }
    let head = text[..<open]
    guard FamiliarText.isName(head.prefix { $0 != "." }) else { return nil }
    let parts = FamiliarText.parts(text[text.index(after: open)...].dropLast(), at: ",").map(FamiliarText.trimmed)
    if let call = FamiliarText.call(parts[0]), call.name == "order" {
      let names = call.arguments.compactMap { FamiliarText.expression($0, in: table) }
      return columns(names.map { $0[...] }).map { "sort " + $0.joined(separator: " ") }
    }
    if parts[0].contains(where: { "<>=!".contains($0) }) || parts[0].contains("is.na(") {
      return FamiliarText.expression(parts[0], in: table).map { "filter " + $0 }
    }
    if let colon = parts[0].firstIndex(of: ":"), let end = Int(parts[0][parts[0].index(after: colon)...]),
      let start = Int("0" + parts[0][..<colon])
    {
      return start <= 1 ? "head \(end)" : "head in \(start)..\(end)"
    }
    return nil
  }

  // MARK: Calls

  private static let aggregates = [
    "mean": "mean", "median": "median", "sum": "sum", "min": "min", "max": "max", "std": "sd", "sd": "sd", "n": "n",
    "count": "n", "quantile": "quantile",
  ]

  /// `df.groupby("g")["y"].mean()`, `df.g.value_counts()`, `df["y"].mean()`
  private func chained(_ text: Substring) -> String? {
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
        if inner.name == "groupby" {
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
    if call.name == "query", names.isEmpty { return stepped("query", call.arguments) }
    if ["isna", "isnull"].contains(call.name) { return ("missing " + names.joined(separator: " ")).trimmingBlank }
    if names.isEmpty { return nil }
    let inside = (names + call.arguments.map(String.init)).joined(separator: ", ")
    return FamiliarLine.translated("\(call.name)(\(inside))", session)
  }

  /// Calls that name the table first, hold another call, or another tool's argument names.
  private func called(_ text: Substring) -> String? {
    var text = text
    if let space = text.firstRange(of: "::"), FamiliarText.isName(text[..<space.lowerBound]) {
      text = text[space.upperBound...]
    }
    guard let (full, given) = FamiliarText.call(text) else { return nil }
    var arguments = given
    let name =
      full.contains(".")
        && ["pd", "np", "plt", "sns", "px", "df", "ggplot2", "csv"].contains(full.prefix { $0 != "." })
      ? String(full.split(separator: ".").last ?? "") : full
    if let first = arguments.first,
      FamiliarText.tables.contains(String(first)) || String(first) == session.state.current?.name
    {
      arguments.removeFirst()
    }
    switch name {
    case "filter", "subset", "mutate", "transform", "select", "arrange", "select!", "sort!", "with_columns":
      return stepped(name, arguments)
    case "summary", "print", "view", "coef", "confint", "prop.table", "proportions", "addmargins", "tukeyhsd",
      "chisq.test",
      "fisher.test", "println", "display", "anova":
      // A call within one that shows its result.
      if let inner = arguments.first, arguments.count == 1, FamiliarText.call(inner) != nil {
        return FamiliarLine.translated(String(inner), session)
      }
      return arguments.isEmpty && ["print", "println", "display"].contains(name) && !given.isEmpty ? "head" : nil
    case "barplot":
      guard let inner = arguments.first.flatMap({ FamiliarText.call($0) }), inner.name == "table" else {
        return drawn(name, arguments)
      }
      return FamiliarLine.translated("table(\(inner.arguments.joined(separator: ",")))", session).map {
        "plot bar" + $0.dropFirst("count".count)
      }
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
    case "write.csv", "write_csv", "to_csv", "to_excel", "to_parquet", "saverds", "fwrite", "write", "write_xlsx",
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
    case "nlargest", "nsmallest":
      return arguments.last.map { FamiliarText.bare($0) }.flatMap(column).map {
        (name == "nlargest" ? "sort desc=" : "sort ") + $0
      }
    case "isna", "isnull", "complete.cases": return "missing"
    case "boxplot", "scatterplot", "histplot", "lineplot", "violinplot", "scatter", "regplot", "lmplot":
      return drawn(name, arguments)
    default:
      guard let own = FamiliarStatement.aggregates[name], let y = arguments.first, y.contains("$") || y.contains("[")
      else { return nil }
      let rest = arguments.dropFirst().filter { !$0.contains("=") }
      return FamiliarText.expression(y, in: table).map {
        "= \(own)(" + ([$0] + rest.map(String.init)).joined(separator: ", ") + ")"
      }
    }
  }

  /// `aggregate(y ~ g, data=df, FUN=mean)`
  private func aggregated(_ arguments: [Substring]) -> String? {
    guard let formula = arguments.first, let tilde = formula.firstIndex(of: "~"),
      let y = column(FamiliarText.trimmed(formula[..<tilde])),
      let groups = columns(formula[formula.index(after: tilde)...].split { $0 == "+" || $0 == " " }),
      let use = arguments.last?.split(separator: "=").last,
      let own = FamiliarStatement.aggregates[String(FamiliarText.trimmed(use))]
    else { return nil }
    return "by \(groups.joined(separator: ",")): summarize \(own) = \(own)(\(y))"
  }

  /// `left_join(a, b, by="id")`, `df.merge(other, on="id")`
  private func joined(_ name: String, _ arguments: [Substring]) -> String? {
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
  private func renamed(_ arguments: [Substring]) -> String? {
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
  private func drawn(_ name: String, _ arguments: [Substring]) -> String? {
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
    case ("lineplot", let x?, let y?): return "plot line \(x) \(y)"
    case ("histplot", let x?, nil): return "plot hist \(x)"
    default: return nil
    }
  }

  // MARK: Stata's collapse and twoway

  /// `collapse (mean) y x (sd) z, by(g)`, `twoway (scatter y x) (lfit y x)`
  private func collapsed(_ text: Substring, _ first: String) -> String? {
    let parts = FamiliarText.parts(text.dropFirst(first.count), at: ",")
    switch first {
    case "collapse":
      let by = parts.dropFirst().compactMap { FamiliarText.call($0) }.first { $0.name == "by" }
      var (own, used) = ("mean", [(String, String)]())
      for word in parts[0].split(separator: " ") {
        if word.first == "(", word.last == ")" {
          guard let named = FamiliarStatement.aggregates[String(word.dropFirst().dropLast())] else { return nil }
          own = named
        } else {
          guard let name = column(word) else { return nil }
          used.append((own, name))
        }
      }
      guard !used.isEmpty else { return nil }
      let line = "summarize " + used.map { "\($1)_\($0) = \($0)(\($1))" }.joined(separator: ", ")
      guard let by else { return line }
      return columns(by.arguments.flatMap { $0.split(separator: " ") }).map {
        "by \($0.joined(separator: ",")): " + line
      }
    case "twoway", "scatter", "lfit", "graph":
      let words = parts[0].split { $0 == " " || $0 == "(" || $0 == ")" }
      let over = parts.dropFirst().flatMap { FamiliarText.parts($0, at: " ") }.compactMap { FamiliarText.call($0) }
        .first { $0.name == "over" || $0.name == "by" }?.arguments.first.flatMap(column)
      let names = words.compactMap(column)
      guard let y = names.first else { return nil }
      if first == "graph" {
        guard let over, let kind = words.first, kind == "bar" || kind == "box" else { return nil }
        return kind == "box" ? "plot box \(y) \(over)" : "plot bar \(over) y=\(y)"
      }
      guard names.count > 1, !words.contains("line") else { return nil }
      return "plot scatter \(names[1]) \(y)" + (words.contains("lfit") || first == "lfit" ? " trend=yes" : "")
    default: return nil
    }
  }
}

extension String {
  /// Without spaces at its end.
  fileprivate var trimmingBlank: String { String(FamiliarText.trimmed(self[...])) }
}
