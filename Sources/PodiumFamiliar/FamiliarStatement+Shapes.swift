internal import PodiumCore
internal import PodiumPlugin

/// Statements of several parts: loops, recodings, formulas of spreadsheets, ggplot.
extension FamiliarStatement {
  /// The share that `p25` names.
  static func share(_ name: Substring) -> String? {
    guard name.first == "p", let percent = Int(name.dropFirst()), (1...99).contains(percent) else { return nil }
    return NumberText.shortest(Double(percent) / 100)
  }

  /// The columns of a list: `a b`, `q1-q3`, `q1:q3`, `q1 TO q3`, `q*`; nil where one is not there.
  func listed(_ text: Substring) -> [String]? {
    var names: [String] = []
    let words = text.split { " ,".contains($0) }
    var place = 0
    while place < words.count {
      var word = String(words[place])
      place += 1
      if place + 1 < words.count, words[place].lowercased() == "to" {
        word = "\(word):\(words[place + 1])"
        place += 2
      }
      if table[word] != nil {
        names.append(CommandText.column(word))
        continue
      }
      let range = word.split(separator: "-")
      if range.count == 2 { word = range.joined(separator: ":") }
      guard let found = table.columns(chosenBy: word), !found.isEmpty else { return nil }
      names += found.map(CommandText.column)
    }
    return names.isEmpty ? nil : names
  }

  /// `egen`: a function of several columns takes them with spaces between, and some are here of another name.
  func ofColumns(_ text: Substring, _ options: [(name: String, arguments: [Substring])]) -> String? {
    guard let call = FamiliarText.call(text), let inside = call.arguments.first, call.arguments.count == 1 else {
      return FamiliarText.expression(text, in: table)
    }
    switch call.name {
    case "rowtotal", "rowmean", "rowmin", "rowmax", "rowmiss":
      return listed(inside).flatMap {
        FamiliarText.expression("\(call.name)(\($0.joined(separator: ", ")))", in: table)
      }
    case "pctile":
      let percent = options.first { $0.name == "p" }?.arguments.first.flatMap { FamiliarStatement.share("p\($0)") }
      return column(inside).map { "quantile(\($0), \(percent ?? "0.5"))" }
    case "std": return column(inside).map { "(\($0) - mean(\($0))) / sd(\($0))" }
    case "diff", "cut", "group", "tag", "seq", "concat": return nil
    default: return FamiliarText.expression(text, in: table)
    }
  }

  /// `foreach v of varlist a b { replace `v' = . if `v' == -9 }`, `mvdecode a b, mv(-9)`: a line for each column, at most 8.
  func looped(_ text: Substring, _ first: String) -> String? {
    let most = 8
    if first == "mvdecode" {
      let parts = FamiliarText.parts(text.dropFirst(first.count), at: ",")
      let codes =
        parts.dropFirst().compactMap { FamiliarText.call($0) }.first { $0.name == "mv" }?.arguments
        .flatMap { $0.split { " /".contains($0) } } ?? []
      guard let names = listed(parts[0]), names.count <= most, !codes.isEmpty, codes.allSatisfy({ Double($0) != nil })
      else {
        return nil
      }
      return names.map { name in
        let condition = codes.count == 1 ? "\(name) == \(codes[0])" : "among(\(name), \(codes.joined(separator: ", ")))"
        return "replace \(name) = missing() if \(condition)"
      }.joined(separator: "; ")
    }
    guard first == "foreach", let open = text.firstIndex(of: "{"), text.last == "}" else { return nil }
    let head = text[..<open].split(separator: " ")
    guard head.count > 3, head[2] == "in" || (head[2] == "of" && head[3] == "varlist"),
      let names = listed(head.dropFirst(head[2] == "in" ? 3 : 4).joined(separator: " ")[...]), names.count <= most
    else { return nil }
    let body = FamiliarText.trimmed(text[text.index(after: open)...].dropLast())
    // A loop within a loop would be written out for each pair of columns.
    if body.contains("{") { return nil }
    let lines = names.map { name in
      let line = body.replacing("`\(head[1])'", with: name)
      return FamiliarLine.translated(String(line), session) ?? String(line)
    }
    return lines.joined(separator: "; ")
  }

