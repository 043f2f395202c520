internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Lines of podium's own verbs whose words are in another order, or by place where a key is needed.
struct FamiliarOrder {
  private let verb: String
  private let columns: [String]
  /// What is neither a column nor a whole number.
  private let others: [String]
  private let numbers: [Int]
  /// The columns after `by`.
  private let groups: [String]
  private let session: Session
  private let table: Table

  /// Kinds of pictures by other names.
  private static let kinds = [
    "pie": "bar", "barplot": "bar", "barchart": "bar", "violin": "box", "boxplot": "box", "histogram": "hist",
    "density": "hist", "scatterplot": "scatter", "point": "scatter", "points": "scatter", "lines": "line",
    "lineplot": "line",
  ]

  /// The line to write instead; nil where the words are not such a line.
  static func line(_ text: String, _ session: Session) -> String? {
    FamiliarOrder(text, session)?.line(text)
  }

  private init?(_ text: String, _ session: Session) {
    guard let table = session.state.current?.table, !text.contains(where: { "\"'`$>|".contains($0) }) else {
      return nil
    }
    let words = text.split { " ,".contains($0) }
    guard let verb = words.first.map(String.init), session.registry.command(verb) != nil, words.count > 1,
      !words.contains("if"), !words.contains(where: { $0.contains("(") })
    else { return nil }
    // What people write between columns.
    let fillers: Set<Substring> = ["with", "on", "against", "vs", "and", "of", "=", "+", "~", "over", "versus"]
    var (columns, others, numbers, groups) = ([String](), [String](), [Int](), [String]())
    var isGroup = false
    for word in words.dropFirst() {
      if let column = table[String(word)] {
        if isGroup {
          groups.append(CommandText.column(column.name))
        } else {
          columns.append(CommandText.column(column.name))
        }
      } else if !isGroup, table.columns(chosenBy: String(word))?.isEmpty == false {
        columns.append(String(word))
      } else if word.lowercased() == "by" {
        isGroup = true
      } else if let number = Int(word) {
        numbers.append(number)
      } else if !fillers.contains(word) {
        others.append(String(word))
      }
    }
    guard !isGroup || !groups.isEmpty else { return nil }
    (self.verb, self.columns, self.others, self.numbers, self.groups) = (verb, columns, others, numbers, groups)
    (self.session, self.table) = (session, table)
  }

  private func line(_ text: String) -> String? {
    let list = columns.joined(separator: " ")
    if !groups.isEmpty {
      guard let signature = session.registry.command(verb)?.signature, others.isEmpty || verb == "plot",
        signature.has(.groups) || signature.has(.ownGroups)
      else { return nil }
      if verb == "test" { return columns.count == 1 ? "test \(list) by=\(groups.joined(separator: ","))" : nil }
      if verb == "plot", others.count != 1 { return nil }
      let words = [verb] + others + columns + numbers.map(String.init)
      return "by \(groups.joined(separator: ",")): \(words.joined(separator: " "))"
    }
    switch (verb, columns.count, others.count, numbers.count) {
    case ("pca", 1..., 0, ..<2), ("select-features", 1..., 0, ..<2):
      guard verb != "pca" || columns.allSatisfy(isNumeric) else { return nil }
      return "\(verb) \(numbers.first ?? min(2, columns.count)) \(list)"
    case ("bin", 1, 0, 1): return "bin \(list) count=\(numbers[0])"
    case ("head", 1..., 0, ..<2), ("tail", 1..., 0, ..<2), ("sample", 1..., 0, ..<2):
      return "\(verb)\(numbers.first.map { " \($0)" } ?? "") columns=\(columns.joined(separator: ","))"
    // head -n 3
    case ("head", 0, 1, 1) where others == ["-n"], ("tail", 0, 1, 1) where others == ["-n"]:
      return "\(verb) \(numbers[0])"
    case ("drop", _, 1, 0) where others == ["duplicates"]: return (["distinct"] + columns).joined(separator: " ")
    case ("missing", 0, 1, 0) where ["value", "values", "data"].contains(others[0]): return "missing"
    case ("predict", 0, 2, 0): return "predict"
    case ("label", 2..., 0, 0): return "label \(columns[0]); features \(columns.dropFirst().joined(separator: " "))"
    case ("impute", 1..., 1, 0) where ["mean", "median"].contains(others[0]):
      return "impute \(list) strategy=\(others[0])"
    case ("plot", 1..., 1, 0):
      let kind = FamiliarOrder.kinds[others[0]] ?? others[0]
      return session.registry.plot(kind) == nil ? nil : "plot \(kind) \(list)"
    case ("type", 1..., 1, 0): return ColumnType(rawValue: others[0]) == nil ? nil : "type \(list) \(others[0])"
    case ("role", 1..., 1, 0): return Role(rawValue: others[0]) == nil ? nil : "role \(list) \(others[0])"
    case ("rename", 1, 1, 0): return "rename \(list) \(CommandText.word(others[0]))"
    case ("level", 1, 2..., 0): return "level \(list) \(others.joined(separator: ","))"
    case ("fit", 1..., ..<2, 0), ("cv", 1..., ..<2, 0), ("tune", 1..., ..<2, 0):
      let learner = others.first ?? "tree"
      guard session.registry.learners[learner] != nil else { return nil }
      let features = columns.count > 1 ? "features \(columns.dropFirst().joined(separator: " ")); " : ""
      return "label \(columns[0]); \(features)\(verb) \(learner)"
    case ("test", 2, 0, 0): return isNumeric(columns[1]) ? nil : "test \(columns[0]) by=\(columns[1])"
    case ("test", 1, 0, 1): return "test \(list) mean=\(numbers[0])"
    case ("count", 3, 0, 0): return "by \(columns[0]): count \(columns[1]) \(columns[2])"
    case ("join", 1..., 1, 0):
      return session.state.tables[others[0]] == nil ? nil : "join \(others[0]) on=\(columns.joined(separator: ","))"
    case ("pivot", 2, 0, 0): return "pivot \(columns[0]) values=\(columns[1])"
    case ("pivot", 3, 0, 0): return "pivot \(columns[1]) values=\(columns[2]) rows=\(columns[0])"
    case ("filter", 1, 1, 0), ("keep", 1, 1, 0), ("drop", 1, 1, 0):
      // filter g a
      guard table[columns[0]]?.categorical?.levels.contains(others[0]) == true else { return nil }
      return "\(verb)\(verb == "filter" ? "" : " if") \(columns[0]) == \(CommandText.quoted(others[0]))"
    case ("columns", 1..., 0, 0): return "describe \(list)"
    case ("correlate", 2..., 0, 0), ("regress", 2..., 0, 0), ("plot", 2, 0, 0), ("count", 2, 0, 0):
      let line = "\(verb) \(list)"
      return line == text ? nil : line
    default: return nil
    }
  }

  private func isNumeric(_ name: String) -> Bool { table[name]?.type.isNumeric ?? false }
}
