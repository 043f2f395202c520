internal import PodiumCore
internal import PodiumPlugin

/// Statements that make tables of another shape: long and wide ones, groups of data.table, choices of columns, sentences of SPSS.
extension FamiliarStatement {
  /// The value of an argument that is given by name, without quotes.
  private static func named(_ names: [String], in arguments: [Substring]) -> Substring? {
    for argument in arguments {
      let sides = FamiliarText.parts(argument, at: "=").map(FamiliarText.trimmed)
      if sides.count == 2, names.contains(String(sides[0])) { return FamiliarText.bare(sides[1]) }
    }
    return nil
  }

  /// `pivot_longer(q1:q3, names_to = "item")`, `melt`, `pivot_table`, `select(-x)`, `slice_head(n = 5)`, `cut(x, breaks = c(0, 5))`.
  func reshaped(_ name: String, _ arguments: [Substring]) -> String? {
    func value(_ names: String...) -> Substring? { Self.named(names, in: arguments) }
    func list(_ text: Substring?) -> [String]? {
      text.flatMap { listed(FamiliarText.names($0).joined(separator: " ")[...]) }
    }
    let plain = arguments.filter { FamiliarText.parts($0, at: "=").count == 1 }
    switch name {
    case "pivot_longer", "gather", "melt", "unpivot", "stack":
      guard
        let columns = list(value("cols", "value_vars", "on", "measure.vars")) ?? list(plain.joined(separator: " ")[...])
      else { return nil }
      let title = value("names_to", "var_name", "variable_name", "variable.name", "key").map {
        " name=" + CommandText.word(String($0))
      }
      let values = value("values_to", "value_name", "value.name", "value").map {
        " value=" + CommandText.word(String($0))
      }
      return "unpivot \(columns.joined(separator: " "))\(title ?? "")\(values ?? "")"
    case "pivot_wider", "spread", "pivot", "pivot_table", "unstack":
      guard let columns = list(value("names_from", "columns", "on", "key")), columns.count == 1,
        let values = list(value("values_from", "values", "value")), values.count == 1
      else { return nil }
      let rows = list(value("id_cols", "index")).map { " rows=" + $0.joined(separator: ",") }
      let using = value("aggfunc", "aggregate_function", "values_fn") ?? (name == "pivot_table" ? "mean" : nil)
      let own = using.flatMap { FamiliarStatement.aggregates[String($0)] }.map { " using=" + $0 }
      if own == " using=distinct" { return nil }
      return "pivot \(columns[0]) values=\(values[0])\(rows ?? "")\(own ?? "")"
    case "select":
      // select(-x), select(starts_with("q"))
      let words = plain.map(FamiliarText.trimmed)
      if !words.isEmpty, words.allSatisfy({ $0.first == "-" || $0.first == "!" }) {
        return list(words.map { $0.dropFirst() }.joined(separator: " ")[...]).map {
          "drop " + $0.joined(separator: " ")
        }
      }
      let parts = words.compactMap { word -> String? in
        guard let call = FamiliarText.call(word), let text = call.arguments.first.map({ FamiliarText.bare($0) }) else {
          return listed(word)?.joined(separator: " ")
        }
        let pattern = ["starts_with": "\(text)*", "ends_with": "*\(text)", "contains": "*\(text)*"][call.name]
        return pattern.flatMap { table.columns(chosenBy: $0)?.isEmpty == false ? $0 : nil }
      }
      return parts.isEmpty || parts.count < words.count ? nil : "keep " + parts.joined(separator: " ")
    case "slice_head", "slice_tail":
      return Self.named(["n"], in: arguments).flatMap { Int($0) }.map {
        (name == "slice_head" ? "head " : "tail ") + String($0)
      }
    case "drop_na", "dropna", "na.omit", "drop_nulls":
      guard let columns = list(value("subset")) ?? list(plain.joined(separator: " ")[...]) else { return nil }
      return "drop if " + columns.map { "missing(\($0))" }.joined(separator: " or ")
    case "cut":
      guard let x = plain.first.flatMap({ FamiliarText.expression($0, in: table) }), column(x[...]) != nil,
        let breaks = (value("breaks", "bins") ?? plain.dropFirst().first).map({ FamiliarText.names($0) })
      else { return nil }
      let bounds = breaks.filter { Double($0)?.isFinite == true }
      guard bounds.count == breaks.count, !bounds.isEmpty else { return nil }
      return bounds.count == 1 ? "bin \(x) count=\(bounds[0])" : "bin \(x) at=\(bounds.joined(separator: ","))"
    case "qplot": return list(plain.prefix(2).joined(separator: " ")[...]).map { "plot " + $0.joined(separator: " ") }
    default: return nil
    }
  }

