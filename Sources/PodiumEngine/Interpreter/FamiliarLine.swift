internal import PodiumCore
internal import PodiumPlugin

/// A line as other tools write it, in podium's language: `t.test(y ~ g)`, `tab a b`, `summarize y, detail`,
/// `df.sort_values("x")`.
struct FamiliarLine {
  /// In lower case; of a call with a table before it (`df.head()`), what follows the last point.
  private let name: String
  /// What is given by place, without quotes; of a formula, the left side and then the right one.
  private var words: [Substring] = []
  private var isFormula = false
  private var isCall = false
  /// What is given by name: `by(g)`, `ascending=False`, `detail`.
  private var options: [String: Substring] = [:]

  /// The line to write instead, as advice; nil for a line that is not known, or names columns that are not there.
  static func advice(_ text: String, _ session: Session) -> String? {
    guard text.utf8.count <= 400, let line = sorted(text, session) ?? FamiliarLine(text)?.line(session), line != text,
      SyntaxTree(line, grammar: session.grammar).error == nil
    else { return nil }
    return "write: " + line
  }

  /// `bysort g: summarize y`
  private static func sorted(_ text: String, _ session: Session) -> String? {
    guard let colon = text.firstIndex(of: ":"), let start = ["bysort ", "bys "].first(where: { text.hasPrefix($0) })
    else {
      return nil
    }
    let groups = text[..<colon].dropFirst(start.count).split(separator: " ").joined(separator: ",")
    let rest = String(text[text.index(after: colon)...].drop { $0 == " " })
    return "by \(groups): " + (FamiliarLine(rest)?.line(session) ?? rest)
  }

