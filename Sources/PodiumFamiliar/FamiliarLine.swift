internal import PodiumCore
package import PodiumPlugin

/// A line as other tools write it, in podium's language: `t.test(y ~ g)`, `tab a b`, `summarize y, detail`,
/// `df.sort_values("x")`.
package struct FamiliarLine {
  /// In lower case; of a call with a table before it (`df.head()`), what follows the last point.
  let name: String
  /// What is given by place, without quotes; of a formula, the left side and then the right one.
  private var words: [Substring] = []
  /// The same as it is typed, for a line that is not a call.
  private(set) var given: Substring = ""
  private(set) var isFormula = false
  /// The columns of each product: `x*g`, `c.x##i.g`.
  private var products: [[Substring]] = []
  private(set) var isCall = false
  /// What is given by name: `by(g)`, `ascending=False`, `detail`.
  private(set) var options: [String: Substring] = [:]
  /// What follows `if`, and podium's `in`.
  private var (condition, rows) = (Substring(), "")

  /// The line to write instead, as advice; nil for a line that is not known, or names columns that are not there.
  ///
  /// `parses` says of a command whether it can be typed.
  package static func advice(_ text: String, _ session: Session, parses: (String) -> Bool) -> String? {
    guard text.utf8.count <= 400,
      let line = translated(text, session) ?? FamiliarStatement(session)?.computed(text), line != text,
      FamiliarText.parts(line[...], at: "; ").allSatisfy({ parses(String($0)) })
    else { return nil }
    return "write: " + line
  }

  /// The same for commands that are one step of SAS, the first of them unknown.
  package static func advice(ofStep commands: [String], _ session: Session, parses: (String) -> Bool) -> String? {
    guard let first = commands.first?.prefix(while: { $0 != " " }).lowercased(),
      FamiliarStatement.stepWords.contains(first)
    else { return nil }
    return advice(commands.joined(separator: "; "), session, parses: parses)
  }

  /// The line in podium's language.
  static func translated(_ text: String, _ session: Session) -> String? {
    if let (prefix, rest, order) = FamiliarStatement.prefixed(text) {
      let line = translated(rest, session) ?? rest
      let takesOrder = ["derive ", "replace ", "summarize "].contains { line.hasPrefix($0) }
      return prefix + line + (takesOrder ? order : "")
    }
    // with(t, table(g, h))
    if let call = FamiliarText.call(text[...]), call.name == "with", call.arguments.count == 2 {
      return translated(String(call.arguments[1]), session)
    }
    return FamiliarStatement.line(text, session) ?? FamiliarLine(text)?.line(session)
  }

  private init?(_ text: String) {
    var text = text[...]
    // smf.ols("y ~ x", data=df).fit().summary()
    for end in [".summary()", ".fit()"] where text.hasSuffix(end) { text = text.dropLast(end.count) }
    // readr::read_csv
    if let package = text.firstRange(of: "::"), FamiliarText.isName(text[..<package.lowerBound]) {
      text = text[package.upperBound...]
    }
    let full = text.prefix { $0.isLetter || $0.isNumber || "_.-!".contains($0) }
    let rest = text[full.endIndex...]
    guard !full.isEmpty else { return nil }
    let dotted = full.lowercased()
    switch rest.first {
    case "(":
      guard let end = rest.lastIndex(of: ")"), rest[rest.index(after: end)...].allSatisfy({ $0 == " " }) else {
        return nil
      }
      isCall = true
      name = FamiliarLine.isKnown(dotted) ? dotted : dotted.split(separator: ".").last.map(String.init) ?? dotted
      for part in FamiliarText.parts(rest[..<end].dropFirst(), at: ",") { take(part) }
    case "[" where FamiliarText.closing(rest) == rest.index(before: rest.endIndex):
      name = "[]"
      take(rest)
    case nil, " ", ",":
      name = dotted
      let parts = FamiliarText.parts(rest, at: ",")
      given = FamiliarText.trimmed(clause(of: parts.first ?? ""))
      if given.contains("~") {
        take(given)
      } else {
        for word in FamiliarText.parts(given, at: " ") where !word.isEmpty {
          let found = terms(word)
          words += found
        }
        takeCommands()
      }
      for part in parts.dropFirst() {
        for option in FamiliarText.parts(part, at: " ") where !option.isEmpty {
          if let open = option.firstIndex(of: "("), option.last == ")" {
            options[option[..<open].lowercased()] = option[option.index(after: open)...].dropLast()
          } else {
            options[option.lowercased()] = ""
          }
        }
      }
    default: return nil
    }
  }

  /// What is before `if` and `in`, which are kept as podium's clause.
  private mutating func clause(of text: Substring) -> Substring {
    var text = text
    if let range = FamiliarText.parts(text, at: " in ").last, range.count < text.count,
      range.allSatisfy({ "0123456789/ lL".contains($0) })
    {
      // In Stata l is the last row.
      rows = " in " + FamiliarText.trimmed(range).lowercased().replacing("/l", with: "..").replacing("/", with: "..")
      text = text.dropLast(range.count + 4)
    }
    let halves = [" if ", " IF "].map { FamiliarText.parts(" " + text, at: $0) }.first { $0.count == 2 } ?? []
    guard halves.count == 2 else { return text }
    condition = FamiliarText.trimmed(halves[1])
    return FamiliarText.trimmed(halves[0])
  }

  /// The columns of a term: `i.g` and `factor(g)` are g; of `c.x##c.z`, and in a formula `x*z` and `x:z`, the product of x and z;
  /// of `I(x^2)` the square.
  private mutating func terms(_ term: Substring) -> [Substring] {
    // I(x^2), poly(x, 2)
    if isFormula, let call = FamiliarText.call(FamiliarText.trimmed(term)), ["i", "poly"].contains(call.name),
      case let parts = call.name == "poly"
        ? call.arguments : call.arguments.flatMap({ $0.split { "^*".contains($0) } }),
      parts.count == 2, let power = Int(FamiliarText.trimmed(parts[1])), (2...6).contains(power)
    {
      let name = FamiliarText.trimmed(parts[0])
      products.append(Array(repeating: name, count: power))
      return words.contains(name) ? [] : [name]
    }
    let marks = isFormula ? ["#", "*", ":"] : ["#"]
    var parts = [FamiliarText.trimmed(term)]
    for mark in marks { parts = parts.flatMap { FamiliarText.parts($0, at: mark) } }
    parts = parts.map(FamiliarText.trimmed).filter { !$0.isEmpty }.map { part in
      if let call = FamiliarText.call(part), ["factor", "as.factor", "c", "ordered"].contains(call.name) {
        return call.arguments.first.map { FamiliarText.bare($0) } ?? part
      }
      // append using b.dta names a file
      guard let point = part.firstIndex(of: "."), ["i", "c", "ib0", "ib1", "ib2", "b"].contains(part[..<point]),
        !["append", "merge", "joinby", "use", "save", "load"].contains(name)
      else {
        return FamiliarText.bare(part)
      }
      return part[part.index(after: point)...]
    }
    if parts.count > 1 { products.append(parts) }
    return parts.filter { !words.contains($0) }
  }

  /// SPSS: `VARIABLES=a b`, `/TABLES=a BY b`, `y BY g.`
  private mutating func takeCommands() {
    let marks: Set = ["variables", "tables", "dependent", "method", "enter", "groups", "cases", "using", "with"]
    let others: Set = ["statistics", "cells", "format", "print", "plot", "criteria", "missing"]
    var (given, isOther) = ([Substring](), false)
    for word in words {
      var word = word
      if word.first == "/" { isOther = others.contains(word.dropFirst().prefix { $0.isLetter }.lowercased()) }
      if isOther { continue }
      while word.last == "." || word.last == ";" { word.removeLast() }
      if word.first == "/" { word.removeFirst() }
      let parts = word.split(separator: "=")
      if parts.count == 2, parts[0].lowercased() == "groups" {
        options["by"] = parts[1].prefix { $0 != "(" }
        continue
      }
      given += parts
    }
    let takesWords = ["sort", "order", "plot"].contains(name)
    guard !takesWords || given.first?.lowercased() == "cases" else { return }
    given.removeAll { marks.contains($0.lowercased()) }
    // ttest y by g
    if FamiliarLine.tests.contains(name) || FamiliarLine.summaries.contains(name), given.count == 3,
      given[1].lowercased() == "by"
    {
      options["by"] = given.removeLast()
    }
    words = given.filter { $0.lowercased() != "by" }
  }

  /// An argument of a call.
  private mutating func take(_ argument: Substring) {
    var text = FamiliarText.bare(argument)
    if text.contains("~") {
      isFormula = true
      let sides = FamiliarText.parts(text, at: "~")
      for term in sides.flatMap({ FamiliarText.parts($0, at: "+") }) {
        let found = terms(term)
        words += found.filter { $0 != "1" }
      }
      return
    }
    if let equals = text.firstIndex(of: "="), equals != text.startIndex, !text.contains("==") {
      options[FamiliarText.bare(text[..<equals]).lowercased()] = FamiliarText.bare(text[text.index(after: equals)...])
      return
    }
    // df$y, df.y, df["y"], ["a", "b"]
    if text.hasPrefix("df.") { text = text.dropFirst(3) }
    if let dollar = text.firstIndex(of: "$") { text = text[text.index(after: dollar)...] }
    if let open = text.firstIndex(of: "["), text.last == "]" {
      for part in FamiliarText.parts(text[text.index(after: open)...].dropLast(), at: ",") { take(part) }
    } else if !["", "df", "data", "."].contains(text) {
      words.append(text)
    }
  }

  // MARK: Podium's line

  private static let counts: Set = [
    "tab", "tab1", "tab2", "tabulate", "table", "crosstab", "freq", "value_counts", "chisq.test", "fisher.test",
    "chi2", "chisq", "chisquare", "chi-square", "fisher",
    "count", "frequencies", "crosstabs", "unique", "xtabs", "tabyl", "countplot", "levelsof", "freqtable",
  ]
  static let tests: Set = [
    "t.test", "ttest", "t_test", "wilcox.test", "wilcoxon", "ranksum", "kruskal.test", "kruskal", "kwallis", "oneway",
    "anova", "aov", "mannwhitney", "test",
    "t-test", "unianova", "tukeyhsd", "pairwise.t.test", "bartlett.test", "friedman.test", "ks.test", "pwmean",
    "pwcompare", "games_howell", "dunn.test", "dunntest", "signrank",
  ]
  private static let correlations: Set = [
    "cor", "corr", "corrcoef", "pwcorr", "cor.test", "correlate", "correlation", "correlations", "spearman", "pearsonr",
    "spearmanr",
  ]
  private static let regressions: Set = [
    "lm", "glm", "ols", "logit", "logistic", "probit", "reg", "regression", "regress", "areg", "xtreg", "ologit",
    "polr", "feols",
  ]
  private static let summaries: Set = [
    "summarize", "summary", "tabstat", "codebook", "inspect", "describe", "su", "sum", "summ", "descriptives",
    "examine", "skim", "stats", "statistics",
    "glimpse", "describeby",
  ]
  private static let types = [
    "destring": "number", "as.numeric": "number", "as.integer": "integer", "as.factor": "category",
    "as.character": "text", "as.date": "date", "as.logical": "boolean", "tostring": "text", "decode": "text",
  ]
  private static let readers: Set = [
    "read.csv", "read.csv2", "read_csv", "read_csv2", "read_excel", "read.table", "read.delim", "read_parquet",
    "read_stata",
    "csv.read", "fread", "read.xlsx", "read_dta", "read_sav", "read_sas", "read_spss", "read_feather", "read_json",
    "read_tsv",
    "read_table", "readrds", "scan_csv", "scan_parquet", "read_html", "genfromtxt", "loadtxt",
  ]

  private static func isKnown(_ name: String) -> Bool {
    counts.contains(name) || tests.contains(name) || correlations.contains(name) || types[name] != nil
      || readers.contains(name)
  }

  private func line(_ session: Session) -> String? {
    // count(t, g)
    if isCall, words.count > 1, let first = words.first.map(String.init), session.state.tables[first] != nil,
      session.state.current?.table[first] == nil
    {
      var own = self
      own.words.removeFirst()
      return own.line(session)
    }
    guard !condition.isEmpty || !rows.isEmpty else { return plainLine(session) }
    guard let table = session.state.current?.table else { return nil }
    let meant = condition.isEmpty ? "" : FamiliarText.expression(condition, in: table)
    guard let meant else { return nil }
    if name == "count", words.isEmpty, rows.isEmpty { return "= count(\(meant))" }
    if name == "select", words.isEmpty { return "keep if " + meant }
    // head in 1/5
    let own = isCall || session.registry.command(name) == nil ? nil : ([name[...]] + words).joined(separator: " ")
    return (plainLine(session) ?? own).map { $0 + (meant.isEmpty ? "" : " if " + meant) + rows }
  }

  /// A verb with another table, which is loaded first where it is named by its file.
  private func other(_ file: Substring, _ session: Session, _ verb: String, _ rest: String = "") -> String {
    let path = FilePath(String(file))
    let word = CommandText.word(path.text)
    guard path.looksLikeFile, let current = session.state.current?.name else { return "\(verb) \(word)\(rest)" }
    return "load \(word); use \(CommandText.word(current)); \(verb) \(CommandText.word(path.stem))\(rest)"
  }

  private func plainLine(_ session: Session) -> String? {
    let table = session.state.current?.table
    func column(_ word: Substring) -> String? {
      if table?[String(word)] != nil { return CommandText.column(String(word)) }
      // q1-q3, q*
      let ends = word.split(separator: "-")
      let range = ends.count == 2 ? "\(ends[0]):\(ends[1])" : String(word)
      return !isFormula && table?.columns(chosenBy: range)?.isEmpty == false ? range : nil
    }
    if FamiliarLine.readers.contains(name) { return words.first.map { "load \(CommandText.word(String($0)))" } }
    if name == "head" || name == "tail", isCall {
      let count = (options["n"] ?? words.last).flatMap { Int($0) }
      return count.map { "\(name) \($0)" } ?? name
    }
    if name == "duplicates", words.first == "drop" {
      let names = words.dropFirst().compactMap(column)
      return names.count == words.count - 1 ? (["distinct"] + names).joined(separator: " ") : nil
    }
    if name == "count", words.isEmpty || words == ["*"] { return "= n()" }
    if name == "di" || name == "display" { return given.isEmpty ? nil : "= " + given }
    if name == "ds", words.isEmpty { return "columns" }
    if ["merge", "joinby"].contains(name), let file = words.last, words.count > 1 {
      let keys = words.dropLast().filter { !$0.contains(":") && $0 != "using" }.compactMap(column)
      return keys.isEmpty ? nil : other(file, session, "join", " on=\(keys.joined(separator: ","))")
    }
    if name == "append", words.count == 1 { return other(words[0], session, "bind") }
    if name == "set", words.count == 2, words[0] == "seed" { return "set seed=\(words[1])" }
    if name == "gsort", !words.isEmpty {
      let names = words.map { (name: "-+".contains($0.first ?? " ") ? $0.dropFirst() : $0, isDown: $0.first == "-") }
      return FamiliarLine.sorted(names, by: column)
    }
    if name == "sort", words.contains(where: { $0.first == "-" }) {
      return FamiliarLine.sorted(words.map { ($0.first == "-" ? $0.dropFirst() : $0, $0.first == "-") }, by: column)
    }
    if let line = pairedTest(column) { return line }
    if name == "xtile", words.count == 2, let x = column(words[1]) {
      let count = options["nq"] ?? options["nquantiles"] ?? "2"
      return "derive \(CommandText.column(String(words[0]))) = ceil(rank(\(x)) * \(count) / n(\(x)))"
    }
    if name == "tapply", words.count == 3, ExpressionAggregates.isCall(String(words[2]), 1), let y = column(words[0]),
      let group = column(words[1])
    {
      return "by \(group): summarize \(words[2]) = \(words[2])(\(y))"
    }
    if name == "plot", words.count == 3, words[1] == "by", let y = column(words[0]), let group = column(words[2]) {
      return "plot \(y) \(group)"
    }
    let columns = words.compactMap(column)
    guard columns.count == words.count else { return nil }
    if !products.isEmpty {
      guard FamiliarLine.regressions.contains(name) || FamiliarLine.tests.contains(name), columns.count > 1, let table
      else { return nil }
      let known = products.map { $0.compactMap(column) }
      guard zip(known, products).allSatisfy({ $0.count == $1.count }) else { return nil }
      return FamiliarLine.regression(columns, known, in: table).map { $0 + errors(column) }
    }
    let list = columns.joined(separator: " ")
    let by = (options["by"] ?? options["over"]).flatMap(column)
    switch name {
    case "tab", "tabulate", "table", "means":
      if let y = (options["sum"] ?? options["summarize"]).flatMap(column) ?? (name == "means" ? columns.first : nil),
        let group = columns.last, group != y
      {
        return "by \(group): summarize mean = mean(\(y)), sd = sd(\(y)), n = n(\(y))"
      }
      return name == "means" || !(1...2).contains(columns.count) ? nil : "count " + list + share(columns.count)
    case "encode": return columns.count == 1 ? "type \(list) category" : nil
    case _ where FamiliarLine.counts.contains(name):
      return (1...2).contains(columns.count) ? "count " + list + share(columns.count) : nil
    case _ where FamiliarLine.tests.contains(name):
      return testLine(columns, by)
    case _ where FamiliarLine.correlations.contains(name):
      let isRank = name.hasPrefix("spearman") || options["method"]?.lowercased() == "spearman"
      return columns.count == 1
        ? nil : (["correlate"] + columns).joined(separator: " ") + (isRank ? " method=spearman" : "")
    case _ where FamiliarLine.regressions.contains(name):
      return columns.count > 1 ? "regress \(list)\(errors(column))" : nil
    case _ where FamiliarLine.summaries.contains(name):
      return (by.map { "by \($0): " } ?? "") + (columns.isEmpty ? "describe" : "describe " + list)
    case "boxplot", "violin":
      let all = columns + [options["column"].flatMap(column), by].compactMap(\.self)
      return (1...2).contains(all.count) ? "plot box " + all.joined(separator: " ") : nil
    case "bar", "pie", "barchart": return columns.count == 1 ? "plot bar \(list)" : nil
    case "hist", "histogram", "kdensity", "density":
      let bins = (options["bin"] ?? options["bins"] ?? options["breaks"]).map { " bins=" + $0 } ?? ""
      return columns.count == 1 ? "plot hist \(list)\(bins)\(by.map { " facet=" + $0 } ?? "")" : nil
    case "plot" where isFormula && columns.count == 2: return "plot \(columns[1]) \(columns[0])"
    case "plot" where columns.count == 3:
      // Numbers at the axes, and a colour.
      let numbers = columns.filter { table?[$0]?.type.isNumeric == true }
      let others = columns.filter { !numbers.contains($0) }
      guard numbers.count > 1 else { return nil }
      return "plot scatter \(numbers[0]) \(numbers[1]) color=\(numbers.count > 2 ? numbers[2] : others[0])"
    case "browse", "list", "view", "pull", "[]":
      return columns.isEmpty ? "head" : "head columns=" + columns.joined(separator: ",")
    case "sort_values", "arrange", "order", "sort":
      let columns = columns.isEmpty ? [by].compactMap(\.self) : columns
      guard !columns.isEmpty else { return nil }
      let isDown = options["ascending"]?.lowercased() == "false"
      return isDown ? "sort desc=" + columns.joined(separator: ",") : "sort " + columns.joined(separator: " ")
    default:
      let isFactor = isCall && (name == "factor" || name == "ordered")
      if let type = isFactor ? "category" : FamiliarLine.types[name], !columns.isEmpty {
        return "type \(list) \(type)"
      }
      return isCall && !columns.isEmpty && session.registry.command(name) != nil ? "\(name) \(list)" : nil
    }
  }
}