  /// `dt[i, j, by = g]`: `dt[, .(m = mean(y)), by = g]`, `dt[, .N, by = g]`, `dt[, w := x + 1]`.
  func grouped(_ parts: [Substring]) -> String? {
    guard parts.count > 1, parts[0].isEmpty else { return nil }
    var prefix = ""
    if let by = Self.named(["by", "keyby"], in: Array(parts.dropFirst(2))) {
      let inside = FamiliarText.call(by)?.arguments ?? [by]
      guard let groups = columns(inside.flatMap(FamiliarText.names)) else { return nil }
      prefix = "by \(groups.joined(separator: ",")): "
    }
    if parts[1] == ".N" { return prefix + "summarize n = n()" }
    if let sign = parts[1].firstRange(of: ":=") {
      let name = FamiliarText.trimmed(parts[1][..<sign.lowerBound])
      guard FamiliarText.isName(name), let meant = FamiliarText.expression(parts[1][sign.upperBound...], in: table)
      else {
        return nil
      }
      return "\(prefix)\(column(name) == nil ? "derive" : "replace") \(CommandText.column(String(name))) = \(meant)"
    }
    let inside =
      parts[1].hasPrefix(".(") || parts[1].hasPrefix("list(")
      ? FamiliarText.parts(parts[1].drop { $0 != "(" }.dropFirst().dropLast(), at: ",") : [parts[1]]
    return aggregated(prefix, inside)
  }

  /// Calls with or without names: `m = mean(y)`, `mean(y)`, `pl.col("y").mean().alias("m")`.
  func aggregated(_ prefix: String, _ calls: [Substring]) -> String? {
    var made: [String] = []
    for call in calls.map(FamiliarText.trimmed) {
      var (name, text) = ("", call)
      if let (left, right) = sides(call), FamiliarText.isName(left) { (name, text) = (String(left), right) }
      if let alias = text.firstRange(of: ".alias("),
        let inside = FamiliarText.call("alias(\(text[alias.upperBound...])"[...])
      {
        name = String(FamiliarText.bare(inside.arguments.first ?? ""))
      }
      // n=("y", "size")
      let pair = text.first == "(" ? FamiliarText.names("[\(text.dropFirst().dropLast())]"[...]) : []
      let own = pair.count == 2 ? (pair[1] == "size" ? "n" : FamiliarStatement.aggregates[String(pair[1])]) : nil
      let expression =
        own.map { $0 == "n" ? "n()" : "\($0)(\(pair[0]))" }
        ?? (text == "n()" ? "n()" : FamiliarText.expression(text, in: table))
      guard let expression, !name.isEmpty || expression.last == ")", pair.isEmpty || own != nil else { return nil }
      if name.isEmpty { name = String(expression.prefix { $0 != "(" }) }
      guard FamiliarText.isName(name[...]) else { return nil }
      made.append("\(CommandText.column(name)) = \(expression)")
    }
    return made.isEmpty ? nil : "\(prefix)summarize \(made.joined(separator: ", "))"
  }