  private init?(_ text: String) {
    let full = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
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
      for part in FamiliarLine.parts(rest[..<end].dropFirst(), at: ",") { take(part) }
    case "[":
      name = "[]"
      take(rest)
    case nil, " ", ",":
      name = dotted
      let parts = FamiliarLine.parts(rest, at: ",")
      let given = parts.first ?? ""
      if given.contains("~") {
        take(given)
      } else {
        words = given.split(separator: " ")
      }
      for part in parts.dropFirst() {
        for option in FamiliarLine.parts(part, at: " ") where !option.isEmpty {
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

  /// An argument of a call.
  private mutating func take(_ argument: Substring) {
    var text = FamiliarLine.bare(argument)
    if text.contains("~") {
      isFormula = true
      words += text.split { "~+*".contains($0) }.map { FamiliarLine.bare($0) }
      return
    }
    if let equals = text.firstIndex(of: "="), equals != text.startIndex, !text.contains("==") {
      options[FamiliarLine.bare(text[..<equals]).lowercased()] = FamiliarLine.bare(text[text.index(after: equals)...])
      return
    }
    // df$y, df["y"], ["a", "b"]
    if let dollar = text.firstIndex(of: "$") { text = text[text.index(after: dollar)...] }
    if let open = text.firstIndex(of: "["), text.last == "]" {
      for part in FamiliarLine.parts(text[text.index(after: open)...].dropLast(), at: ",") { take(part) }
    } else if !["", "df", "data", "."].contains(text) {
      words.append(text)
    }
  }

  /// Without spaces and quotes around it.
  private static func bare(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote {
      text = text.dropFirst().dropLast()
    }
    return text
  }

  /// The parts between separators that are not within parentheses, brackets or quotes.
  private static func parts(_ text: Substring, at separator: Character) -> [Substring] {
    var (parts, depth, quote) = ([Substring](), 0, Character?.none)
    var start = text.startIndex
    for place in text.indices {
      let letter = text[place]
      if let open = quote {
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if letter == "(" || letter == "[" {
        depth += 1
      } else if letter == ")" || letter == "]" {
        depth -= 1
      } else if letter == separator, depth == 0 {
        parts.append(text[start..<place])
        start = text.index(after: place)
      }
    }
    return parts + [text[start...]]
  }

  // MARK: Podium's line

  private static let counts: Set = [
    "tab", "tab1", "tab2", "tabulate", "table", "crosstab", "freq", "value_counts", "chisq.test", "fisher.test",
    "count",
  ]
  private static let tests: Set = [
    "t.test", "ttest", "t_test", "wilcox.test", "wilcoxon", "ranksum", "kruskal.test", "kruskal", "kwallis", "oneway",
    "anova", "aov", "mannwhitney", "test",
  ]
  private static let correlations: Set = ["cor", "corr", "pwcorr", "cor.test", "correlate"]
  private static let regressions: Set = ["lm", "glm", "ols", "logit", "reg", "regression", "regress"]
  private static let summaries: Set = ["summarize", "summary", "tabstat", "codebook", "inspect", "describe"]
  private static let types = [
    "destring": "number", "as.numeric": "number", "as.integer": "integer", "as.factor": "category",
    "as.character": "text", "as.date": "date", "as.logical": "boolean",
  ]
  private static let readers: Set = ["read.csv", "read_csv", "read_excel", "read.table", "read_parquet", "read_stata"]

  private static func isKnown(_ name: String) -> Bool {
    counts.contains(name) || tests.contains(name) || correlations.contains(name) || types[name] != nil
      || readers.contains(name)
  }

  private func line(_ session: Session) -> String? {
    let table = session.state.current?.table
    func column(_ word: Substring) -> String? {
      table?[String(word)] == nil ? nil : CommandText.column(String(word))
    }
    if FamiliarLine.readers.contains(name) { return words.first.map { "load \(CommandText.word(String($0)))" } }
    if name == "head" || name == "tail", isCall {
      let count = (options["n"] ?? words.last).flatMap { Int($0) }
      return count.map { "\(name) \($0)" } ?? name
    }
    if name == "duplicates", words == ["drop"] { return "distinct" }
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
    let list = columns.joined(separator: " ")
    let by = (options["by"] ?? options["over"]).flatMap(column)
    switch name {
    case _ where FamiliarLine.counts.contains(name): return (1...2).contains(columns.count) ? "count " + list : nil
    case _ where FamiliarLine.tests.contains(name):
      guard let y = columns.first, options["paired"] == nil, columns.count == (by == nil ? 2 : 1),
        by != nil || isFormula || ["oneway", "anova", "kruskal.test", "kruskal"].contains(name)
      else { return nil }
      return "test \(y) by=\(by ?? columns[1])"
    case _ where FamiliarLine.correlations.contains(name): return columns.count == 1 ? nil : "correlate " + list
    case _ where FamiliarLine.regressions.contains(name):
      return columns.count > 1 ? "regress \(list)\(errors(column))" : nil
    case _ where FamiliarLine.summaries.contains(name):
      return (by.map { "by \($0): " } ?? "") + (columns.isEmpty ? "describe" : "describe " + list)
    case "boxplot", "violin":
      let all = columns + [by].compactMap(\.self)
      return (1...2).contains(all.count) ? "plot box " + all.joined(separator: " ") : nil
    case "hist", "histogram": return columns.count == 1 ? "plot hist " + list : nil
    case "plot" where columns.count == 3: return "plot scatter \(columns[0]) \(columns[1]) color=\(columns[2])"
    case "browse", "list", "view", "[]":
      return columns.isEmpty ? "head" : "head columns=" + columns.joined(separator: ",")
    case "sort_values", "arrange", "order":
      guard !columns.isEmpty else { return nil }
      let isDown = options["ascending"]?.lowercased() == "false"
      return isDown ? "sort desc=" + columns.joined(separator: ",") : "sort " + list
    default:
      if let type = FamiliarLine.types[name], !columns.isEmpty { return "type \(list) \(type)" }
      return isCall && !columns.isEmpty && session.registry.command(name) != nil ? "\(name) \(list)" : nil
    }
  }

  /// The standard errors of a regression, as `robust` and `vce(cluster g)` name them.
  private func errors(_ column: (Substring) -> String?) -> String {
    let variance = options["vce"]?.split(separator: " ") ?? []
    if options["robust"] != nil || options["r"] != nil || variance.first == "robust" { return " se=robust" }
    guard let group = (options["cluster"] ?? (variance.first == "cluster" ? variance.last : nil)).flatMap(column) else {
      return ""
    }
    return " se=cluster group=" + group
  }
}
