internal import PodiumCore
internal import PodiumStatistics

/// Notes about numbers that look like codes for missing values.
struct MissingCodes {
  private let table: Table
  private let cancellation: Cancellation

  init(_ table: Table, _ cancellation: Cancellation) { (self.table, self.cancellation) = (table, cancellation) }

  /// A note for each of the first five columns that have such numbers.
  func notes() throws(Diagnostic) -> [String] {
    var notes: [String] = []
    for column in table.columns where column.type.isNumeric && column.circle == nil && notes.count < 5 {
      try cancellation.check()
      if let found = column.numbers.flatMap({ MissingCode($0) }) { notes.append(MissingCodes.note(found, column.name)) }
    }
    return notes
  }

  private static func note(_ found: MissingCode, _ column: String) -> String {
    let codes = found.codes.map { Value.real($0).fileText }
    let (name, isOne) = (CommandText.column(column), codes.count == 1)
    let shown = codes.dropLast().joined(separator: ", ") + (isOne ? "" : " and ") + (codes.last ?? "")
    return
      "\(shown) in column \(Abridged.quoted(column)) \(isOne ? "looks like a code" : "look like codes") for missing values "
      + "(\(found.count.counted("cell"))); the others go from \(Value.real(found.least).fileText) to "
      + "\(Value.real(found.largest).fileText): replace \(name) = missing() if "
      + (isOne ? "\(name) == \(shown)" : "among(\(name), \(codes.joined(separator: ", ")))")
  }
}
