internal import PodiumCore
internal import PodiumPlugin

/// A spreadsheet of OpenDocument 1.2 and later (LibreOffice, ISO/IEC 26300): its sheets, and the cells of one.
struct OpenDocument {
  /// The sheets; their path is the file that holds them all, with their number.
  private(set) var sheets: [Workbook.Sheet] = []
  private let content: DecodedText
  private let path: String
  /// The styles of cells whose hours do not begin again each day, as `[HH]:MM:SS` in LibreOffice.
  private var spans: Set<String> = []

  private static let file = "content.xml"

  static func isOne(_ archive: ZipArchive) -> Bool {
    archive.entries["mimetype"] != nil && archive.entries[file] != nil
  }

  /// Reads what its sheets are called.
  ///
  /// Throws `not-a-workbook` for texts and drawings, `encrypted-file`, and what `ZipArchive` and `XMLScanner` throw.
  init(_ archive: ZipArchive) throws(Diagnostic) {
    var archive = archive
    let name = archive.name
    let type = String(decoding: try archive.bytes(of: "mimetype") ?? [], as: UTF8.self)
    guard type.contains("spreadsheet") else {
      throw Diagnostic(
        "not-a-workbook", "'\(name)' is an OpenDocument file, but not a spreadsheet", help: ForeignFormat.toXLSX)
    }
    let manifest = String(decoding: try archive.bytes(of: "META-INF/manifest.xml") ?? [], as: UTF8.self)
    if manifest.contains("encryption-data") {
      throw Diagnostic("encrypted-file", "'\(name)' is encrypted", help: "save the file without a password")
    }
    path = FilePath.join(name, OpenDocument.file)
    content = try DecodedText.decode(try archive.bytes(of: OpenDocument.file) ?? [], name: path)
    var (hidden, style): (Set<String>, String) = ([], "")
    var (endless, formats): (Set<String>, [(style: String, format: String)]) = ([], [])
    var depth = 0
    var scanner = XMLScanner(name: path, from: content.start)
    while let token = try scanner.next(content.bytes.span) {
      switch token {
      case .start("style", let attributes, _):
        style = attributes["name"] ?? ""
        if let format = attributes["data-style-name"], formats.count < 100_000 { formats.append((style, format)) }
      case .start("time-style", let attributes, _):
        if attributes["truncate-on-overflow"] == "false" { endless.insert(attributes["name"] ?? "") }
      case .start("table-properties", let attributes, _): if attributes["display"] == "false" { hidden.insert(style) }
      case .start("table", let attributes, let isEmpty):
        if depth == 0 {
          sheets.append(
            Workbook.Sheet(
              name: attributes["name"] ?? "", path: "\(OpenDocument.file)#\(sheets.count + 1)",
              isHidden: hidden.contains(attributes["style-name"] ?? "")))
        }
        if !isEmpty { depth += 1 }
      case .end("table"): depth -= 1
      default: break
      }
    }
    spans = Set(formats.filter { endless.contains($0.format) }.map(\.style))
  }

  /// The cells of a sheet.
  ///
  /// Throws `malformed-xml`, `too-large` and `interrupted`.
  func cells(
    of sheet: Workbook.Sheet, range: CellRange, budget: ReadBudget, cancellation: Cancellation
  ) throws(Diagnostic) -> Sheet {
    var reading = Reading(range: range, budget: budget, spans: spans)
    var (depth, number, isIn) = (0, 0, false)
    var tokens = 0
    var scanner = XMLScanner(name: path, from: content.start)
    while let token = try scanner.next(content.bytes.span) {
      tokens += 1
      if tokens & 0xFFF == 0 { try cancellation.check() }
      switch token {
      case .start("table", _, let isEmpty):
        if depth == 0 {
          number += 1
          isIn = sheet.path == "\(OpenDocument.file)#\(number)" && !isEmpty
        }
        if !isEmpty { depth += 1 }
      case .end("table"):
        depth -= 1
        if depth == 0, isIn { return reading.sheet }
      default: if isIn, depth == 1 { try reading.take(token) }
      }
    }
    return reading.sheet
  }
}

extension OpenDocument {
  /// Puts the cells of one sheet together.
  private struct Reading {
    private(set) var sheet = Sheet()
    private let range: CellRange
    private let budget: ReadBudget
    /// The styles of cells that are shown as durations, and not as times of a day.
    private let spans: Set<String>
    /// The styles of columns, each up to the next.
    private var styles: [(end: Int, name: String)] = []
    private var place = CellPlace(row: 0, column: 0)
    /// The cells of the current row, which may be repeated.
    private var row: [(column: Int, value: Value, currency: String?)] = []
    private var rowRepeats = 1
    private var open: Open?
    /// How deep the current element is in a note or a drawing on a cell.
    private var aside = 0

    private struct Open {
      var attributes: [(name: String, value: String)]
      var text: [UInt8] = []
      var paragraphs = 0
      var inParagraph = 0
    }

    init(range: CellRange, budget: ReadBudget, spans: Set<String>) {
      (self.range, self.budget, self.spans) = (range, budget, spans)
    }

