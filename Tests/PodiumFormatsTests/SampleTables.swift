import PodiumCore

/// Tables of all types for writing and reading back, the same for the same seed.
struct SampleTables {
  private var random: SystemlessRandom
  private let rows: Int

  init(seed: UInt64) {
    random = SystemlessRandom(seed: seed)
    rows = 1 + random.below(12)
  }

  /// A table with a column of each type and a name that looks like something else.
  mutating func table(numbers: [Double] = [-0.5, 1, 1e15, 1e22, 0x1p63, .leastNonzeroMagnitude, 1e300]) throws -> Table
  {
    let names = ["a,b", " x ", "NA", "1", "q\"q", "l%l", "é;{}", "2024-01-05"]
    return try Table(zip(names, ColumnType.allCases).map { column($0, $1, numbers) })
  }

  private mutating func column(_ name: String, _ type: ColumnType, _ numbers: [Double]) -> Column {
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
    case .date: return Column(name, .date(values { CalendarDate(days: $0.below(60_000) - 20_000) }))
    case .datetime:
      return Column(
        name,
        .datetime(
          values { Moment(microseconds: ($0.below(60_000) - 20_000) * 86_400_000_000 + $0.below(86_400) * 1_000_001) }))
    }
  }

  private mutating func texts() -> [String?] {
    let pieces = [
      ",", ";", "\t", "\"", "\n", "\r", " ", "a", "é", "NA", "null", "?", "007", "1", "-", "%", "{", "}", "\\", "true",
      "2024-01-05", "🎿", "\u{1B}", "'", "<b>", "&amp;", "_x000D_", "5",
    ]
    return values { random in (0..<(1 + random.below(3))).map { _ in random.pick(pieces) }.joined() }
  }

  private mutating func values<Result>(_ make: (inout SystemlessRandom) -> Result) -> [Result?] {
    (0..<rows).map { _ in random.chance(0.2) ? nil : make(&random) }
  }
}

extension Table {
  /// The types of the columns by name, and the categories of those that have them.
  var declared: (types: [String: ColumnType], levels: [String: [String]]) {
    var types: [String: ColumnType] = [:]
    var levels: [String: [String]] = [:]
    for column in columns {
      types[column.name] = column.type
      levels[column.name] = column.categorical?.levels
    }
    return (types, levels)
  }

  /// All cells as files write them; nil is missing.
  var texts: [[String?]] {
    (0..<rowCount).map { row in columns.map { $0[row].isMissing ? nil : $0[row].fileText } }
  }
}

/// Bytes changed at random places, for readers that must survive anything.
struct Mutations {
  private var random: SystemlessRandom

  init(seed: UInt64) { random = SystemlessRandom(seed: seed) }

  /// The bytes cut off, or with a few of them changed, doubled or left out.
  mutating func next(_ bytes: [UInt8]) -> [UInt8] {
    var copy = bytes
    if copy.isEmpty { return copy }
    switch random.below(4) {
    case 0: return Array(copy.prefix(random.below(copy.count)))
    case 1:
      for _ in 0..<(1 + random.below(4)) { copy[random.below(copy.count)] = UInt8(random.below(256)) }
    case 2:
      let start = random.below(copy.count)
      let end = min(copy.count, start + 1 + random.below(16))
      copy.removeSubrange(start..<end)
    default:
      let start = random.below(copy.count)
      let end = min(copy.count, start + 1 + random.below(16))
      copy.insert(contentsOf: copy[start..<end], at: random.below(copy.count))
    }
    return copy
  }
}
