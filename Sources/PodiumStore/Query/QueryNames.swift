internal import PodiumCore

/// The names of the tables in memory, as a query may type them: SQLite does not tell `A` from `a`, podium does.
struct QueryNames {
  private let names: [String]
  private let folded: [String]

  init(_ names: [String]) { (self.names, folded) = (names, names.map(QueryNames.folded)) }

  /// A name as SQLite compares it: only the letters A to Z have two forms.
  static func folded(_ name: String) -> String {
    String(
      decoding: name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 32 : $0 }, as: UTF8.self)
  }

  /// The table of a name; nil where there is none. Throws `bad-query` for one that could be two.
  func number(of typed: String) throws(Diagnostic) -> Int? {
    if let number = names.firstIndex(of: typed) { return number }
    let alike = names.indices.filter { folded[$0] == QueryNames.folded(typed) }
    guard alike.count < 2 else { throw ambiguous(alike) }
    return alike.first
  }

  /// Throws `bad-query` if a query also names a table that SQLite takes for one of those it reads.
  func check(_ sql: String, read: [Int]) throws(Diagnostic) {
    for number in read {
      let alike = names.indices.filter { folded[$0] == folded[number] }
      guard alike.count > 1 else { continue }
      let typed = SQLToken.tokens(sql).filter { $0.isName && $0.folded == folded[number] }.map(\.text)
      guard typed.allSatisfy({ $0 == names[number] }) else { throw ambiguous(alike) }
    }
  }

  private func ambiguous(_ alike: [Int]) -> Diagnostic {
    Diagnostic(
      "bad-query",
      "sql cannot tell tables \(alike.map { Abridged.quoted(names[$0]) }.joined(separator: " and ")) apart",
      help: "SQL ignores case in names: read one of them in a query, or give one another name")
  }
}
