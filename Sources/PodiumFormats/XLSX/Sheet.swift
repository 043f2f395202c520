internal import PodiumCore

/// The nonempty cells of a sheet, and what has to be reported about them.
struct Sheet {
  private(set) var cells: [(place: CellPlace, value: Value, isLiteral: Bool, currency: UInt8)] = []
  /// The currencies of cells, which have the place of their own from 1, or 0.
  private(set) var currencies: [String] = []
  private(set) var merged: [CellRange] = []
  /// Cells with errors (`#DIV/0!`), with nonexistent days, with formulas that were never computed.
  private(set) var errors = 0
  private(set) var badDates = 0
  private(set) var uncomputed = 0
  private(set) var isUnordered = false
  /// The columns with cells whose format shows hours, minutes or seconds: durations where one of them is.
  private(set) var clocks: [Int: NumberScale] = [:]
  /// The zones that the formats of a column's moments name; an empty text where they differ.
  private(set) var zones: [Int: String] = [:]
  private let namesZones: Bool
  /// How many bytes of shared texts the cells repeat, beyond the first 256 of each cell.
  private var repeated = 0

  /// The maximum of `repeated`: a few bytes a cell can repeat a text of megabytes, which is read for each cell.
  static let mostRepeated = 256 << 20

  private let texts: [String]
  private let formats: [CellFormat]
  private let startsIn1904: Bool
  private let range: CellRange
  private let asShown: Bool
  /// The places of the currencies of formats.
  private var marks: [UInt8] = []

  /// The cell that is being read token by token.
  private struct Open {
    var cell: PlainCell
    var value: [UInt8] = []
    var hasFormula = false
    var text = RichText()
  }

  /// A sheet without cells, to be filled in order.
  init() { (texts, formats, startsIn1904, range, asShown, namesZones) = ([], [], false, .all, false, false) }

  mutating func append(_ value: Value, at place: CellPlace, currency: String? = nil) {
    cells.append((place, value, false, mark(currency)))
  }

  /// The place of a currency, which may be written in several ways.
  private mutating func mark(_ currency: String?) -> UInt8 {
    guard let name = currency.map(AmountMarks.name) else { return 0 }
    let known = currencies.firstIndex(of: name)
    if known == nil, currencies.count < 255 { currencies.append(name) }
    return UInt8(exactly: (known ?? currencies.count - 1) + 1) ?? 0
  }

  /// Notes that cells of a column are shown as durations, or as times of a day where none is.
  mutating func noteClock(_ column: Int, isSpan: Bool) {
    clocks[column] = isSpan ? .duration : clocks[column] ?? .time
  }

  mutating func merge(_ range: CellRange) { if merged.count < 100_000 { merged.append(range) } }

  mutating func noteError() { errors += 1 }

  /// Reads the cells of a range; throws `malformed-xml`, `too-large` and `interrupted`.
  ///
  /// Cells are values that columns can have; `asShown` gives those that a number format writes as another text, errors
  /// and formulas without a value as texts.
  init(
    _ bytes: [UInt8], name: String, workbook: Workbook, range: CellRange, asShown: Bool = false,
    cancellation: Cancellation
  ) throws(Diagnostic) {
    (texts, formats, startsIn1904) = (workbook.texts, workbook.formats, workbook.startsIn1904)
    self.range = range
    self.asShown = asShown
    namesZones = formats.contains { $0.zone != nil }
    for format in formats { marks.append(mark(format.currency)) }
    let decoded = try DecodedText.decode(bytes, name: name)
    let text = decoded.bytes.span
    var scanner = XMLScanner(name: name, from: decoded.start)
    var next = CellPlace(row: 0, column: 0)
    var open: Open?
    var inValue = false
    var tokens = 0
    while true {
      tokens += 1
      if tokens & 0xFFF == 0 { try cancellation.check() }
      if open == nil, !inValue, let cell = scanner.plainCell(text) {
        next.column = cell.place.column + 1
        try take(cell, read(cell, text))
        continue
      }
      guard let token = try scanner.next(text) else { break }
      switch token {
      case .start("row", let attributes, let isEmpty):
        let row = attributes["r"].flatMap { Int($0) } ?? next.row + 1
        guard row >= 1, row <= CellPlace.rows else {
          throw Diagnostic("damaged-file", "'\(name)' has an invalid row number", help: "save it again")
        }
        next = CellPlace(row: row - 1, column: 0)
        // A row that podium wrote without cells has values, which are missing.
        if attributes["missing"] != nil, range.rows.contains(next.row) {
          append(.missing, at: CellPlace(row: next.row, column: range.columns.lowerBound))
        }
        if isEmpty { next.row += 1 }
      case .end("row"): next = CellPlace(row: next.row + 1, column: 0)
      case .start("c", let attributes, let isEmpty):
        var place = next
        if let reference = attributes["r"] {
          guard let read = CellPlace(reference) else {
            throw Diagnostic("damaged-file", "'\(name)' has an invalid cell reference", help: "save it again")
          }
          place = read
        }
        next.column = place.column + 1
        if !isEmpty {
          open = Open(
            cell: PlainCell(
              place: place, kind: attributes["t"].flatMap { CellKind(rawValue: $0) } ?? .number,
              style: attributes["s"].flatMap { Int($0) } ?? -1))
        }
      case .end("c"):
        if var read = open {
          if read.cell.kind == .inline { read.value = read.text.bytes }
          read.cell.value = read.value.indices
          try take(read.cell, self.read(read.cell, read.value.span, hasFormula: read.hasFormula))
        }
        open = nil
      case .start("v", _, let isEmpty): inValue = !isEmpty
      case .end("v"): inValue = false
      case .start("f", _, _): open?.hasFormula = true
      case .start("mergeCell", let attributes, _):
        if let range = attributes["ref"].flatMap({ CellRange($0) }) { merge(range) }
      case .text(let bytes):
        if inValue { open?.value += bytes } else { open?.text.take(token) }
      default: open?.text.take(token)
      }
    }
    // Every program writes cells row by row; other sheets are sorted into that order.
    if isUnordered {
      cells.sort { ($0.place.row, $0.place.column) < ($1.place.row, $1.place.column) }
    }
  }

