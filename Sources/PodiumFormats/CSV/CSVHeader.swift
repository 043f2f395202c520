internal import PodiumCore

/// The column names of a file: whether it has them, and how they are adjusted.
enum CSVHeader {
  /// Number of rows examined below the first.
  static let sampleRows = 1000
  /// Number of rows examined below the first for their shapes, which are costlier to read than numbers.
  static let shapeRows = 200

  /// Whether the first row holds names. It does, unless it is clearly data:
  ///
  /// - one of its cells reads as a number or an ISO date, and the cells below have that type; or at least two of its
  ///   cells, or all in a table of one or two columns, have that or another shape (`CellShape`) of the cells below;
  /// - it has no word above a column of numbers, dates or truth values;
  /// - its numbers are not two or more years, increasing from left to right, next to a word (a table by years).
  static func isPresent(_ grid: CellGrid, _ inference: ColumnInference) throws(Diagnostic) -> Bool {
    guard grid.rowCount > 1 else { return true }
    let kinds = (0..<grid.columnCount).map { Kind(grid, 0, $0, inference.missing) }
    guard kinds.contains(where: \.isData), !looksLikeYears(kinds) else { return true }
    let below = ColumnInference(
      grid: grid, rows: 1..<min(grid.rowCount, 1 + sampleRows), missing: inference.missing,
      cancellation: inference.cancellation)
    var hasMatch = false
    var alike = 0
    for (place, kind) in kinds.enumerated() where kind != .missing {
      if case .shape(let shape) = kind, isShared(shape, grid, place, inference.missing) {
        alike += 1
        continue
      }
      let type = try below.infer(place).values.type
      switch (kind, type) {
      case (.number, .number), (.number, .integer), (.date, .date), (.datetime, .datetime): hasMatch = true
      case (.word, .number), (.word, .integer), (.word, .date), (.word, .datetime), (.word, .boolean),
        (.shape, .number), (.shape, .integer), (.shape, .date), (.shape, .datetime), (.shape, .boolean):
        return true
      case (.number, .category), (.number, .text):
        // Codes that could be numbers: telephone numbers below one.
        if isCode(grid, place), try below.numbers(place, declared: .number)?.mismatches.count == 0 { hasMatch = true }
      default: break
      }
    }
    return !hasMatch && alike < min(2, grid.columnCount)
  }

  /// Whether the first cell of a column is a number that may be a code.
  private static func isCode(_ grid: CellGrid, _ place: Int) -> Bool {
    let text = grid.text.span
    let core = CellGrid.core(of: grid.cells[place], in: text)
    switch NumberCell.read(text, core) {
    case .integer: return CodeEvidence.isDoubtful(text, core, isReal: false)
    case .real: return CodeEvidence.isDoubtful(text, core, isReal: true)
    case .word, .other: return false
    }
  }

  /// Whether at least nine tenths of the values below the first row have a shape.
  private static func isShared(_ shape: CellShape, _ grid: CellGrid, _ place: Int, _ missing: MissingWords) -> Bool {
    let text = grid.text.span
    var values = 0
    var alike = 0
    for row in 1..<min(grid.rowCount, 1 + shapeRows) {
      let cell = grid.cells[row * grid.columnCount + place]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      values += 1
      if CellShape(text, core) == shape { alike += 1 }
    }
    return alike > 0 && alike * 10 >= values * 9
  }

  /// Whether a cell is a number, a date or has another shape of data.
  static func isData(_ text: Span<UInt8>, _ core: Range<Int>) -> Bool { Kind(text, core).isData }

  private enum Kind: Equatable {
    case missing
    case number(Int?)
    case date
    case datetime
    case boolean
    case shape(CellShape)
    case word

    init(_ grid: CellGrid, _ row: Int, _ column: Int, _ missing: MissingWords) {
      let text = grid.text.span
      let cell = grid.cells[row * grid.columnCount + column]
      let core = CellGrid.core(of: cell, in: text)
      self = core.isEmpty || missing.contains(cell, core, in: text) ? .missing : Kind(text, core)
    }

    init(_ text: Span<UInt8>, _ core: Range<Int>) {
      switch NumberCell.read(text, core) {
      case .integer(let value): self = .number(value)
      case .real: self = .number(nil)
      case .word, .other:
        switch ISODateCell.read(text, core) {
        case .date: self = .date
        case .datetime: self = .datetime
        case .impossible, .none:
          if BooleanCell.read(text, core) != nil {
            self = .boolean
          } else if let shape = CellShape(text, core) {
            self = .shape(shape)
          } else {
            self = NumberForm.all.contains { $0.read(text, core) != nil } ? .number(nil) : .word
          }
        }
      }
    }

