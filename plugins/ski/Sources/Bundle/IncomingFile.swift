internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// A file of a bundle as a table of fields, with the places of its rows for messages.
struct IncomingFile {
  let layout: BundleLayout.File
  /// The name of the file that the user knows.
  let name: String
  /// Columns are fields.
  private(set) var table: Table
  let unknown: [String]
  /// The columns that no record keeps, such as labels.
  private(set) var ignored: [Column]
  let notes: [String]
  /// For each row the ranks that are marked as tied.
  private(set) var tied: [[String]]
  /// How many rows of each session were left out.
  private(set) var lost: [String: Int] = [:]
  /// For each row its number in the file, from 0.
  private(set) var numbers: [Int]
  /// The cells that were not read, by number of their row.
  private(set) var unreadable: [(number: Int, field: String, sentence: String)] = []
  private var places: [[String: SourcePlace]] = []
  private var context: (any ImportContext)?
  private let total: Int

  /// Reads a file of a folder; text stays text whatever it looks like, days and ranks are texts until `setDates`.
  init(_ layout: BundleLayout.File, _ context: any ImportContext) throws(Diagnostic) {
    (self.layout, self.context) = (layout, context)
    name = context.isFolder ? FilePath.join(context.name, layout.name) : context.name
    let file = context.isFolder ? layout.name : context.files.first ?? layout.name
    let header = Self.header(try context.bytes(of: file))
    var types: [String: ColumnType] = [:]
    for (column, field) in layout.columns where header.contains(column) {
      types[column] = layout.isText(field) ? .category : field.kind.columnType
    }
    if header.contains("tied") { types["tied"] = .boolean }
    let read = try context.table(of: file, options: DelimitedOptions(header: true, types: types))
    let fileName = name
    notes = read.notes.map { "in '\(fileName)': " + $0 }
    var columns: [Column] = []
    for (column, field) in layout.columns {
      guard let found = read.table[column] else { continue }
      columns.append(Column(field.name, found.values))
    }
    for (field, value) in layout.fixed {
      columns.append(Column(field, .text([String?](repeating: value, count: read.table.rowCount))))
    }
    let known = Set(layout.columns.map(\.column)).union(layout.ignored)
    unknown = read.table.names.filter { !known.contains($0) }
    ignored = read.table.columns.filter { layout.ignored.contains($0.name) }
    let present = Set(columns.map(\.name))
    for field in layout.recordKind?.fields ?? [] where field.isRequired && !present.contains(field.name) {
      // A glide gets its number here; every other key must be in the file.
      if layout.kind == SkiKinds.glide, field.name == "number" { continue }
      throw Diagnostic(
        "missing-column", "'\(name)' has no column '\(layout.column(of: field.name))'",
        help: "its columns are " + read.table.names.joined(separator: ", "))
    }
    table = try Table(columns, rowCount: read.table.rowCount)
    (total, numbers) = (table.rowCount, Array(0..<table.rowCount))
    let marks = read.table["tied"]
    tied = numbers.map { marks?[$0] == .boolean(true) ? ["rank"] : [] }
    for field in layout.rankFields where present.contains(field) { try readRanks(field) }
  }

  /// A file made from another format; columns are fields.
  init(
    _ layout: BundleLayout.File, name: String, made: Table, places: [[String: SourcePlace]], tied: [[String]],
    lost: [String: Int]
  ) {
    (self.layout, self.name, table, unknown, ignored, notes) = (layout, name, made, [], [], [])
    (self.tied, self.lost, self.places) = (tied, lost, places)
    (numbers, total) = (Array(0..<made.rowCount), made.rowCount)
  }

  // MARK: Values

  private mutating func readRanks(_ field: String) throws(Diagnostic) {
    var ranks: [Int] = []
    var comments = texts("comment")
    var known: [String: RankText] = [:]
    for (row, text) in texts(field).enumerated() {
      var rank = ColumnValues.missingInteger
      if let text {
        let read = known[text] ?? RankText(text)
        known[text] = read
        switch read {
        case .rank(let number, let isTied):
          rank = number
          if isTied { tied[row].append(field) }
        case .word, .other:
          unreadable.append((row, field, "\(Abridged.quoted(text)) is not a rank and was kept as a remark"))
          comments[row] = RankText.remark(text, field, after: comments[row])
        }
      }
      ranks.append(rank)
    }
    table = try table.setting(Column(field, .integer(ranks)))
    if comments != texts("comment") { table = try table.setting(Column("comment", .text(comments))) }
  }

  /// The fields that hold days and moments.
  private var dateFields: [RecordField] {
    (layout.recordKind?.fields ?? []).filter { ($0.kind == .date || $0.kind == .datetime) && table[$0.name] != nil }
  }

  /// The texts of days in all its columns.
  var dateTexts: [String] { context == nil ? [] : dateFields.flatMap { distinct($0.name) } }

  /// Reads the columns of days and moments; a moment without an offset is one in UTC. Throws `ambiguous-date`.
  mutating func setDates(_ dates: SheetDates) throws(Diagnostic) {
    for field in dateFields {
      let texts = texts(field.name)
      var (days, moments): ([CalendarDate?], [Moment?]) = ([], [])
      for (row, text) in texts.enumerated() {
        var moment: Moment?
        if let text {
          switch dates.reading(text) {
          case .day(let day): moment = Moment(startOf: day)
          case .moment(let read, _) where field.kind == .datetime || read.microseconds % TypedMoment.day == 0:
            moment = read
          case .moment, .either, .none:
            try dates.refuse(text, at: place(row, field.name))
            unreadable.append(
              (
                row, field.name,
                "\(Abridged.quoted(text)) is not a \(field.kind == .date ? "day" : "moment"); it was left unknown"
              ))
          }
        }
        moments.append(moment)
        days.append(moment?.date)
      }
      table = try table.setting(Column(field.name, field.kind == .date ? .date(days) : .datetime(moments)))
    }
  }

