internal import PodiumCore
internal import PodiumPlugin

/// Lines of other tools without a verb before words: assignments, pipes, brackets, chains of calls and SQL.
struct FamiliarStatement {
  let session: Session
  let table: Table

  init?(_ session: Session) {
    guard let table = session.state.current?.table else { return nil }
    (self.session, self.table) = (session, table)
  }

  /// A line in podium's language; nil for what is not known, or names columns that are not there.
  static func line(_ text: String, _ session: Session) -> String? {
    let text = FamiliarText.trimmed(text[...])
    let first = text.prefix { $0 != " " }.lowercased()
    if let line = phrase(text, session) ?? step(text, session) ?? sql(text, first) ?? file(text, first) { return line }
    guard let own = FamiliarStatement(session) else { return nil }
    if let line = own.spoken(text, first) ?? own.changed(text) ?? own.looped(text, first) { return line }
    if let line = own.recoded(text, first) ?? own.spreadsheet(text) ?? own.grammar(text) { return line }
    if let line = own.assigned(text, first) ?? own.piped(text) ?? own.bracketed(text) { return line }
    return own.chained(text) ?? own.called(text) ?? own.collapsed(text, first)
  }

  /// `by g: summarize y`, `bysort g (x): …`, `quietly …`: podium's prefix, the rest, and the order of the rows.
  static func prefixed(_ text: String) -> (prefix: String, rest: String, order: String)? {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let first = words.first?.lowercased() else { return nil }
    if ["quietly", "qui", "capture", "cap", "noisily"].contains(first) {
      return (first.hasPrefix("q") ? "quiet: " : first.hasPrefix("c") ? "try: " : "", String(words[1]), "")
    }
    guard ["by", "bysort", "bys"].contains(first), let colon = words[1].firstIndex(of: ":") else { return nil }
    let named = words[1][..<colon].split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    let groups = named[0].split { " ,".contains($0) }.filter { $0 != "sort" }
    let order = named.count < 2 ? [] : named[1].split { " ,)".contains($0) }
    let rest = FamiliarText.trimmed(words[1][words[1].index(after: colon)...])
    guard !groups.isEmpty, !rest.isEmpty else { return nil }
    return (
      "by \(groups.joined(separator: ",")): ", String(rest),
      order.isEmpty ? "" : " order=" + order.joined(separator: ",")
    )
  }

  /// What people call a verb in two words.
  private static let phrases = [
    ("t test ", "test "), ("linear regression ", "regress "), ("logistic regression ", "regress "),
    ("multiple regression ", "regress "), ("cross table ", "count "), ("cross tab ", "count "),
    ("cross tabulation ", "count "),
    ("box plot ", "plot box "), ("scatter plot ", "plot scatter "), ("bar chart ", "plot bar "),
    ("bar plot ", "plot bar "), ("pie chart ", "plot bar "), ("line chart ", "plot line "), ("chi square ", "count "),
    ("summary statistics ", "describe "),
  ]

  /// `t test y by g`, `linear regression y x`
  static func phrase(_ text: Substring, _ session: Session) -> String? {
    let lower = text.lowercased()
    guard let (start, verb) = phrases.first(where: { lower.hasPrefix($0.0) }) else { return nil }
    var line = verb + text.dropFirst(start.count)
    while line.last == " " { line.removeLast() }
    return FamiliarOrder.line(line, session) ?? FamiliarLine.translated(line, session) ?? line
  }

  func column(_ name: Substring) -> String? {
    table[String(name)].map { CommandText.column($0.name) }
  }

  func columns(_ names: [Substring]) -> [String]? {
    let found = names.compactMap(column)
    return found.isEmpty || found.count < names.count ? nil : found
  }

  // MARK: SQL and files

