internal import PodiumCore
internal import PodiumPlugin

/// Chooses the type of a grid's columns and reads their values; the rules are in this target's README.
struct ColumnInference: Sendable {
  let grid: CellGrid
  let rows: Range<Int>
  let missing: MissingWords
  /// How numbers and dates are written, as far as known.
  var formats = CellFormats()
  /// Numbers of the column that are not among the rows: how many, and the row of the grid with the first.
  var plain: (count: Int, first: Int)?
  let cancellation: Cancellation

  /// The values of a column and what has to be reported about them.
  struct Reading {
    var values: ColumnValues
    var mismatches = Mismatches()
    var notices: [String] = []
    /// How its moments are written; nil where none has an offset.
    var offsets: ImportReport.Offsets?
    /// Number of rows without a value, if counted.
    var missing: Int?
    var numberForm: NumberForm?
    /// The form of its days, if not ISO 8601.
    var dateForm: DateForm?
    /// What the column alone cannot decide, but another column of the file may.
    var question: Question?
    /// The currencies and units that its numbers mix, which therefore cannot be compared.
    var mixture: String?
  }

  /// An ambiguity between two readings.
  enum Question: Equatable {
    /// Whether a comma is a decimal mark or a thousands separator.
    case decimal
    /// Whether the day or the month comes first.
    case dates(mark: UInt8)
  }

  /// The cells that did not fit the type of their column.
  struct Mismatches {
    private(set) var count = 0
    private(set) var firstRows: [Int] = []

    init(count: Int = 0, firstRows: [Int] = []) {
      self.count = count
      self.firstRows = firstRows
    }

    mutating func append(_ row: Int) {
      count += 1
      if firstRows.count < 5 { firstRows.append(row) }
    }
  }

  /// Reads a column by the type of all its cells.
  func infer(_ place: Int) throws(Diagnostic) -> Reading {
    guard try hasValues(place) else {
      if try hasValues(place, asWords: true) { return try words(place, declared: nil, levels: nil) }
      return Reading(
        values: .category(Categorical(levels: [], codes: Array(repeating: -1, count: rows.count))))
    }
    if let reading = try booleans(place, isDeclared: false) { return reading }
    if formats.decimal != .comma, let reading = try numbers(place, declared: nil) { return reading }
    if let reading = try dates(place, declared: nil) { return reading }
    var question: Question?
    var doubt: String?
    switch try numberMarks(place) {
    case .form(let form):
      if let reading = try numbers(place, declared: nil, form: form) { return reading }
    case .either(let a, let b, let row):
      question = .decimal
      doubt = doubtfulNumber(row, place, a, b)
    case nil: break
    }
    switch try localDates(place, isDeclared: false) {
    case .form(let form):
      if let reading = try dates(place, declared: nil, form: form) { return reading }
    case .either(let mark, let row):
      question = .dates(mark: mark)
      doubt = doubtfulDate(row, place)
    case nil: break
    }
    var reading = try words(place, declared: nil, levels: nil)
    reading.question = question
    if let doubt {
      reading.notices.append("stays \(reading.values.type.rawValue): " + doubt)
    } else if let reason = try whyWords(place, reading.values.type) {
      reading.notices.append(reason)
    }
    return reading
  }

  /// Reads a column as the type the user declared; cells that do not fit become missing.
  func read(_ place: Int, as type: ColumnType, levels: [String]?) throws(Diagnostic) -> Reading {
    switch type {
    case .number, .integer:
      let plain = formats.decimal == .comma ? nil : try numbers(place, declared: type)
      if let plain, plain.mismatches.count == 0 { return plain }
      let choice = try declaredMarks(place)
      if case .form(let form) = choice, let marked = try numbers(place, declared: type, form: form),
        marked.mismatches.count < plain?.mismatches.count ?? .max
      {
        guard let mixture = marked.mixture else { return marked }
        var reading = try words(place, declared: nil, levels: nil)
        reading.notices.append("stays \(reading.values.type.rawValue): it \(mixture)")
        return reading
      }
      if var plain {
        if case .either(let a, let b, let row) = choice {
          plain.notices.append(doubtfulNumber(row, place, a, b, isDeclared: true))
        }
        return plain
      }
      if let marked = try numbers(place, declared: type, form: .init(decimal: .comma, thousands: .none)) {
        return marked
      }
    case .boolean:
      if let reading = try booleans(place, isDeclared: true) { return reading }
    case .date, .datetime:
      let iso = try dates(place, declared: type)
      if let iso, iso.mismatches.count == 0 { return iso }
      switch try localDates(place, isDeclared: true) {
      case .form(let form):
        if let local = try dates(place, declared: type, form: form),
          local.mismatches.count < iso?.mismatches.count ?? .max
        {
          return local
        }
      case .either(_, let row):
        if var iso {
          iso.notices.append(doubtfulDate(row, place, isDeclared: true))
          return iso
        }
      case nil: break
      }
      if let iso { return iso }
    case .category, .ordered, .text: break
    }
    return try words(place, declared: type, levels: levels)
  }

  /// Whether few enough cells do not fit: one, or at most a tenth of the nonmissing ones, with at least two that fit.
  static func isTolerable(fits: Int, mismatches: Int) -> Bool {
    mismatches == 0 ? fits > 0 : fits >= 2 && (mismatches == 1 || mismatches * 10 <= fits + mismatches)
  }

  /// Maximum number of mismatches for any number of fits; beyond it the rest of the column need not be read.
  var mostMismatches: Int { max(1, rows.count / 10) }

  func index(_ row: Int, _ place: Int) -> Int { row * grid.columnCount + place }

  private func hasValues(_ place: Int, asWords: Bool = false) throws(Diagnostic) -> Bool {
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: grid.text.span)
      let isMissing =
        asWords
        ? missing.containsWord(cell, core, in: grid.text.span) : missing.contains(cell, core, in: grid.text.span)
      if !isMissing { return true }
    }
    return false
  }
}
