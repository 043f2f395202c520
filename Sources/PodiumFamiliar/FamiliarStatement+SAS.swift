internal import PodiumCore
internal import PodiumPlugin

/// The steps of SAS: `proc freq data=t; tables a*b; run;`, `data b; set a; if x > 3; run;`, `if x > 3 then y = 1; else y = 0;`.
extension FamiliarStatement {
  static let stepWords: Set = ["proc", "data", "if"]

  private static let clauseWords: Set = [
    "var", "by", "class", "tables", "table", "model", "paired", "scatter", "series", "histogram", "vbox", "vbar",
  ]

  /// A step in podium's language; nil for others.
  static func step(_ text: Substring, _ session: Session) -> String? {
    let parts = FamiliarText.parts(text, at: ";").map(FamiliarText.trimmed).filter { !$0.isEmpty }
    guard let first = parts.first?.split(separator: " "), first.count > 1 else { return nil }
    let own = FamiliarStatement(session)
    if first[0].lowercased() == "data" { return own?.dataStep(Array(parts.dropFirst())) }
    if first[0].lowercased() == "if", text.contains(" then ") { return own?.dataStep(parts) }
    guard first[0].lowercased() == "proc" else { return nil }
    let rest = FamiliarText.parts(text, at: ";").dropFirst().joined(separator: ";")
    var (options, clauses, clause) = ([String: Substring](), [String: [Substring]](), "")
    for (place, part) in parts.enumerated() {
      // What is after a slash are options: vbox y / category=g
      let halves = FamiliarText.parts(part, at: "/")
      for (at, word) in halves[0].split(separator: " ").dropFirst(place == 0 ? 2 : 0).enumerated() {
        let (key, isFirst) = (word.lowercased(), place > 0 && at == 0)
        if isFirst || clauseWords.contains(key) && clause.isEmpty {
          clause = key
          clauses[key] = []
        } else {
          let sides = word.trimming { "()".contains($0) }.split(separator: "=", maxSplits: 1)
          if sides.count == 2, clause != "model" { options[sides[0].lowercased()] = FamiliarText.bare(sides[1]) }
          clauses[clause, default: []] += word.split { "*=".contains($0) }
        }
      }
      for word in halves.dropFirst().joined(separator: " ").split(separator: " ") {
        let sides = word.split(separator: "=")
        if sides.count == 2 { options[sides[0].lowercased()] = sides[1] }
      }
      clause = place == 0 ? clause : ""
    }
    func names(_ key: String) -> [String] {
      // good(event="1")
      (clauses[key] ?? []).compactMap { own?.column($0.prefix { $0 != "(" }) }
    }
    let (list, groups) = (names("var").map { " " + $0 }.joined(), names("class") + names("by"))
    let by = groups.isEmpty ? "" : "by \(groups.joined(separator: ",")): "
    let model = names("model")
    switch first[1].lowercased() {
    case "import": return options["datafile"].map { "load " + CommandText.word(String($0)) }
    case "export": return options["outfile"].map { "save " + CommandText.word(String($0)) }
    case "sql": return rest.isEmpty ? nil : sql(FamiliarText.trimmed(rest.replacing("quit", with: "")[...]), "select")
    case "contents": return "columns"
    case "datasets": return "datasets"
    case "means", "summary", "univariate", "tabulate": return by + "describe" + list
    case "print": return "head" + (options["obs"].map { " \($0)" } ?? "")
    case "corr": return "correlate" + list
    case "freq":
      let tables = names("tables") + names("table")
      return tables.isEmpty ? nil : "count " + tables.joined(separator: " ")
    case "sort":
      var isDown = false
      let keys = (clauses["by"] ?? []).compactMap { word -> (name: Substring, isDown: Bool)? in
        defer { isDown = word.lowercased() == "descending" }
        return word.lowercased() == "descending" ? nil : (word, isDown)
      }
      return own.flatMap { own in FamiliarLine.sorted(keys) { own.column($0) } }
    case "ttest" where clauses["paired"] != nil: return "test " + names("paired").joined(separator: " ")
    case "ttest", "npar1way": return list.isEmpty || groups.isEmpty ? nil : "test\(list) by=\(groups[0])"
    case "reg", "glm", "logistic", "genmod", "mixed", "anova":
      if model.count == 2, groups == [model[1]] { return "test \(model[0]) by=\(model[1])" }
      return model.count < 2 ? nil : "regress " + model.joined(separator: " ")
    case "surveyselect": return (options["n"] ?? options["sampsize"]).map { "sample \($0)" }
    case "standard", "stdize": return "scale"
    case "sgplot":
      let ends = [options["x"], options["y"]].compactMap { $0.flatMap { own?.column($0) } }.joined(separator: " ")
      let box = names("vbox") + (options["category"].flatMap { own?.column($0) }.map { [$0] } ?? [])
      let kinds = [
        ("scatter", "scatter " + ends), ("series", "line " + ends), ("vbox", "box " + box.joined(separator: " ")),
      ]
      let others = [("histogram", "hist"), ("vbar", "bar")].map { ($0, $1 + " " + names($0).joined(separator: " ")) }
      return (kinds + others).first { clauses[$0.0] != nil }.map { "plot " + $0.1 }
    default: return nil
    }
  }

  /// `set a; if x > 3; w = x * 2; keep x y; run`
  private func dataStep(_ parts: [Substring]) -> String? {
    var (lines, choice) = ([String](), (name: Substring, start: String)?.none)
    let keys = parts.first { $0.lowercased().hasPrefix("by ") }.map {
      $0.split(separator: " ").dropFirst().joined(separator: ",")
    }
    for part in parts {
      let words = part.split(separator: " ")
      let rest = FamiliarText.trimmed(part.dropFirst(words[0].count))
      switch words[0].lowercased() {
      case "run", "by": continue
      case "set": if words.count > 2 { lines.append("bind " + words[2...].joined(separator: " ")) }
      case "merge": lines.append("join \(words.last ?? "")" + (keys.map { " on=" + $0 } ?? ""))
      case "if" where rest.contains(" then "):
        let halves = FamiliarText.parts(rest, at: " then ")
        guard halves.count == 2, let condition = FamiliarText.expression(halves[0], in: table),
          let (name, value) = sides(FamiliarText.trimmed(halves[1])), FamiliarText.isName(name),
          let meant = FamiliarText.expression(value, in: table)
        else { return nil }
        let start = "\(column(name) == nil ? "derive" : "replace") \(CommandText.column(String(name))) = "
        choice = (name, start + "choose(\(condition), \(meant), ")
        lines.append(start + "\(meant) if \(condition)")
      case "else":
        guard let (name, value) = sides(rest), let choice, choice.name == name,
          let meant = FamiliarText.expression(value, in: table)
        else { return nil }
        lines[lines.count - 1] = choice.start + meant + ")"
      case "if", "where":
        guard let condition = FamiliarText.expression(rest, in: table) else { return nil }
        lines.append("keep if " + condition)
      case "keep", "drop": lines.append(String(part))
      default:
        guard let line = assigned("gen " + part, "gen") else { return nil }
        lines.append(line)
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }
}