  static func sql(_ text: Substring, _ first: String) -> String? {
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
    case (".quit", 1), (".exit", 1), ("\\q", 1), (":q", 1), (":wq", 1), (":q!", 1), (":x", 1): return "quit"
    case (".help", 1), ("\\?", 1), ("\\h", 1): return "help"
    case ("copy", 4...) where words[words.count - 2] == "to":
      return text.split(separator: " ").last.map { "save " + CommandText.word(String(FamiliarText.bare($0))) }
    default: return nil
    }
  }

  /// Files as Stata and SPSS name them.
  static func file(_ text: Substring, _ first: String) -> String? {
    // data(iris)
    if let call = FamiliarText.call(text), call.name == "data", call.arguments.count < 2 {
      return call.arguments.first.map { "load " + CommandText.word(String(FamiliarText.bare($0))) } ?? "datasets"
    }
    let parts = FamiliarText.parts(text, at: ",")
    let verb: String
    switch first {
    case "use", "insheet", "infile", "import", "get": verb = "load"
    case "save", "saveold", "export", "outsheet": verb = "save"
    default: return nil
    }
    var head = parts[0]
    while head.last == "." || head.last == ";" || head.last == " " { head.removeLast() }
    let words = head.split { $0 == " " || $0 == "=" }.map(FamiliarText.bare)
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
  func assigned(_ text: Substring, _ first: String) -> String? {
    var text = text
    let verbs: Set = ["gen", "generate", "egen", "compute", "let", "mutate", "replace", "derive"]
    let hasVerb = verbs.contains(first)
    if hasVerb { text = FamiliarText.trimmed(text.dropFirst(first.count)) }
    let types: Set = ["byte", "int", "long", "float", "double"]
    if hasVerb, let space = text.firstIndex(of: " "), types.contains(String(text[..<space])) {
      text = FamiliarText.trimmed(text[space...])
    }
    guard let (left, right) = sides(text) else { return nil }
    let options = FamiliarText.parts(right, at: ",").dropFirst().compactMap { FamiliarText.call($0) }
    var value = FamiliarText.trimmed(FamiliarText.parts(right, at: ",")[0])
    // SPSS ends a command with a point; Stata's missing value is one.
    if value.count > 1, value.last == ";" || value.last == "." && value.dropLast().last != " " { value.removeLast() }
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
    // Stata adds up to the row in gen.
    if first == "gen" || first == "generate", value.hasPrefix("sum(") {
      value = "cumsum" + value.dropFirst("sum".count)
    }
    let halves = FamiliarText.parts(value, at: " if ")
    guard let meant = first == "egen" ? ofColumns(halves[0], options) : FamiliarText.expression(halves[0], in: table)
    else {
      return nil
    }
    var (verb, made) = (column(name) == nil ? "derive" : "replace", String(name))
    // A name alone is a value of its own there, and Stata's 'gen' makes a column: neither replaces one.
    if !isColumn || ["gen", "generate", "egen", "let"].contains(first), verb == "replace" || !isColumn {
      if !isColumn, halves.count == 1, options.isEmpty, isWhole(meant) { return "= \(meant) as \(name)" }
      if verb == "replace" { (verb, made) = ("derive", made + "_new") }
      if column(made[...]) != nil { return nil }
    }
    var line = "\(verb) \(CommandText.column(made)) = \(meant)"
    if halves.count == 2 {
      guard let condition = FamiliarText.expression(halves[1], in: table) else { return nil }
      line += " if " + condition
    }
    guard let groups = options.first(where: { $0.name == "by" }) else { return line }
    let names = groups.arguments.flatMap { $0.split(separator: " ") }
    return columns(names).map { "by \($0.joined(separator: ",")): \(line)" }
  }

  /// Whether an expression names no column, or is one figure of it: `5`, `mean(y)`.
  private func isWhole(_ expression: String) -> Bool {
    let words = expression.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "`" }
    if words.allSatisfy({ column($0) == nil && !$0.contains("`") }) { return true }
    guard let call = FamiliarText.call(expression[...]), FamiliarStatement.aggregates.values.contains(call.name),
      call.arguments.count == 1 || call.name == "quantile", let open = expression.firstIndex(of: "(")
    else { return false }
    return FamiliarText.closing(expression[open...]) == expression.index(before: expression.endIndex)
  }

  /// The sides of an assignment.
  func sides(_ text: Substring) -> (left: Substring, right: Substring)? {
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
  func piped(_ text: Substring) -> String? {
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
      } else if let line = reshaped(call.name, call.arguments) ?? stepped(call.name, call.arguments)
        ?? FamiliarLine.translated(String(stage), session)
      {
        lines.append(prefix + line.replacing("; ", with: "; " + prefix))
        if ["summarise", "summarize", "count"].contains(call.name) { prefix = "" }
      } else {
        return nil
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }

  /// A step of a pipe, or a call whose table is left out.
  func stepped(_ name: String, _ arguments: [Substring]) -> String? {
    guard let first = arguments.first else { return nil }
    switch name {
    case "filter", "subset", "query":
      let condition = name == "query" ? FamiliarText.bare(first) : first
      return FamiliarText.expression(condition, in: table).map { "filter " + $0 }
    case "select", "select!":
      return columns(arguments.flatMap(FamiliarText.names)).map { "keep " + $0.joined(separator: " ") }
    case "arrange", "sort!":
      return FamiliarLine.sorted(
        arguments.flatMap { argument in
          let isDown = argument.hasPrefix("desc(") || argument.hasPrefix("-")
          return FamiliarText.names(argument.first == "-" ? argument.dropFirst() : argument).map { ($0, isDown) }
        }, by: column)
    case "mutate", "transform", "with_columns", "summarise", "summarize":
      if name.hasPrefix("summari") { return aggregated("", arguments) }
      let parts = arguments.compactMap { argument -> String? in
        // (pl.col("x") * 2).alias("w")
        if let alias = argument.firstRange(of: ".alias("), argument.last == ")" {
          let title = FamiliarText.bare(argument[alias.upperBound...].dropLast())
          return FamiliarText.expression(argument[..<alias.lowerBound], in: table).map {
            "\(CommandText.column(String(title))) = \($0)"
          }
        }
        guard let (name, value) = sides(argument), FamiliarText.isName(name) else { return nil }
        return FamiliarText.expression(value, in: table).map { "\(name) = \($0)" }
      }
      guard parts.count == arguments.count else { return nil }
      return parts.map { "derive " + $0 }.joined(separator: "; ")
    default: return nil
    }
  }

  /// `df[df$y > 2, ]`, `df.loc[df.y > 2, "x"]`, `df[order(df$y), ]`, `df.iloc[0:5]`
  func bracketed(_ text: Substring) -> String? {
    guard text.last == "]", let open = text.firstIndex(of: "[") else { return nil }
    let head = text[..<open]
    guard FamiliarText.isName(head.prefix { $0 != "." }) else { return nil }
    let parts = FamiliarText.parts(text[text.index(after: open)...].dropLast(), at: ",").map(FamiliarText.trimmed)
    if let line = grouped(parts) { return line }
    if let call = FamiliarText.call(parts[0]), call.name == "order" {
      let names = call.arguments.map { argument -> (name: Substring, isDown: Bool) in
        let isDown = argument.first == "-"
        let text = FamiliarText.expression(isDown ? argument.dropFirst() : argument, in: table)
        return (name: (text ?? "")[...], isDown: isDown)
      }
      return FamiliarLine.sorted(names, by: column)
    }
    if parts[0].contains(where: { "<>=!".contains($0) }) || parts[0].contains("is.na(") || parts[0].contains("isin(")
      || parts[0].contains("isna(")
    {
      return FamiliarText.expression(parts[0], in: table).map { "filter " + $0 }
    }
    if let colon = parts[0].firstIndex(of: ":"), let end = Int(parts[0][parts[0].index(after: colon)...]),
      let start = Int("0" + parts[0][..<colon])
    {
      return start <= 1 ? "head \(end)" : "head in \(start)..\(end)"
    }
    return nil
  }
}
