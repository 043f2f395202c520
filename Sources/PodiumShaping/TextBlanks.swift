public import PodiumCore

/// Spaces at the ends of texts: where a column has them, and the column without.
public enum TextBlanks {
  /// Whether a text begins or ends with white space.
  public static func areAround(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    // Most texts begin and end with a letter of ASCII or a digit.
    if first < 0x80, last < 0x80 { return isBlank(first) || isBlank(last) }
    let scalars = text.unicodeScalars
    return scalars.first?.properties.isWhitespace ?? false || scalars.last?.properties.isWhitespace ?? false
  }

  /// A text without white space around it.
  public static func removed(from text: String) -> String {
    var rest = text.unicodeScalars[...]
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// The number of cells in a column with spaces around the text, and the first such text.
  public static func found(in column: Column) -> (count: Int, example: String?) {
    if let values = column.categorical {
      let places = values.levels.map(areAround)
      guard let first = places.firstIndex(of: true) else { return (0, nil) }
      return (values.codes.count { $0 >= 0 && places[Int($0)] }, values.levels[first])
    }
    guard case .text(let texts) = column.values else { return (0, nil) }
    var found: (count: Int, example: String?) = (0, nil)
    for (row, text) in texts.enumerated() {
      if Cancellation.stopsWork(at: row) { break }
      guard let text, areAround(text) else { continue }
      found.count += 1
      found.example = found.example ?? text
    }
    return found
  }

  /// The values without spaces around them, and how many cells changed; nil if nothing changes. A text of only spaces becomes
  /// missing, and categories that differ only in spaces become one.
  public static func removed(from column: Column) -> (values: ColumnValues, count: Int)? {
    switch column.values {
    case .category(let values):
      return removed(from: values).map { (.category($0.values.sortedByCodePoint()), $0.count) }
    case .ordered(let values): return removed(from: values).map { (.ordered($0.values), $0.count) }
    case .text(var texts):
      var count = 0
      for row in texts.indices {
        if Cancellation.stopsWork(at: row) { break }
        guard let text = texts[row], areAround(text) else { continue }
        count += 1
        let rest = removed(from: text)
        texts[row] = rest.isEmpty ? nil : rest
      }
      return count == 0 ? nil : (.text(texts), count)
    default: return nil
    }
  }

  /// One category, at the place of the first, for those that differ only in spaces.
  private static func removed(from values: Categorical) -> (values: Categorical, count: Int)? {
    let changed = values.levels.map(areAround)
    guard changed.contains(true) else { return nil }
    var places: [String: Int32] = [:]
    var levels: [String] = []
    let codes = values.levels.map { level -> Int32 in
      let name = removed(from: level)
      if name.isEmpty { return -1 }
      if let place = places[name] { return place }
      places[name] = Int32(clamping: levels.count)
      levels.append(name)
      return Int32(clamping: levels.count - 1)
    }
    let count = values.codes.count { $0 >= 0 && changed[Int($0)] }
    return (Categorical(levels: levels, codes: values.codes.map { $0 < 0 ? -1 : codes[Int($0)] }), count)
  }

  /// White space of ASCII: a space, and tab to carriage return.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