    var isData: Bool {
      switch self {
      case .number, .date, .datetime, .shape: true
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

  /// Number of rows that name the columns, given that the first does: 1, or 2 if the second has further words.
  ///
  /// The second row belongs to the names if it has no number, two columns below it are numbers or dates, and
  /// either the first row has gaps (a name over several columns) that the second fills, or its cells above numbers
  /// are units and all its other cells are empty, dashes or units.
  static func depth(_ grid: CellGrid, _ inference: ColumnInference) throws(Diagnostic) -> Int {
    guard grid.rowCount > 2, grid.columnCount > 1 else { return 1 }
    let second = (0..<grid.columnCount).map { Kind(grid, 1, $0, inference.missing) }
    guard second.allSatisfy({ $0 == .word || $0 == .missing }), second.contains(.word) else { return 1 }
    let names = CSVHeader.row(grid, 0)
    let words = CSVHeader.row(grid, 1)
    let hasGaps = names.dropFirst().contains("") && names[0] != "" && !words.contains("")
    let areUnits = words.allSatisfy(CSVHeader.fitsAmongUnits)
    guard hasGaps || areUnits, Set(words).count > 1 || areUnits else { return 1 }
    let below = ColumnInference(
      grid: grid, rows: 2..<min(grid.rowCount, 2 + sampleRows), missing: inference.missing,
      cancellation: inference.cancellation)
    var typed = 0
    var unitsAboveTyped = 0
    for place in 0..<grid.columnCount {
      switch try below.infer(place).values.type {
      case .number, .integer, .date, .datetime:
        typed += 1
        if CSVHeader.isUnit(words[place]) { unitsAboveTyped += 1 }
      default:
        // A unit above words is an ordinary value of its column.
        if areUnits, !hasGaps, CSVHeader.isUnit(words[place]) { return 1 }
      }
    }
    if hasGaps { return typed >= 2 && typed * 2 >= grid.columnCount ? 2 : 1 }
    let others = words.count { $0.isEmpty || $0 == "-" }
    return unitsAboveTyped >= 2 || (unitsAboveTyped == 1 && others >= 2 && others == words.count - 1) ? 2 : 1
  }

  private static func fitsAmongUnits(_ word: String) -> Bool { word.isEmpty || word == "-" || isUnit(word) }

  /// Whether a word is a unit: in parentheses or square brackets, with a unit symbol, or one of the usual ones.
  static func isUnit(_ word: String) -> Bool {
    guard word.utf8.count <= 16, !word.isEmpty else { return false }
    if (word.hasPrefix("(") && word.hasSuffix(")")) || (word.hasPrefix("[") && word.hasSuffix("]")) { return true }
    let isShort = !word.contains(" ")
    if isShort, word.contains("/") || word.contains("°") || word.contains("%") || word.contains("µ") { return true }
    return usualUnits.contains(word)
  }

  private static let usualUnits: Set<String> = [
    "m", "cm", "mm", "km", "ft", "in", "nmi", "mi", "g", "kg", "t", "lb", "s", "sec", "ms", "min", "h", "hr", "d", "yr",
    "mo", "dy", "mn", "K", "C", "F", "degC", "degF", "degT", "deg", "Pa", "hPa", "kPa", "mbar", "bar", "psi", "N", "kN",
    "J", "kJ", "W", "kW", "V", "A", "Hz", "kn", "kt", "kts", "mph", "pct", "ppm", "count", "USD", "EUR",
    "mg", "ml", "mL", "oz", "lbs", "kWh", "MWh", "MW", "kB", "KB", "MB", "GB", "TB", "m²", "‰",
  ]

  static func row(_ grid: CellGrid, _ row: Int) -> [String] {
    (0..<grid.columnCount).map { place in
      let cell = grid.cells[row * grid.columnCount + place]
      return NumberCell.string(grid.text.span, CellGrid.core(of: cell, in: grid.text.span))
    }
  }

  /// The names in the first rows, made distinct and non-empty.
  ///
  /// Spaces around an unquoted name are dropped. The parts of two rows are joined by a space, and a gap in the first
  /// row takes the name left of it. An empty name becomes `column_3`, the second `x` becomes `x_2`, or the next number
  /// that no other column has; a NUL becomes `\0`.
  static func names(_ grid: CellGrid, depth: Int = 1) -> (names: [String], renamed: [CSVReport.Renaming]) {
    var raw = row(grid, 0)
    if depth > 1 {
      let second = row(grid, 1)
      let isUnits = second.allSatisfy(fitsAmongUnits)
      var above = ""
      for place in raw.indices {
        if !raw[place].isEmpty { above = raw[place] } else if !isUnits { raw[place] = above }
        if !second[place].isEmpty, second[place] != "-" {
          raw[place] += (raw[place].isEmpty ? "" : " ") + second[place]
        }
      }
    }
    let (names, renamed) = distinct(raw.map(withoutNUL))
    let escaped = raw.indices.filter { raw[$0].utf8.contains(0) }
    guard !escaped.isEmpty else { return (names, renamed) }
    let others = renamed.filter { !escaped.contains($0.column) }
    let own = escaped.map { CSVReport.Renaming(column: $0, from: raw[$0], to: names[$0]) }
    return (names, (others + own).ordered { $0.column < $1.column })
  }

  /// The name with `\\0` for each NUL, which text does not contain.
  private static func withoutNUL(_ name: String) -> String {
    guard name.utf8.contains(0) else { return name }
    return name.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\\0")
  }

  /// Names made distinct and non-empty as `names` does it.
  static func distinct(_ raw: [String]) -> (names: [String], renamed: [CSVReport.Renaming]) {
    // A generated name never takes a name that the file uses.
    var taken = Set(raw)
    var met: Set<String> = []
    var nextNumber: [String: Int] = [:]
    var names: [String] = []
    var renamed: [CSVReport.Renaming] = []
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