  /// `recode q (1 2 = 0) (3/5 = 1) (else = .), gen(r)`, `RECODE q (1,2=0) (3 thru 5=1) INTO r.`
  func recoded(_ text: Substring, _ first: String) -> String? {
    guard first == "recode", let open = text.firstIndex(of: "("),
      let name = listed(text[..<open].dropFirst(first.count)), name.count == 1, let x = name.first,
      let end = text.lastIndex(of: ")")
    else { return nil }
    let rest = text[open...]
    let into = rest.split(separator: " ").suffix(2)
    let option = FamiliarText.parts(rest, at: ",").dropFirst().compactMap { FamiliarText.call($0) }.first {
      ["gen", "generate"].contains($0.name)
    }
    let made = option?.arguments.first ?? (into.first?.lowercased() == "into" ? into.last?.prefix { $0 != "." } : nil)
    var (value, rules) = (x, [(condition: String, value: String)]())
    var place = open
    while place < end, text[place] == "(", let close = FamiliarText.closing(text[place...]) {
      let rule = text[text.index(after: place)..<close]
      guard let equals = rule.lastIndex(of: "="),
        case let given = FamiliarText.trimmed(rule[rule.index(after: equals)...]),
        let result = FamiliarText.expression(given.first == "\"" ? given : given.prefix { $0 != "\"" }, in: table)
      else { return nil }
      let old = rule[..<equals].lowercased().replacing(" thru ", with: ":").replacing("/", with: ":")
      if ["else", "*"].contains(FamiliarText.trimmed(old[...])) {
        value = result == "copy" ? x : result
      } else {
        let parts = old.split { " ,".contains($0) }
        let ranges = parts.filter { $0.contains(":") }.map { $0.split(separator: ":") }
        let single = parts.filter { !$0.contains(":") }
        guard !parts.isEmpty, ranges.allSatisfy(FamiliarStatement.isRange), single.allSatisfy(FamiliarStatement.isCode)
        else {
          return nil
        }
        var conditions: [String] = []
        let numbers = single.filter { Double($0) != nil }
        if numbers.count == 1 { conditions.append("\(x) == \(numbers[0])") }
        if numbers.count > 1 { conditions.append("among(\(x), \(numbers.joined(separator: ", ")))") }
        if numbers.count < single.count { conditions.append("missing(\(x))") }
        for range in ranges {
          switch (Double(range[0]), Double(range[1])) {
          case (nil, _?): conditions.append("\(x) <= \(range[1])")
          case (_?, nil): conditions.append("\(x) >= \(range[0])")
          default: conditions.append("between(\(x), \(range[0]), \(range[1]))")
          }
        }
        rules.append((conditions.joined(separator: " or "), result))
      }
      let after = text[text.index(after: close)...].drop { $0 == " " }
      place = after.startIndex
    }
    guard !rules.isEmpty else { return nil }
    if made == nil, rules.count == 1, value == x { return "replace \(x) = \(rules[0].value) if \(rules[0].condition)" }
    let choice = rules.reversed().reduce(value) { "choose(\($1.condition), \($1.value), \($0))" }
    guard let made else { return "replace \(x) = \(choice)" }
    return "derive \(CommandText.column(String(FamiliarText.trimmed(made)))) = \(choice)"
  }

  /// `3/5`, `min/4`
  private static func isRange(_ ends: [Substring]) -> Bool {
    let words: Set<Substring> = ["min", "max", "lo", "hi", "lowest", "highest"]
    return ends.count == 2 && ends.allSatisfy { Double($0) != nil || words.contains($0) }
  }

  /// A number, or a word for a missing value.
  private static func isCode(_ text: Substring) -> Bool {
    let words: Set<Substring> = [".", "missing", "sysmis"]
    return Double(text) != nil || words.contains(text)
  }

  /// `=COUNTIFS(g, "a", x, ">10")`, `=SUMIFS(y, g, "a")`, `=AVERAGEIF(g, "a", y)`, `=VLOOKUP(id, other, 2)`.
  func spreadsheet(_ text: Substring) -> String? {
    guard text.first == "=", let call = FamiliarText.call(text.dropFirst()) else { return nil }
    var arguments = call.arguments
    let isSum = call.name.hasPrefix("sumif") || call.name.hasPrefix("averageif")
    var y: Substring?
    if isSum {
      guard arguments.count > 1 else { return nil }
      y =
        call.name.hasSuffix("s")
        ? arguments.removeFirst() : arguments.count == 3 ? arguments.removeLast() : arguments[0]
    } else if !call.name.hasPrefix("countif") {
      if call.name == "vlookup" || call.name == "xlookup" { return looked(arguments) }
      if call.name == "correl" || call.name == "pearson" {
        return columns(arguments.map { FamiliarText.bare($0) }).map { "correlate " + $0.joined(separator: " ") }
      }
      guard let meant = FamiliarText.expression(text.dropFirst(), in: table) else { return nil }
      let isOne =
        ExpressionAggregates.isCall(String(meant.prefix { $0 != "(" }), arguments.count)
        || !meant.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { table[String($0)] != nil }
      return isOne ? "= " + meant : "derive NAME = " + meant
    }
    guard arguments.count % 2 == 0, !arguments.isEmpty else { return nil }
    var conditions: [String] = []
    for place in stride(from: 0, to: arguments.count, by: 2) {
      guard let x = column(FamiliarText.bare(arguments[place])) else { return nil }
      let wanted = FamiliarText.bare(arguments[place + 1])
      let sign = [">=", "<=", "<>", ">", "<", "="].first { wanted.hasPrefix($0) } ?? ""
      let value = wanted.dropFirst(sign.count)
      let isNumber = table[FamiliarText.bare(arguments[place]).description]?.type.isNumeric == true
      let written = isNumber && Double(value) != nil ? String(value) : CommandText.quoted(String(value))
      conditions.append("\(x) \(sign.isEmpty || sign == "=" ? "==" : sign == "<>" ? "!=" : sign) \(written)")
    }
    let all = conditions.joined(separator: " and ")
    guard isSum else { return "= count(\(all))" }
    guard let y = y.flatMap({ column(FamiliarText.bare($0)) }) else { return nil }
    return "= \(call.name.hasPrefix("sum") ? "sum" : "mean")(\(y)) if \(all)"
  }

