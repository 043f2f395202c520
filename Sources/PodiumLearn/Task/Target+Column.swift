internal import PodiumCore

extension Target {
  /// The maximum number of classes a target may have: measures and probabilities hold a number for each class and row.
  static let classLimit = 1000

  /// Reads a column as target; rows without a value are in `missing` and have a placeholder in the target.
  ///
  /// Classes are those that occur: categories in code-point order, ordered ones in theirs, numbers by value,
  /// false before true. Throws `bad-target` for a column of another type, infinite numbers, or too many classes.
  static func reading(_ column: Column, rows: [Int], asNumber: Bool) throws(Diagnostic) -> (
    Target, missing: Set<Int>
  ) {
    asNumber ? try numbers(column, rows: rows) : try classes(column, rows: rows)
  }

  private static func numbers(_ column: Column, rows: [Int]) throws(Diagnostic) -> (Target, missing: Set<Int>) {
    guard let all = column.numbers else {
      throw .badTarget(
        "column '\(column.name)' has type \(column.type.rawValue) and cannot be predicted as a number",
        help: "type: label \(CommandText.word(column.name)) task=classes")
    }
    let values = rows.map { all[$0] }
    let infinite = values.count { $0.isInfinite }
    guard infinite == 0 else {
      throw .badTarget(
        "target '\(column.name)' has \(infinite.counted("infinite value"))",
        help: "omit those rows: if abs(COLUMN) < 1e300")
    }
    let missing = Set(values.indices.filter { values[$0].isNaN })
    return (.numbers(values), missing)
  }

  private static func classes(_ column: Column, rows: [Int]) throws(Diagnostic) -> (Target, missing: Set<Int>) {
    switch column.values {
    case .category(let values):
      let sorted = values.sortedByCodePoint()
      return try named(column, sorted.levels, rows.map { Int(sorted.codes[$0]) }, isOrdered: false)
    case .ordered(let values):
      return try named(column, values.levels, rows.map { Int(values.codes[$0]) }, isOrdered: true)
    case .boolean(let values):
      return try named(
        column, ["false", "true"], rows.map { values[$0].map { $0 ? 1 : 0 } ?? -1 }, isOrdered: false)
    case .integer(let values):
      let chosen = rows.map { values[$0] == ColumnValues.missingInteger ? nil : values[$0] }
      return try byValue(column, chosen, name: String.init)
    case .number(let values):
      // Adding 0 turns −0 into 0, which is the same class.
      return try byValue(
        column, rows.map { values[$0].isNaN ? nil : values[$0] + 0 }, name: NumberText.shortest)
    case .text, .date, .datetime:
      throw .badTarget(
        "column '\(column.name)' has type \(column.type.rawValue), which cannot be a target",
        help: "choose a category, ordered, boolean, integer or number column")
    }
  }

  private static func byValue<Number: Comparable & Hashable>(
    _ column: Column, _ values: [Number?], name: (Number) -> String
  ) throws(Diagnostic) -> (Target, missing: Set<Int>) {
    let distinct = Set(values.compactMap(\.self)).sorted()
    guard distinct.count <= classLimit else {
      throw .badTarget(
        "target '\(column.name)' has \(distinct.count) distinct values, more than the \(classLimit) classes allowed",
        help: "type: label \(CommandText.word(column.name)) task=number")
    }
    let places = Dictionary(uniqueKeysWithValues: distinct.enumerated().map { ($1, $0) })
    let codes = values.map { $0.flatMap { places[$0] } ?? -1 }
    return try named(column, distinct.map(name), codes, isOrdered: false)
  }

  /// Keeps the names that occur, in order.
  private static func named(
    _ column: Column, _ levels: [String], _ codes: [Int], isOrdered: Bool
  ) throws(Diagnostic) -> (Target, missing: Set<Int>) {
    var occurs = [Bool](repeating: false, count: levels.count)
    var missing: Set<Int> = []
    for (row, code) in codes.enumerated() {
      if code < 0 { missing.insert(row) } else { occurs[code] = true }
    }
    var place = [Int](repeating: 0, count: levels.count)
    var classes: [String] = []
    for (code, level) in levels.enumerated() where occurs[code] {
      place[code] = classes.count
      classes.append(level)
    }
    guard classes.count <= classLimit else {
      throw .badTarget(
        "target '\(column.name)' has \(classes.count) classes, more than the \(classLimit) allowed",
        help: "choose another target")
    }
    // A row without a class is left out by the task; a target of no class at all has no rows.
    if classes.isEmpty {
      return (.classes(ClassTarget(classes: [], codes: [], isOrdered: isOrdered)), missing)
    }
    let target = ClassTarget(
      classes: classes, codes: codes.map { $0 < 0 ? 0 : place[$0] }, isOrdered: isOrdered)
    return (.classes(target), missing)
  }
}

extension Diagnostic {
  static func badTarget(_ message: String, help: String) -> Diagnostic {
    Diagnostic("bad-target", message, help: help)
  }
}
