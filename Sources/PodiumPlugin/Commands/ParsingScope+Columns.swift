public import PodiumCore

extension ParsingScope {
  /// A column of the current table, of one of some types (empty: of any); a pattern that fits one column names it.
  public func column(_ name: String, types: [ColumnType], at span: SourceSpan) throws(Diagnostic) -> String {
    guard let table else { throw Diagnostic.noTable(at: span) }
    if table.columns(chosenBy: name) != nil {
      let found = try columns(name, types: types, at: span)
      guard found.count == 1, let only = found.first else {
        throw Diagnostic(
          "unexpected-list", "\(Abridged.quoted(name)) names \(found.count) columns, and one is taken here", span: span,
          help: "name one of " + found.prefix(6).map(Abridged.quoted).joined(separator: ", ")
            + (found.count > 6 ? ", …" : ""))
      }
      return only
    }
    let column = try table.column(name, at: span)
    guard types.isEmpty || types.contains(column.type) else {
      throw Diagnostic(
        "wrong-column-type",
        "column '\(name)' has type \(column.type.rawValue), not "
          + types.map(\.rawValue).joined(separator: " or "), span: span,
        help: types.contains(.number) ? column.wayToNumbers : nil)
    }
    return name
  }

  /// The columns that a word names: one, those of a pattern (`petal_*`), a range (`a:d`) or a type (`type=number`).
  ///
  /// Of patterns and ranges those of other types are left out. Throws as `column` does, and where none remains.
  public func columns(_ text: String, types: [ColumnType], at span: SourceSpan) throws(Diagnostic) -> [String] {
    guard let table, let chosen = table.columns(chosenBy: text) else {
      return [try column(text, types: types, at: span)]
    }
    let found = chosen.filter { name in types.isEmpty || table[name].map { types.contains($0.type) } ?? false }
    let known = ColumnType.allCases.map(\.rawValue) + NumberScale.names
    let named = text.hasPrefix("type=") ? text.dropFirst("type=".count).split(separator: ",").map(String.init) : []
    if let unknown = named.first(where: { !known.contains($0) }) {
      throw Diagnostic(
        "unknown-column", "\(Abridged.quoted(unknown)) is not a type of columns", span: span,
        help: "types are " + known.joined(separator: ", "))
    }
    if found.isEmpty {
      throw Diagnostic(
        "unknown-column",
        "no column" + (types.isEmpty ? "" : " of type " + types.map(\.rawValue).joined(separator: " or "))
          + " fits \(Abridged.quoted(text))", span: span, help: "'columns' lists them")
    }
    return found
  }

  /// The words of a list; where columns are completed, those of patterns and ranges in their place.
  func words(_ value: ArgumentValue, _ completion: Completion) throws(Diagnostic) -> [String] {
    var words: [String] = []
    for (text, span) in try list(value) { words += try self.words(text, completion.columnTypes(after: []), at: span) }
    return words
  }

  /// The columns of a pattern, a range or a type; the word itself where it is something else, or no columns are taken (nil).
  func words(_ text: String, _ types: [ColumnType]?, at span: SourceSpan) throws(Diagnostic) -> [String] {
    guard let types, table?.columns(chosenBy: text) != nil else { return [text] }
    return try columns(text, types: types, at: span)
  }

  /// The columns of groups, `by a,b_*:`; throws as `columns` does.
  func groups(_ words: [Word]) throws(Diagnostic) -> [Word] {
    var groups: [Word] = []
    for word in words {
      for name in try columns(word.text, types: [], at: word.span) { groups.append(Word(name, word.span)) }
    }
    return groups
  }
}

extension Completion {
  /// The types of the columns that are offered after some words (empty: all); nil where none are.
  func columnTypes(after words: [String]) -> [ColumnType]? {
    switch self {
    case .columns(let types): types
    case .either(let all): all.lazy.compactMap { $0.columnTypes(after: words) }.first
    case .steps(let steps): steps.next(after: words).columnTypes(after: [])
    default: nil
    }
  }
}

extension Column {
  /// How numbers are made of words that have some, as of `$1,200.50`, or of no values; nil for others.
  fileprivate var wayToNumbers: String? {
    guard type == .category || type == .ordered || type == .text else { return nil }
    let first = (0..<min(count, 1000)).first { !self[$0].isMissing }
    let name = CommandText.word(name)
    guard let text = first.map({ self[$0].fileText }) else {
      return missingCount == count ? "it has no values; 'type \(name) number' makes it a column of numbers" : nil
    }
    if text.contains(":"), DurationCell.duration(text) ?? DurationCell.time(text) != nil {
      return "as in: type \(name) duration, or type \(name) time"
    }
    let isNumber = NumberForm.all.contains { $0.read(text, isDeclared: true, hasUnit: true)?.value != nil }
    return isNumber ? "'type \(name) number' reads its words as numbers" : nil
  }
}

extension Table {
  /// The columns of a pattern with `*` and `?`, a range `FIRST:LAST` or a type `type=NAME`, in the order of the table (of a range
  /// from its first to its last); nil for the name of a column and for any other text.
  package func columns(chosenBy text: String) -> [String]? {
    if self[text] != nil { return nil }
    if text.hasPrefix("type=") {
      let words = text.dropFirst("type=".count).split(separator: ",")
      let types = words.flatMap { word -> [ColumnType] in
        switch word {
        // What people mean by a number or a category.
        case "number": [.number, .integer]
        case "category": [.category, .ordered]
        default: ColumnType(rawValue: String(word)).map { [$0] } ?? []
        }
      }
      return names.filter { name in
        self[name].map { types.contains($0.type) || words.contains($0.typeName[...]) } ?? false
      }
    }
    for place in text.indices where text[place] == ":" {
      let (from, to) = (String(text[..<place]), String(text[text.index(after: place)...]))
      guard let first = from.isEmpty ? names.indices.first : names.firstIndex(of: from),
        let last = to.isEmpty ? names.indices.last : names.firstIndex(of: to), text.count > 1
      else { continue }
      return first <= last ? Array(names[first...last]) : names[last...first].reversed()
    }
    guard text.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
    let pattern = Array(text.unicodeScalars)
    return names.filter { Table.fits(Array($0.unicodeScalars), pattern) }
  }

  /// Whether a name fits a pattern: `*` is any characters, `?` is one.
  private static func fits(_ name: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var (at, next) = (0, 0)
    // Where the last star was, and how far it reached.
    var star: (pattern: Int, name: Int)?
    while at < name.count {
      if next < pattern.count, pattern[next] == "*" {
        star = (next, at)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == name[at] {
        (at, next) = (at + 1, next + 1)
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        (at, next) = (last.name + 1, last.pattern + 1)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}
