public import PodiumCore

/// The rows that a model was trained on, each as a number made of its features and target: tells which rows of any table are
/// new to the model.
public struct RowDigests: Sendable {
  private let known: Set<UInt64>

  /// Notes rows of a table; nil if it lacks one of the columns.
  public init?(of table: Table, columns: [String], rows: [Int]) {
    guard let digests = RowDigests.digests(of: table, columns, rows) else { return nil }
    known = Set(digests)
  }

  /// How many of some rows, at which places, were among them; nil if the table lacks one of the columns.
  public func isKnown(_ rows: [Int], of table: Table, columns: [String]) -> [Bool]? {
    RowDigests.digests(of: table, columns, rows)?.map(known.contains)
  }

  private static func digests(of table: Table, _ names: [String], _ rows: [Int]) -> [UInt64]? {
    var digests = [UInt64](repeating: 0x9E37_79B9_7F4A_7C15, count: rows.count)
    func add(_ value: (Int) -> UInt64) {
      for (place, row) in rows.enumerated() { digests[place] = mixed(digests[place] ^ value(row)) }
    }
    for name in names {
      guard let column = table[name] else { return nil }
      switch column.values {
      // Zero has two signs, and whole numbers may be read as real ones.
      case .number(let values): add { values[$0] == 0 ? 0 : values[$0].bitPattern }
      case .integer(let values):
        let missing = ColumnValues.missingInteger
        add { values[$0] == missing ? Double.nan.bitPattern : values[$0] == 0 ? 0 : Double(values[$0]).bitPattern }
      case .category(let words), .ordered(let words):
        let levels = words.levels.map { FNV.sum($0.utf8) }
        add { words.codes[$0] < 0 ? 0 : levels[Int(words.codes[$0])] }
      default: add { FNV.sum(column[$0].fileText.utf8) }
      }
    }
    return digests
  }

  /// The finalizer of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
