public import PodiumCore

/// Tables of all types for writing and reading back, reproducible from a seed.
public struct SampleTables {
  /// The random numbers of the tables.
  public var random: SystemlessRandom
  /// The number of rows.
  public var rows: Int
  /// The share of missing cells.
  public var missing = 0.2
  /// The pieces that texts consist of.
  public var pieces = SampleTables.hostile
  /// The minimum number of pieces in a text.
  public var shortest = 1
  /// Special numbers, used besides random ones.
  public var numbers: [Double] = [-0.5, 1, 1e15, 1e22, 0x1p63, .leastNonzeroMagnitude, 1e300]
  /// The names of the columns, one per type.
  public var names = ["a,b", " x ", "NA", "1", "q\"q", "l%l", "é;{}", "2024-01-05"]

  /// The tables for a seed, with 1 to 12 rows.
  public init(seed: UInt64) {
    random = SystemlessRandom(seed: seed)
    rows = 1 + random.below(12)
  }

  /// Texts that readers might mistake for something else.
  public static let hostile = [
    ",", ";", "\t", "|", "\"", "\n", "\r", "\r\n", " ", "a", "é", "NA", "nan", "null", "?", "007", "1", "-", "+", ".",
    "e5", "%", "{", "}", "\\", "true", "2024-01-05", "T10:00", "🎿", "\u{1B}", "\u{FEFF}", "None", "'", ":", "<b>",
    "&amp;", "_x000D_", "5",
  ]

  /// A table with a column of each type, and arbitrary names and texts.
  public mutating func table() throws(Diagnostic) -> Table {
    var columns: [Column] = []
    for (name, type) in zip(names, ColumnType.allCases) { columns.append(column(name, type)) }
    return try Table(columns)
  }

  public mutating func column(_ name: String, _ type: ColumnType) -> Column {
    let numbers = numbers
    switch type {
    case .number:
      let cells: [Double?] = values { random in
        let value = Double(bitPattern: random.bits())
        return random.chance(0.5) || !value.isFinite ? random.pick(numbers) : value
      }
      return Column(name, .number(cells.map { $0 ?? .nan }))
    case .integer:
      return Column(name, .integer(values { Int(truncatingIfNeeded: $0.bits()) | 1 }.map { $0 ?? .min }))
    case .category: return Column(name, .category(Categorical(texts())))
    case .ordered:
      let values = Categorical(texts())
      return Column(name, .ordered(values.reordered(values.levels.indices.reversed())))
    case .text: return Column(name, .text(texts()))
    case .boolean: return Column(name, .boolean(values { $0.chance(0.5) }))
    // Years from 1 to 9999.
    case .date: return Column(name, .date(values { CalendarDate(days: $0.below(3_652_059) - 719_162) }))
    case .datetime:
      return Column(
        name,
        .datetime(
          values {
            Moment(
              microseconds: ($0.below(3_652_059) - 719_162) * 86_400_000_000 + $0.below(86_400) * 1_000_000
                + ($0.chance(0.5) ? $0.below(1_000_000) : 0))
          }))
    }
  }

  /// A table whose types can be inferred from its texts, with a value in the first row of each column.
  public mutating func plain() throws(Diagnostic) -> Table {
    let words = ["a", "b, c", "d\"e\"", "x\ny", " f", "ü;", "None", "007"]
    return try Table([
      Column(
        "i", .integer(values(isFirstGiven: true) { $0.pick([0, 1, -1, Int.max, -Int.max, 12345]) }.map { $0 ?? .min })),
      Column(
        "n",
        .number(
          [0.5] + values { Double(Int64(truncatingIfNeeded: $0.bits())) * 0x1p-70 }.dropFirst().map { $0 ?? .nan })),
      Column("c", .category(Categorical(values(isFirstGiven: true) { $0.pick(words) }))),
      Column("b", .boolean(values(isFirstGiven: true) { $0.chance(0.5) })),
      Column("d", .date(values(isFirstGiven: true) { CalendarDate(days: $0.below(200_000) - 100_000) })),
      Column(
        "t",
        .datetime(
          values(isFirstGiven: true) { Moment(microseconds: Int(truncatingIfNeeded: $0.bits() >> 8) - 1 << 54) })),
    ])
  }

  private mutating func texts() -> [String?] {
    let (pieces, shortest) = (pieces, shortest)
    return values { random in (0..<(shortest + random.below(3))).map { _ in random.pick(pieces) }.joined() }
  }

  private mutating func values<Result>(
    isFirstGiven: Bool = false, _ make: (inout SystemlessRandom) -> Result
  ) -> [Result?] {
    (0..<rows).map { row in
      let value = make(&random)
      return random.chance(missing) && !(isFirstGiven && row == 0) ? nil : value
    }
  }
}

extension Table {
  /// The types of the columns by name, and the categories of those that have them.
  public var declared: (types: [String: ColumnType], levels: [String: [String]]) {
    var types: [String: ColumnType] = [:]
    var levels: [String: [String]] = [:]
    for column in columns {
      types[column.name] = column.type
      levels[column.name] = column.categorical?.levels
    }
    return (types, levels)
  }

  /// All cells as files write them; nil is a missing value.
  public var texts: [[String?]] {
    (0..<rowCount).map { row in columns.map { $0[row].isMissing ? nil : $0[row].fileText } }
  }
}