  /// `df$q[df$q == -9] <- NA`, `df.loc[df.q == -9, "q"] = 0`, `df$g <- factor(df$g, levels = c("c", "b"))`.
  func changed(_ text: Substring) -> String? {
    guard let (left, right) = sides(text) ?? sidesOfArrow(text) else { return nil }
    let value = FamiliarText.trimmed(right)
    if let call = FamiliarText.call(value), ["factor", "ordered"].contains(call.name),
      let levels = Self.named(["levels"], in: call.arguments).map({ FamiliarText.names($0) }), levels.count > 1,
      let x = call.arguments.first.flatMap({ FamiliarText.expression($0, in: table) }), column(x[...]) != nil
    {
      return "level \(x) \(levels.map { CommandText.word(String($0)) }.joined(separator: ","))"
    }
    guard left.last == "]", let open = left.firstIndex(of: "[") else { return nil }
    let inside = FamiliarText.parts(left[left.index(after: open)...].dropLast(), at: ",").map(FamiliarText.trimmed)
    let head = left[..<open]
    let name =
      head.contains("$")
      ? head.split(separator: "$").last : inside.count == 2 ? FamiliarText.names(inside[1]).first : nil
    guard let x = name.flatMap(column), inside[0].contains(where: { "<>=!(".contains($0) }),
      let condition = FamiliarText.expression(inside[0], in: table),
      let meant = FamiliarText.expression(value, in: table)
    else { return nil }
    return "replace \(x) = \(meant) if \(condition)"
  }

  /// The sides of an arrow or a sign whose left side has brackets.
  private func sidesOfArrow(_ text: Substring) -> (left: Substring, right: Substring)? {
    let parts = FamiliarText.parts(text, at: " = ")
    return parts.count == 2 ? (FamiliarText.trimmed(parts[0]), FamiliarText.trimmed(parts[1])) : nil
  }

