internal import PodiumCore

/// The groups of some rows, numbered in sorted order: numbers and dates by value, categories by level, text by
/// code point.
struct GroupCodes: Equatable {
  /// For each row the number of its group, from 0.
  let codes: [Int]
  let count: Int

  /// Reads the groups of a column; throws `missing-values` naming how many rows have none.
  init(_ column: Column, as what: String) throws(Diagnostic) {
    try GroupCodes.requireComplete(column, as: what)
    switch column.values {
    case .number(let x): self.init(sorting: x.map { $0 + 0 }, by: <)
    case .integer(let x): self.init(sorting: x, by: <)
    case .category(let x), .ordered(let x): self.init(sorting: x.codes, by: <)
    case .text(let x): self.init(sorting: x.map { $0 ?? "" }, by: CodePointOrder.precedes)
    case .boolean(let x): self.init(sorting: x.map { $0 == true ? 1 : 0 }, by: <)
    case .date(let x): self.init(sorting: x.map { $0?.days ?? 0 }, by: <)
    case .datetime(let x): self.init(sorting: x.map { $0?.microseconds ?? 0 }, by: <)
    }
  }

  /// Throws `missing-values`, naming how many rows have none.
  static func requireComplete(_ column: Column, as what: String) throws(Diagnostic) {
    let missing = column.missingCount
    guard missing == 0 else {
      throw Diagnostic(
        "missing-values",
        "\(what) column '\(column.name)' has \(missing) missing \(missing == 1 ? "value" : "values")",
        help: "omit those rows: if not missing(COLUMN)")
    }
  }

  private init<Key: Hashable>(sorting keys: [Key], by precedes: (Key, Key) -> Bool) {
    let distinct = Set(keys).sorted(by: precedes)
    let number = Dictionary(uniqueKeysWithValues: distinct.enumerated().map { ($1, $0) })
    codes = keys.map { number[$0] ?? 0 }
    count = distinct.count
  }
}

extension LearningTask {
  /// The groups of a column that a key names; its errors are about the key.
  ///
  /// Throws `unknown-column` and `missing-values`.
  func codes(of column: String, as key: String) throws(Diagnostic) -> GroupCodes {
    do throws(Diagnostic) { return try GroupCodes(table.column(column), as: key) } catch { throw error.about(key) }
  }
}

extension GroupCodes {
  /// The groups of a column for what only asks which rows belong together: numbered as they come, and a row without a
  /// value is a group of its own.
  static func apart(_ column: Column) -> [Int] {
    var numbers: [String: Int] = [:]
    var count = 0
    return (0..<column.count).map { row in
      let value = column[row]
      let key = value.isMissing ? nil : value.fileText
      if let key, let number = numbers[key] { return number }
      count += 1
      if let key { numbers[key] = count - 1 }
      return count - 1
    }
  }
}
