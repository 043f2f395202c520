public import PodiumCore

/// A column's values in another type; what does not fit is missing and counted.
public struct TypeConversion: Sendable {
  public let values: ColumnValues
  /// Values that did not fit, by their text, each with how often and the first row (from 0), in the order of rows.
  public let lost: [(text: String, count: Int, first: Int)]

  /// How many cells became missing.
  public var lostCount: Int { lost.reduce(0) { $0 + $1.count } }

  /// Converts a column.
  public init(_ column: Column, to type: ColumnType, cancellation: Cancellation) throws(Diagnostic) {
    var losses = Losses()
    values = try TypeConversion.values(column, type, &losses, cancellation)
    lost = losses.list
  }

  private struct Losses {
    var list: [(text: String, count: Int, first: Int)] = []
    private var places: [String: Int] = [:]

    mutating func add(_ text: String, _ row: Int) {
      if let place = places[text] {
        list[place].count += 1
      } else {
        places[text] = list.count
        list.append((text, 1, row))
      }
    }
  }

  private static func values(
    _ column: Column, _ type: ColumnType, _ losses: inout Losses, _ cancellation: Cancellation
  ) throws(Diagnostic) -> ColumnValues {
    if column.type == type { return column.values }
    // Categories convert once for each name.
    func converted<Element>(_ missing: Element, _ convert: (Value) -> Element?) throws(Diagnostic) -> [Element] {
      if let categories = column.categorical {
        let known = categories.levels.map { convert(.text($0)) }
        var out: [Element] = []
        out.reserveCapacity(categories.codes.count)
        for (row, code) in categories.codes.enumerated() {
          if row & 0xFFFF == 0 { try cancellation.check() }
          guard code >= 0 else {
            out.append(missing)
            continue
          }
          if known[Int(code)] == nil { losses.add(categories.levels[Int(code)], row) }
          out.append(known[Int(code)] ?? missing)
        }
        return out
      }
      var out: [Element] = []
      out.reserveCapacity(column.count)
      for row in 0..<column.count {
        if row & 0xFFFF == 0 { try cancellation.check() }
        let value = column[row]
        let new = value.isMissing ? missing : convert(value)
        if new == nil { losses.add(value.fileText, row) }
        out.append(new ?? missing)
      }
      return out
    }
    switch type {
    case .number: return .number(try converted(.nan, number))
    case .integer:
      return .integer(
        try converted(ColumnValues.missingInteger) { value in
          if case .integer(let x) = value { return x }
          if case .text(let text) = value, let whole = Int(text), whole != ColumnValues.missingInteger { return whole }
          guard let x = number(value), let whole = Int(exactly: x), whole != ColumnValues.missingInteger else {
            return nil
          }
          return whole
        })
    case .boolean: return .boolean(try converted(Bool?.none) { truth($0).map(Optional.some) })
    case .date:
      return .date(
        try converted(CalendarDate?.none) { value in
          switch value {
          case .datetime(let moment): .some(moment.date)
          case .text(let text): (CalendarDate(iso: text) ?? Moment(iso: text)?.date).map(Optional.some)
          default: nil
          }
        })
    case .datetime:
      return .datetime(
        try converted(Moment?.none) { value in
          switch value {
          case .date(let day): .some(Moment(microseconds: day.days * 86_400_000_000))
          case .text(let text):
            (Moment(iso: text) ?? CalendarDate(iso: text).map { Moment(microseconds: $0.days * 86_400_000_000) })
              .map(Optional.some)
          default: nil
          }
        })
    case .text: return .text(try converted(String?.none) { .some($0.fileText) })
    case .category:
      if let categories = column.categorical { return .category(categories.sortedByCodePoint()) }
      return .category(Categorical(try converted(String?.none) { .some($0.fileText) }))
    case .ordered:
      if let categories = column.categorical { return .ordered(categories) }
      return .ordered(Categorical(try converted(String?.none) { .some($0.fileText) }))
    }
  }

  private static func number(_ value: Value) -> Double? {
    if case .text(let text) = value { return TextNumber.value(text) }
    return value.asNumber
  }

  private static func truth(_ value: Value) -> Bool? {
    switch value {
    case .boolean(let x): x
    case .integer(0), .number(0): false
    case .integer(1), .number(1): true
    case .text(let text):
      switch text.lowercased() {
      case "true", "yes", "1": true
      case "false", "no", "0": false
      default: nil
      }
    default: nil
    }
  }
}