  /// `SELECT IF y > 2.`, `SPLIT FILE BY g.`, `RENAME VARIABLES (y=z).`, `IF (x > 10) hi = 1.`, `SORT CASES BY g (A) y (D).`, `MISSING VALUES q (-9).`, `rename (x y) (a b)`,
  /// `reshape wide y, i(id) j(g)`, `mean y, over(g)`.
  func spoken(_ text: Substring, _ first: String) -> String? {
    var text = text
    while text.last == "." || text.last == ";" { text.removeLast() }
    let lower = text.lowercased()
    func inside(_ text: Substring) -> Substring? {
      guard let open = text.firstIndex(of: "("), let close = FamiliarText.closing(text[open...]) else { return nil }
      return text[text.index(after: open)..<close]
    }
    if ["remove duplicates", "drop duplicates"].contains(lower) { return "distinct" }
    if lower.hasPrefix("select if ") {
      return FamiliarText.expression(text.dropFirst("select if ".count), in: table).map { "keep if " + $0 }
    }
    if lower.hasPrefix("filter by "), let name = column(text.dropFirst("filter by ".count)) {
      return "filter \(name)\(table[String(name)]?.type == .boolean ? "" : " != 0")"
    }
    if lower.hasPrefix("add files "),
      let file = FamiliarText.parts(text.dropFirst("add files ".count), at: "/").last.flatMap(sides),
      file.left.lowercased() == "file"
    {
      return FamiliarLine.translated("append using \(FamiliarText.bare(file.right))", session)
    }
    if lower.hasPrefix("split file by ") {
      return columns(text.split(separator: " ").dropFirst(3).map { $0 }).map {
        "by \($0.joined(separator: ",")): describe"
      }
    }
    if first == "if", let open = text.firstIndex(of: "("), let close = FamiliarText.closing(text[open...]),
      let condition = FamiliarText.expression(text[text.index(after: open)..<close], in: table),
      let (name, value) = sides(FamiliarText.trimmed(text[text.index(after: close)...])), FamiliarText.isName(name),
      let meant = FamiliarText.expression(value, in: table)
    {
      return
        "\(column(name) == nil ? "derive" : "replace") \(CommandText.column(String(name))) = \(meant) if \(condition)"
    }
    if lower.hasPrefix("sort cases by ") {
      let words = text.dropFirst("sort cases by ".count).split { " ()".contains($0) }
      var names: [(name: Substring, isDown: Bool)] = []
      for word in words {
        if ["A", "D", "a", "d"].contains(word), column(word) == nil, !names.isEmpty {
          names[names.count - 1].isDown = word.lowercased() == "d"
        } else {
          names.append((word, false))
        }
      }
      return FamiliarLine.sorted(names, by: column)
    }
    if lower.hasPrefix("missing values "), let open = text.firstIndex(of: "("), let codes = inside(text) {
      return looped(
        "mvdecode \(text[..<open].dropFirst("missing values ".count)), mv(\(codes.filter { $0 != "," }))"[...],
        "mvdecode")
    }
    if lower.hasPrefix("rename variables "), let pair = inside(text).flatMap(sides), let old = column(pair.left) {
      return "rename \(old) \(CommandText.word(String(pair.right)))"
    }
    if first == "rename", let old = inside(text), let close = text.firstIndex(of: ")"),
      let new = inside(text[text.index(after: close)...])
    {
      let (olds, news) = (old.split(separator: " "), new.split(separator: " "))
      guard olds.count == news.count, columns(olds) != nil else { return nil }
      return "rename " + zip(olds, news).map { "\($0) \(CommandText.word(String($1)))" }.joined(separator: " ")
    }
    if let line = calculated(text, first) { return line }
    let parts = FamiliarText.parts(text, at: ",")
    let options = parts.dropFirst().flatMap { FamiliarText.parts($0, at: " ") }.compactMap { FamiliarText.call($0) }
    func option(_ name: String) -> Substring? { options.first { $0.name == name }?.arguments.first }
    if first == "reshape", parts.count == 2 {
      let words = parts[0].split(separator: " ")
      if words.count == 3, words[1] == "wide", let y = column(words[2]), let group = option("j").flatMap(column) {
        let rows = option("i").flatMap { listed($0) }.map { " rows=" + $0.joined(separator: ",") }
        return "pivot \(group) values=\(y)\(rows ?? "")"
      }
      guard words.count == 3, words[1] == "long", let found = table.columns(chosenBy: words[2] + "*"), !found.isEmpty
      else {
        return nil
      }
      return
        "unpivot \(words[2])* name=\(CommandText.word(String(option("j") ?? "variable"))) value=\(CommandText.word(String(words[2])))"
    }
    if first == "mean" || (first == "ci" && parts[0].contains("means")), parts.count < 3 {
      guard let y = parts[0].split(separator: " ").last.flatMap(column) else { return nil }
      guard let group = option("over").flatMap(column) else { return first == "ci" ? "test \(y) mean=0" : nil }
      return "by \(group): summarize mean = mean(\(y)), sd = sd(\(y)), n = n(\(y))"
    }
    if first == "split", let y = parts[0].split(separator: " ").dropFirst().first.flatMap(column),
      let at = option("parse") ?? option("p")
    {
      return "split \(y) at=\(CommandText.quoted(String(FamiliarText.bare(at)))) into=\(y)1,\(y)2"
    }
    return nil
  }

  /// `median y`, `mean y by g`, `percentile y 90`
  private func calculated(_ text: Substring, _ first: String) -> String? {
    let words = text.split(separator: " ")
    guard words.count > 1, let y = column(words[1]) else { return nil }
    if ["percentile", "quantile"].contains(first), words.count == 3, let share = Double(words[2]),
      (0...100).contains(share)
    {
      return "= quantile(\(y), \(NumberText.shortest(share > 1 ? share / 100 : share)))"
    }
    guard let own = Self.statistics[first] else { return nil }
    if words.count == 2 { return "= \(own)(\(y))" }
    guard words.count > 3, words[2].lowercased() == "by", let groups = columns(Array(words.dropFirst(3))) else {
      return nil
    }
    return "by \(groups.joined(separator: ",")): summarize \(own) = \(own)(\(y))"
  }

  /// Statistics that a line may begin with. In Stata, sum and n are something else.
  private static let statistics = [
    "mean": "mean", "average": "mean", "avg": "mean", "median": "median", "max": "max", "maximum": "max", "min": "min",
    "minimum": "min", "sd": "sd", "std": "sd", "stdev": "sd", "stddev": "sd", "total": "sum",
  ]
}
