internal import PodiumCore

extension TypedColumn {
  /// Reads cells as the type that a user declares: texts by the rules for files of text, so that units, currencies and local
  /// forms of numbers and days are read, other cells as they are.
  ///
  /// `lines` are those of the rows, for notices; empty for 1, 2, 3 and so on. Throws `interrupted`.
  init(
    declared type: ColumnType, _ cells: [Value], lines: [UInt32], cancellation: Cancellation
  ) throws(Diagnostic) {
    let texts = cells.indices.filter { if case .text = cells[$0] { true } else { false } }
    guard [.number, .integer, .date, .datetime].contains(type), !texts.isEmpty else {
      self.init(cells, as: type, levels: nil)
      return
    }
    // Texts with a mark are compared with numbers that have none, of which the first is named.
    let numbers = cells.indices.filter {
      switch cells[$0] {
      case .integer, .number: true
      default: false
      }
    }
    var formats = CellFormats()
    formats.areOptions = false
    var inference = ColumnInference(
      grid: CellGrid(cells, rows: texts + numbers.prefix(1), lines: lines), rows: texts.indices,
      missing: MissingWords([]), formats: formats, cancellation: cancellation)
    if !numbers.isEmpty { inference.plain = (numbers.count, texts.count) }
    let read = try inference.read(0, as: type, levels: nil)
    if [.category, .text].contains(read.values.type) {
      self.init(wordsOf: cells)
    } else {
      self.init(cells.map { if case .text = $0 { .missing } else { $0 } }, as: type, levels: nil)
      insert(read.values, texts)
      noteOffsets(read.offsets, of: texts, beside: cells)
      let rows = read.mismatches.firstRows.map { texts[$0] }
      addMismatches(read.mismatches.count, rows.map { ($0, cells[$0].fileText) })
    }
    for notice in read.notices { note(notice) }
  }

  /// Sets the values of some rows, which have the type of the column.
  private mutating func insert(_ read: ColumnValues, _ rows: [Int]) {
    func inserted<Element>(_ read: [Element], _ all: [Element]) -> [Element] {
      var all = all
      for (place, row) in rows.enumerated() { all[row] = read[place] }
      return all
    }
    switch (read, values) {
    case (.number(let x), .number(let all)): set(.number(inserted(x, all)))
    case (.integer(let x), .integer(let all)): set(.integer(inserted(x, all)))
    case (.date(let x), .date(let all)): set(.date(inserted(x, all)))
    case (.datetime(let x), .datetime(let all)): set(.datetime(inserted(x, all)))
    default: break
    }
  }

  /// Reads cells as a type; those that do not fit become missing and are reported.
  ///
  /// A text is read in the standard form, `007` is 7 and `yes` is true; `levels` are the categories in order.
  init(_ cells: [Value], as type: ColumnType, levels: [String]?) {
    var column = TypedColumn()
    switch type {
    case .number: column.set(.number(column.map(cells, TypedColumn.real).map { $0 ?? .nan }))
    case .integer:
      column.set(.integer(column.map(cells, TypedColumn.whole).map { $0 ?? ColumnValues.missingInteger }))
    case .boolean: column.set(.boolean(column.map(cells, TypedColumn.truth)))
    case .date: column.set(.date(column.map(cells, TypedColumn.day)))
    case .datetime:
      column.set(.datetime(column.map(cells, TypedColumn.moment)))
      column.noteOffsets(cells)
    case .text: column.set(.text(column.map(cells) { $0.fileText }))
    case .category, .ordered:
      let values: Categorical
      if let levels {
        let known = Set(levels)
        let texts = column.map(cells) { known.contains($0.fileText) ? $0.fileText : nil }
        values = Categorical(texts, levels: levels)
      } else {
        values = Categorical(column.map(cells) { $0.fileText })
      }
      column.set(type == .category ? .category(values) : .ordered(values))
    }
    self = column
  }

  private static func real(_ value: Value) -> Double? {
    switch value {
    case .number(let real): real
    case .integer(let whole): Double(whole)
    case .text(let text):
      switch NumberCell.read(text, isDeclared: true) {
      case .integer(let whole): Double(whole)
      case .real(let real): real
      case .word, .other: nil
      }
    default: nil
    }
  }

  private static func whole(_ value: Value) -> Int? {
    switch value {
    case .integer(let whole): whole
    case .text(let text): if case .integer(let whole) = NumberCell.read(text, isDeclared: true) { whole } else { nil }
    case .number(let real): real.magnitude <= 0x1p53 ? Int(exactly: real) : nil
    default: nil
    }
  }

  private static func truth(_ value: Value) -> Bool? {
    switch value {
    case .boolean(let truth): return truth
    case .integer(0): return false
    case .integer(1): return true
    case .text(let text):
      let bytes = Array(text.utf8)
      return BooleanCell.read(bytes.span, 0..<bytes.count, isDeclared: true)
    default: return nil
    }
  }

  private static func day(_ value: Value) -> CalendarDate? {
    switch value {
    case .date(let day): day
    case .text(let text): if case .date(let day) = ISODateCell.read(text) { day } else { nil }
    default: nil
    }
  }

  private static func moment(_ value: Value) -> Moment? {
    switch value {
    case .datetime(let moment): return moment
    case .date(let day): return Moment(startOf: day)
    case .text(let text):
      switch ISODateCell.read(text) {
      case .datetime(let moment, _, _): return moment
      case .date(let day): return Moment(startOf: day)
      case .impossible, .none: return nil
      }
    default: return nil
    }
  }
}

extension CellGrid {
  /// Cells of some rows of one column; a text that is too long for a number or a day is cut.
  fileprivate init(_ values: [Value], rows: [Int], lines: [UInt32]) {
    let longest = NumberCell.longest + 1
    var text: [UInt8] = []
    var cells: [Cell] = []
    for row in rows {
      let start = text.count
      let shown = values[row].fileText
      text += Substring(shown.unicodeScalars.prefix(longest)).utf8
      cells.append(Cell(start: start, length: text.count - start, .plain))
    }
    self.init(
      text: text, cells: cells, columnCount: 1,
      lines: rows.map { $0 < lines.count ? lines[$0] : UInt32(clamping: $0 + 1) })
  }
}

extension Categorical {
  /// Values from the rows' names under given levels, which may repeat; other names are missing.
  init(_ names: [String?], levels: [String]) {
    var places: [String: Int32] = [:]
    var distinct: [String] = []
    for level in levels where places[level] == nil {
      places[level] = Int32(clamping: distinct.count)
      distinct.append(level)
    }
    self.init(levels: distinct, codes: names.map { $0.flatMap { places[$0] } ?? -1 })
  }
}