  mutating func set(_ field: String, _ values: ColumnValues) throws(Diagnostic) {
    table = try table.setting(Column(field, values))
  }

  /// Makes the values of a field missing in some rows.
  mutating func clear(_ field: String, _ rows: Set<Int>) throws(Diagnostic) {
    guard !rows.isEmpty, let column = table[field], let kind = layout.recordKind?[field]?.kind else { return }
    let values = (0..<table.rowCount).map { rows.contains($0) ? Value.missing : column[$0] }
    try set(field, kind.column(values))
  }

  mutating func drop(_ rows: Set<Int>) throws(Diagnostic) {
    guard !rows.isEmpty else { return }
    for session in rows.sorted().compactMap({ texts("session")[$0] }) { lost[session, default: 0] += 1 }
    let kept = (0..<table.rowCount).filter { !rows.contains($0) }
    table = try Table(table.columns.map { $0.selecting(kept) }, rowCount: kept.count)
    ignored = ignored.map { $0.selecting(kept) }
    (tied, numbers) = (kept.map { tied[$0] }, kept.map { numbers[$0] })
    if !places.isEmpty { places = kept.map { places[$0] } }
  }

  /// The names in the first line of a file, as far as they are plain.
  static func header(_ bytes: [UInt8]) -> Set<String> {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(100_000)
    let start = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    let names = start.split { [0x2C, 0x3B, 0x09, 0x7C].contains($0) }
    return Set(names.map { RecordName.trimmed(String(decoding: $0.filter { $0 != 0x22 }, as: UTF8.self)) })
  }

  /// A text; nil where it is missing.
  func texts(_ field: String) -> [String?] {
    guard let column = table[field] else { return [String?](repeating: nil, count: table.rowCount) }
    switch column.values {
    case .text(let texts): return texts
    case .category(let c), .ordered(let c): return (0..<c.codes.count).map { c.name($0) }
    default: return (0..<table.rowCount).map { column[$0].isMissing ? nil : column[$0].fileText }
    }
  }

  static let missingCode = Int.min

  /// A number for each row, equal for equal values: faster than text for a hundred thousand comparisons.
  func codes(_ field: String) -> [Int] {
    switch table[field]?.values {
    case .category(let c)?, .ordered(let c)?: return c.codes.map { $0 < 0 ? Self.missingCode : Int($0) }
    case .integer(let numbers)?: return numbers
    case .datetime(let moments)?: return moments.map { $0?.microseconds ?? Self.missingCode }
    case .date(let dates)?: return dates.map { $0?.days ?? Self.missingCode }
    default:
      var places: [String: Int] = [:]
      return texts(field).map { text in
        guard let text else { return Self.missingCode }
        if let known = places[text] { return known }
        let next = places.count
        places[text] = next
        return next
      }
    }
  }

  func distinct(_ field: String) -> [String] {
    guard let column = table[field] else { return [] }
    switch column.values {
    // A level without a row would be a name that is not in the file.
    case .category(let c), .ordered(let c):
      var isUsed = [Bool](repeating: false, count: c.levels.count)
      for code in c.codes where code >= 0 { isUsed[Int(code)] = true }
      return zip(c.levels, isUsed).filter(\.1).map(\.0)
    default: return Array(Set(texts(field).compactMap { $0 }))
    }
  }

  /// Numbers; nil where they are missing.
  func numbers(_ field: String) -> [Double?] {
    table[field]?.numbers?.map { $0.isNaN ? nil : $0 } ?? [Double?](repeating: nil, count: table.rowCount)
  }

  // MARK: Places

  /// Where a row is, or a field of it.
  func place(_ row: Int, _ field: String? = nil) -> SourcePlace {
    if let known = places.indices.contains(row) ? places[row] : nil {
      if let place = field.flatMap({ known[$0] }) { return place }
      var place = known[""] ?? SourcePlace(source: "'\(name)'")
      // A record of JSON has no line, and names its fields.
      if place.line == nil, place.column == nil { place.column = field }
      return place
    }
    return place(number: numbers[row], field, lines: lines)
  }

  /// Where a row of the file is that may have been left out.
  func place(number: Int, _ field: String? = nil, lines: [Int]?) -> SourcePlace {
    let column = field.map { "'\(layout.column(of: $0))'" }
    guard let lines, lines.indices.contains(number) else {
      return SourcePlace(source: "'\(name)' row \(number + 1)", column: column)
    }
    return SourcePlace(source: "'\(name)'", line: lines[number], column: column)
  }

  /// Whether rows of it were left out.
  var hasLost: Bool { table.rowCount < total }

  /// Whether its rows have places of their own.
  var isMade: Bool { context == nil }

  /// The lines of all rows; nil where some lines of the file are not rows. It reads the file once more.
  var lines: [Int]? {
    guard let context, let file = context.isFolder ? layout.name : context.files.first,
      let rows = try? context.sheets(of: file).first?.rows.filter({ $0.cells.contains { !$0.isEmpty } }),
      rows.count == total + 1
    else { return nil }
    return rows.dropFirst().map(\.line)
  }
}