  private mutating func take(_ cell: PlainCell, _ value: Value?) throws(Diagnostic) {
    guard let value else { return }
    guard repeated <= Sheet.mostRepeated else {
      throw Diagnostic(
        "too-large",
        "the cells of the sheet repeat long texts to more than \(Sheet.mostRepeated >> 20) MB",
        help: "load part of it with range=")
    }
    // A cell with an error has no value, but its row still counts.
    guard !value.isMissing || cell.kind == .error else { return }
    if let last = cells.last?.place, (last.row, last.column) >= (cell.place.row, cell.place.column) {
      isUnordered = true
    }
    let mark = marks.indices.contains(cell.style) ? marks[cell.style] : 0
    cells.append((cell.place, value, format(cell)?.isLiteral ?? false, mark))
  }

  /// The value of a cell by its bytes; nil outside the range that is read.
  private mutating func read(_ cell: PlainCell, _ text: Span<UInt8>, hasFormula: Bool = false) -> Value? {
    guard range.contains(cell.place) else { return nil }
    func raw() -> String { NumberCell.string(text, cell.value) }
    switch cell.kind {
    case .shared:
      guard let place = Int(raw().filter { $0 != " " }), texts.indices.contains(place) else { return .missing }
      repeated += max(0, texts[place].utf8.count - 256)
      return .text(texts[place])
    case .inline, .text: return .text(RichText.unescaped(raw()))
    case .truth:
      let raw = raw()
      return raw == "1" || raw == "true" ? .boolean(true) : raw == "0" || raw == "false" ? .boolean(false) : .missing
    case .error:
      errors += 1
      return asShown ? .text(cell.value.isEmpty ? "#ERROR" : raw()) : .missing
    case .time:
      let raw = raw()
      switch ISODateCell.read(raw) {
      case .date(let day): return .date(day)
      case .datetime(let moment, _, _): return .datetime(moment)
      case .impossible, .none: return .text(raw)
      }
    case .number:
      if cell.value.isEmpty {
        if hasFormula { uncomputed += 1 }
        return asShown && hasFormula ? .text("#FORMULA WITHOUT A VALUE") : .missing
      }
      let number = text.extracting(cell.value)
      guard let value = NumberCell.read(number, NumberCell.core(number), isDeclared: true).value,
        let real = value.asNumber
      else { return .text(raw()) }
      guard let format = format(cell), asShown || format.kind != .number else { return value }
      return self.value(value, real, raw(), format, column: cell.place.column)
    }
  }

  private func format(_ cell: PlainCell) -> CellFormat? {
    formats.indices.contains(cell.style) ? formats[cell.style] : nil
  }

  /// What a number stands for by its format; `raw` is how the file writes it.
  private mutating func value(
    _ value: Value, _ real: Double, _ raw: String, _ format: CellFormat, column: Int
  ) -> Value {
    if format.kind == .decimal, !asShown { return .number(real) }
    let places = SerialDate.places(raw)
    if asShown, let text = format.text(real, places: places, startsIn1904: startsIn1904) { return .text(text) }
    switch format.kind {
    case .number: return value
    case .decimal: return .number(real)
    case .time:
      noteClock(column, isSpan: format.isSpan || real >= 1)
      return SerialDate.time(real, places: places).map { .text($0) } ?? value
    case .date, .datetime:
      let time = SerialDate.value(real, places: places, startsIn1904: startsIn1904, isDay: format.kind == .date)
      if namesZones {
        let name = format.zone ?? ""
        zones[column] = zones[column, default: name] == name ? name : ""
      }
      if let time { return time }
      badDates += 1
      return .missing
    }
  }
}