  private func looked(_ arguments: [Substring]) -> String? {
    guard arguments.count > 1, let key = column(FamiliarText.bare(arguments[0])) else { return nil }
    let other = FamiliarText.bare(arguments[1]).prefix { $0 != "!" && $0 != "[" }
    return FamiliarText.isName(other) ? "join \(other) on=\(key)" : nil
  }

  /// `ggplot(df, aes(x, y, color = g)) + geom_point() + facet_wrap(~ h)`
  func grammar(_ text: Substring) -> String? {
    let layers = FamiliarText.parts(text, at: "+").compactMap { FamiliarText.call($0) }
    guard let first = layers.first, first.name == "ggplot" || first.name == "ggplot2::ggplot" else { return nil }
    var roles: [String: String] = [:]
    for argument in layers.flatMap({ $0.arguments }) {
      guard let place = argument.firstRange(of: "aes("), let mapping = FamiliarText.call(argument[place.lowerBound...])
      else { continue }
      var places = ["x", "y"][...]
      for part in mapping.arguments {
        let sides = FamiliarText.parts(part, at: "=").map(FamiliarText.trimmed)
        let name = FamiliarText.call(sides.last ?? "").flatMap {
          ["factor", "as.factor"].contains($0.name) ? $0.arguments.first : nil
        }
        guard let found = column(name ?? sides.last ?? "") else { return nil }
        let role = sides.count == 2 ? String(sides[0]) : places.popFirst() ?? ""
        places.removeAll { $0 == role }
        roles[role] = found
      }
    }
    let names = Set(layers.map { $0.name })
    let colour = (roles["color"] ?? roles["colour"] ?? roles["fill"]).map { " color=" + $0 } ?? ""
    let facet =
      layers.first { $0.name == "facet_wrap" || $0.name == "facet_grid" }?.arguments.first.flatMap { panel in
        panel.split { "~. ()".contains($0) }.last.flatMap(column)
      }.map { " facet=" + $0 } ?? ""
    let log = ["x", "y"].filter { names.contains("scale_\($0)_log10") }
    let bins =
      layers.first { $0.name == "geom_histogram" }?.arguments.first { $0.hasPrefix("bins") }
      .flatMap { $0.split(separator: "=").last }.map { " bins=" + FamiliarText.trimmed($0) } ?? ""
    let rest = facet + (log.isEmpty ? "" : " log=" + log.joined(separator: ","))
    guard let x = roles["x"] else { return nil }
    switch roles["y"] {
    case let y? where names.contains("geom_boxplot") || names.contains("geom_violin"):
      return "plot box \(y) \(x)\(colour)\(rest)"
    case let y? where names.contains("geom_line"): return "plot line \(y) x=\(x)\(colour)\(rest)"
    case let y? where names.contains("geom_col") || names.contains("geom_bar"):
      return "plot bar \(x) y=\(y)\(colour)\(rest)"
    case let y? where names.contains("geom_point") || names.contains("geom_smooth") || names.contains("geom_jitter"):
      let trend = names.contains("geom_smooth") && facet.isEmpty ? " trend=yes" : ""
      return "plot scatter \(x) \(y)\(colour)\(rest)\(trend)"
    case nil where names.contains("geom_histogram") || names.contains("geom_density"):
      return "plot hist \(x)\(colour)\(bins)\(rest)"
    case nil where names.contains("geom_bar"): return "plot bar \(x)\(colour)\(rest)"
    case nil where names.contains("geom_boxplot"): return "plot box \(x)\(rest)"
    default: return nil
    }
  }
}
