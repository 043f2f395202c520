internal import PodiumCore

extension TypedColumn {
  /// Reads cells as a declared type; those that do not fit become missing and are reported.
  ///
  /// A text is read as in CSV, `007` is 7 and `yes` is true; `levels` are the categories in order.
  init(_ cells: [Value], as type: ColumnType, levels: [String]?) {
    var column = TypedColumn()
    switch type {
    case .number: column.set(.number(column.map(cells, TypedColumn.real).map { $0 ?? .nan }))
    case .integer:
      column.set(.integer(column.map(cells, TypedColumn.whole).map { $0 ?? ColumnValues.missingInteger }))
    case .boolean: column.set(.boolean(column.map(cells, TypedColumn.truth)))
    case .date: column.set(.date(column.map(cells, TypedColumn.day)))
    case .datetime: column.set(.datetime(column.map(cells, TypedColumn.moment)))
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
