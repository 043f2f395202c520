public import PodiumCore

/// Text cut into parts at a separator.
public enum Splitting {
  /// What the parts are, and which texts had too few or too many.
  public struct Parts: Sendable {
    /// One list of values for each part.
    public let columns: [ColumnValues]
    /// Rows with fewer parts than columns; the parts they lack are missing.
    public let short: Int
    /// Rows with more parts; what is left over stays in the last one.
    public let long: Int
  }

  /// The parts of each text.
  ///
  /// Throws `wrong-type` for a column that is not text.
  public static func split(_ column: Column, at separator: String, into count: Int) throws(Diagnostic) -> Parts {
    var (short, long) = (0, 0)
    let search = TextSearch(separator)
    func parts(_ text: String) -> [String] { cut(Array(text.utf8), at: search, into: count) }
    func isLong(_ text: String) -> Bool { cut(Array(text.utf8), at: search, into: count + 1).count > count }
    if let categories = column.categorical {
      let known = categories.levels.map(parts)
      let areLong = categories.levels.map(isLong)
      for code in categories.codes where code >= 0 {
        if known[Int(code)].count < count { short += 1 }
        if areLong[Int(code)] { long += 1 }
      }
      let columns = (0..<count).map { place -> ColumnValues in
        let names = known.map { $0.count > place ? $0[place] : nil }
        let own = Categorical(names)
        return .category(
          Categorical(levels: own.levels, codes: categories.codes.map { $0 < 0 ? -1 : own.codes[Int($0)] })
            .withoutUnused())
      }
      return Parts(columns: columns, short: short, long: long)
    }
    guard case .text(let texts) = column.values else {
      throw Diagnostic(
        "wrong-column-type",
        "column \(Abridged.quoted(column.name)) is of type \(column.type.rawValue), which has no parts",
        help: "'split' takes text; type \(CommandText.word(column.name)) text makes it text")
    }
    var lists = [[String?]](repeating: [], count: count)
    for text in texts {
      let own = text.map(parts) ?? []
      if let text {
        if own.count < count { short += 1 }
        if isLong(text) { long += 1 }
      }
      for place in 0..<count { lists[place].append(own.count > place ? own[place] : nil) }
    }
    return Parts(columns: lists.map { .text($0) }, short: short, long: long)
  }

  /// At most `count` parts; the last one has what is left.
  private static func cut(_ bytes: [UInt8], at separator: TextSearch, into count: Int) -> [String] {
    var parts: [String] = []
    var start = 0
    while parts.count < count - 1, let place = separator.first(in: bytes.span, from: start) {
      parts.append(trimmed(bytes[start..<place]))
      start = place + separator.wanted.count
    }
    return parts + [trimmed(bytes[start...])]
  }

  /// The text without blanks around it.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
    while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