    mutating func take(_ token: XMLToken) throws(Diagnostic) {
      switch token {
      case .start("table-column", let attributes, _):
        let start = styles.last?.end ?? 0
        if start < CellPlace.columns {
          styles.append(
            (start + Reading.count(attributes["number-columns-repeated"]), attributes["default-cell-style-name"] ?? ""))
        }
      case .start("table-row", let attributes, let isEmpty):
        (row, place.column) = ([], 0)
        rowRepeats = Reading.count(attributes["number-rows-repeated"])
        if isEmpty { try endRow() }
      case .end("table-row"): try endRow()
      case .start("table-cell", let attributes, let isEmpty), .start("covered-table-cell", let attributes, let isEmpty):
        open = Open(attributes: attributes)
        if isEmpty { try endCell() }
      case .end("table-cell"), .end("covered-table-cell"): try endCell()
      case .start("annotation", _, let isEmpty), .start("frame", _, let isEmpty): if !isEmpty { aside += 1 }
      case .end("annotation"), .end("frame"): aside -= 1
      case _ where aside > 0: break
      case .start("p", _, let isEmpty):
        if let count = open?.paragraphs, count > 0 { open?.text.append(0x0A) }
        open?.paragraphs += 1
        if !isEmpty { open?.inParagraph += 1 }
      case .end("p"): open?.inParagraph -= 1
      case .start("s", let attributes, _):
        let spaces = min(Reading.count(attributes["c"]), 1024)
        open?.text += [UInt8](repeating: 0x20, count: spaces)
      case .start("tab", _, _): open?.text.append(0x09)
      case .start("line-break", _, _): open?.text.append(0x0A)
      case .text(let bytes): if let depth = open?.inParagraph, depth > 0 { open?.text += bytes }
      default: break
      }
    }

    private static func count(_ text: String?) -> Int { min(max(1, text.flatMap { Int($0) } ?? 1), CellPlace.rows) }

    private mutating func endCell() throws(Diagnostic) {
      guard let cell = open else { return }
      open = nil
      let repeats = Reading.count(cell.attributes["number-columns-repeated"])
      defer { place.column = min(place.column + repeats, CellPlace.columns) }
      let (down, across) = (
        Reading.count(cell.attributes["number-rows-spanned"]), Reading.count(cell.attributes["number-columns-spanned"])
      )
      if down > 1 || across > 1 {
        sheet.merge(
          CellRange(rows: place.row...(place.row + down - 1), columns: place.column...(place.column + across - 1)))
      }
      let (value, days) = read(cell)
      let isError = cell.attributes.contains { $0.name == "value-type" && $0.value == "error" }
      // A cell with an error has no value, but its row still counts.
      if isError { sheet.noteError() }
      guard isError || !value.isMissing else { return }
      // Only a damaged file has more columns, and no limit of cells could hold what it repeats.
      guard place.column < CellPlace.columns else {
        guard range == .all else { return }
        throw Diagnostic(
          "too-large",
          "row \(place.row + 1) has cells beyond column \(CellPlace.letters(CellPlace.columns - 1)), the last of a sheet",
          help: "choose cells with range=, as in range=A1:H100")
      }
      let columns = place.column..<min(place.column + repeats, CellPlace.columns)
      try budget.use(columns.count * 48)
      for column in columns {
        row.append((column, isError ? .missing : value, cell.attributes["currency"]))
        if let days {
          let style = cell.attributes["style-name"] ?? styles.first { column < $0.end }?.name ?? ""
          sheet.noteClock(column, isSpan: !(0..<1).contains(days) || spans.contains(style))
        }
      }
    }

    private mutating func endRow() throws(Diagnostic) {
      defer { place.row = min(place.row + rowRepeats, CellPlace.rows) }
      guard !row.isEmpty else { return }
      let rows = place.row..<min(place.row + rowRepeats, CellPlace.rows)
      try budget.use(rows: rows.count, columns: row.count, cell: 2 * 48)
      for number in rows {
        for cell in row {
          let place = CellPlace(row: number, column: cell.column)
          if range.contains(place) { sheet.append(cell.value, at: place, currency: cell.currency) }
        }
      }
    }

    /// What a cell holds; a time with its days.
    private func read(_ cell: Open) -> (value: Value, days: Double?) {
      guard cell.attributes["value-type"] == "time" else { return (plain(cell), nil) }
      let shown = Value.text(String(decoding: cell.text, as: UTF8.self))
      guard let days = cell.attributes["time-value"].flatMap(Reading.days),
        let time = SerialDate.time(days, places: 15)
      else { return (shown, nil) }
      return (.text(time), days)
    }

    private func plain(_ cell: Open) -> Value {
      let attributes = cell.attributes
      let shown = String(decoding: cell.text, as: UTF8.self)
      switch attributes["value-type"] {
      case "float", "percentage", "currency":
        return NumberCell.read(attributes["value"] ?? "", isDeclared: true).value ?? .text(shown)
      case "boolean": return .boolean(attributes["boolean-value"] == "true")
      case "date":
        switch ISODateCell.read(attributes["date-value"] ?? "") {
        case .date(let day): return .date(day)
        case .datetime(let moment, _, _): return .datetime(moment)
        case .impossible, .none: return .text(shown)
        }
      default:
        let text = attributes["string-value"] ?? shown
        return text.isEmpty ? .missing : .text(text)
      }
    }

    /// A duration like `PT12H30M15.5S`, `-PT1H` or `P1DT2H` in days; nil for others.
    private static func days(_ text: String) -> Double? {
      let isNegative = text.first == "-"
      let rest = isNegative ? text.dropFirst() : text[...]
      guard rest.first == "P" else { return nil }
      var seconds = 0.0
      var digits = ""
      var isTime = false
      for character in rest.dropFirst() {
        switch character {
        case "0"..."9", ".", ",": digits.append(character == "," ? "." : character)
        case "T": isTime = true
        default:
          let unit = isTime ? ["H": 3600.0, "M": 60, "S": 1][character] : character == "D" ? 86_400 : nil
          guard let unit, let number = Double(digits) else { return nil }
          seconds += number * unit
          digits = ""
        }
      }
      return digits.isEmpty ? (isNegative ? -seconds : seconds) / 86400 : nil
    }
  }
}
