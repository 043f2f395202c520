internal import PodiumCore

/// The names of a file's columns: whether it has them, and what they become.
enum CSVHeader {
  /// How many rows below the first are looked at.
  static let sampleRows = 1000

  /// Whether the first row gives names. It is taken so, unless it is plainly data:
  ///
  /// - one of its cells reads as a number or a date, and the cells below are of that type;
  /// - it has no word above a column of numbers, dates or truth values;
  /// - its numbers are not two or more years, growing from left to right, beside a word (a table by years).
  static func isPresent(_ grid: CellGrid, _ inference: ColumnInference) throws(Diagnostic) -> Bool {
    guard grid.rowCount > 1 else { return true }
    let kinds = (0..<grid.columnCount).map { Kind(grid, 0, $0, inference.missing) }
    guard kinds.contains(where: \.isTyped), !looksLikeYears(kinds) else { return true }
    let below = ColumnInference(
      grid: grid, rows: 1..<min(grid.rowCount, 1 + sampleRows), missing: inference.missing,
      cancellation: inference.cancellation)
    var hasMatch = false
    for (place, kind) in kinds.enumerated() where kind != .missing {
      let type = try below.infer(place).values.type
      switch (kind, type) {
      case (.number, .number), (.number, .integer), (.date, .date), (.datetime, .datetime): hasMatch = true
      case (.word, .number), (.word, .integer), (.word, .date), (.word, .datetime), (.word, .boolean):
        return true
      default: break
      }
    }
    return !hasMatch
  }

  private enum Kind: Equatable {
    case missing
    case number(Int?)
    case date
    case datetime
    case boolean
    case word

    init(_ grid: CellGrid, _ row: Int, _ column: Int, _ missing: MissingWords) {
      let text = grid.text.span
      let cell = grid.cells[row * grid.columnCount + column]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) {
        self = .missing
        return
      }
      switch NumberCell.read(text, core) {
      case .integer(let value): self = .number(value)
      case .real: self = .number(nil)
      case .word, .other:
        switch ISODateCell.read(text, core) {
        case .date: self = .date
        case .datetime: self = .datetime
        case .impossible, .none: self = BooleanCell.read(text, core) == nil ? .word : .boolean
        }
      }
    }

    var isTyped: Bool {
      switch self {
      case .number, .date, .datetime: true
      case .missing, .boolean, .word: false
      }
    }
  }

  private static func looksLikeYears(_ kinds: [Kind]) -> Bool {
    var last = 1799
    var years = 0
    for kind in kinds {
      guard case .number(let value) = kind else { continue }
      guard let value, value > last, value <= 2100 else { return false }
      last = value
      years += 1
    }
    return years >= 2 && kinds.contains(.word)
  }

  /// The names in the first row, made distinct and non-empty.
  ///
  /// Blanks around an unquoted name are dropped. An empty name becomes `column_3`, the second `x` becomes `x_2`,
  /// or the next number that no other column has.
  static func names(_ grid: CellGrid) -> (names: [String], renamed: [LoadReport.Renaming]) {
    var raw: [String] = []
    for place in 0..<grid.columnCount {
      let cell = grid.cells[place]
      raw.append(NumberCell.string(grid.text.span, CellGrid.core(of: cell, in: grid.text.span)))
    }
    return distinct(raw)
  }

  /// Names made distinct and non-empty as `names` does it.
  static func distinct(_ raw: [String]) -> (names: [String], renamed: [LoadReport.Renaming]) {
    // What the file names itself is never taken by a name that is made up.
    var taken = Set(raw)
    var met: Set<String> = []
    var nextNumber: [String: Int] = [:]
    var names: [String] = []
    var renamed: [LoadReport.Renaming] = []
    for (place, name) in raw.enumerated() {
      var unique = name
      if name.isEmpty {
        unique = "column_\(place + 1)"
        if taken.contains(unique) { unique = numbered(unique, &nextNumber, taken) }
      } else if met.contains(name) {
        unique = numbered(name, &nextNumber, taken)
      }
      met.insert(name)
      taken.insert(unique)
      names.append(unique)
      if unique != name { renamed.append(.init(column: place, from: name, to: unique)) }
    }
    return (names, renamed)
  }

  private static func numbered(_ name: String, _ next: inout [String: Int], _ taken: Set<String>) -> String {
    var number = next[name] ?? 2
    while taken.contains("\(name)_\(number)") { number += 1 }
    next[name] = number + 1
    return "\(name)_\(number)"
  }

  /// The names of the columns of a file without a header: `column_1`, `column_2` …
  static func standardNames(_ count: Int) -> [String] { (0..<count).map { "column_\($0 + 1)" } }
}
