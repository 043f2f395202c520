internal import PodiumCore

/// Numbers that look like codes for missing values: -999 among lengths, 99 among ages of months.
struct MissingCodes {
  private static let codes: [Double] = [-9, -99, -999, -9999, -99999, 99, 999, 9999, 99999]

  private let table: Table
  private let cancellation: Cancellation

  init(_ table: Table, _ cancellation: Cancellation) { (self.table, self.cancellation) = (table, cancellation) }

  /// A note for each of the first five columns whose least or largest number is such a code, further from all others than
  /// these are from each other.
  func notes() throws(Diagnostic) -> [String] {
    var notes: [String] = []
    for column in table.columns where column.type.isNumeric && column.circle == nil && notes.count < 5 {
      try cancellation.check()
      if let note = MissingCodes.note(column) { notes.append(note) }
    }
    return notes
  }

  private static func note(_ column: Column) -> String? {
    guard let numbers = column.numbers else { return nil }
    var (low, high) = (Double.infinity, -Double.infinity)
    for number in numbers where number.isFinite {
      low = min(low, number)
      high = max(high, number)
    }
    for code in codes where code == low || code == high {
      var (count, least, largest, others) = (0, Double.infinity, -Double.infinity, 0)
      for number in numbers where number.isFinite {
        if number == code {
          count += 1
        } else {
          (least, largest, others) = (min(least, number), max(largest, number), others + 1)
        }
      }
      let distance = code < least ? least - code : code - largest
      guard others >= 10, least < largest, distance > 2 * (largest - least), code < 0 || code > 2 * largest else {
        continue
      }
      let shown = Value.real(code).fileText
      let name = CommandText.word(column.name)
      return
        "\(shown) in column \(Abridged.quoted(column.name)) looks like a code for missing values (\(count.counted("cell"))); the "
        + "others go from \(Value.real(least).fileText) to \(Value.real(largest).fileText): replace \(name) = missing() if \(name) == \(shown)"
    }
    return nil
  }
}
