import PodiumCore
import PodiumFormats
import PodiumShell
import Testing

struct CSVWriterTests {
  private func text(_ table: Table, delimiter: UInt8 = 0x2C) -> String {
    String(decoding: CSVWriter.write(table, delimiter: delimiter), as: UTF8.self)
  }

  @Test func `a table is written with names, shortest numbers and empty missing cells`() throws {
    let table = try Table([
      Column("n", .number([0.1, .nan, 1e300])), Column("i", .integer([1, ColumnValues.missingInteger, -3])),
      Column("c", .category(Categorical(["a", nil, "b c"]))), Column("b", .boolean([true, nil, false])),
      Column("d", .date([CalendarDate(days: 0), nil, CalendarDate(days: 1)])),
      Column("t", .datetime([Moment(microseconds: 1), nil, Moment(microseconds: 0)])),
    ])
    #expect(
      text(table) == """
        n,i,c,b,d,t
        0.1,1,a,true,1970-01-01,1970-01-01T00:00:00.000001Z
        ,,,,,
        1e+300,-3,b c,false,1970-01-02,1970-01-01T00:00:00Z

        """)
  }

  @Test(arguments: [
    "a,b", "a;b", "a\tb", "a|b", "say \"x\"", "1\n2", "1\r2", " a", "a ", "", "NA", "null", "7", "-0.5",
    "2024-01-05",
    "2023-02-29", "TRUE", "\u{FEFF}x",
  ])
  func `texts that would lose something stand in quotes`(_ value: String) throws {
    let table = try Table([Column("x", .text([value]))])
    let quoted =
      "\"" + value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    #expect(text(table) == "x\n" + quoted + "\n")
  }

  @Test(arguments: ["a", "a b", "é", "007", "None", "x'y", "-", "12:30"])
  func `other texts stand bare`(_ value: String) throws {
    #expect(text(try Table([Column("x", .text([value]))])) == "x\n" + value + "\n")
  }

  @Test func `any delimiter is quoted where it occurs, in numbers too`() throws {
    let table = try Table([Column("a.b", .number([1.5, 2]))])
    #expect(text(table, delimiter: 0x2E) == "\"a.b\"\n\"1.5\"\n2\n")
  }

  @Test func `a table without columns is an empty file`() {
    #expect(CSVWriter.write(.empty).isEmpty)
  }

  @Test(arguments: CSVOptions.candidates, 1...20)
  func `what is written reads back the same without options`(_ delimiter: UInt8, _ seed: Int) throws {
    var tables = RandomTables(seed: UInt64(seed))
    let table = try tables.plainTable()
    let loaded = try CSVReader.read(CSVWriter.write(table, delimiter: delimiter), name: "t.csv")
    #expect(loaded.table == table)
    #expect(loaded.report.delimiter == delimiter)
    #expect(loaded.report.notices.isEmpty)
  }

  @Test(arguments: [0x2C, 0x3B, 0x09, 0x7C, 0x3A, 0x20, 0x35, 0x2E, 0x65] as [UInt8], 1...25)
  func `anything written reads back the same with its types given`(_ delimiter: UInt8, _ seed: Int) throws {
    var tables = RandomTables(seed: UInt64(seed) + 1000)
    let table = try tables.nastyTable()
    var options = CSVOptions(delimiter: delimiter, header: true, quotedMissing: false)
    for column in table.columns {
      options.types[column.name] = column.type
      if column.type.isCategorical { options.levels[column.name] = column.categorical?.levels }
    }
    let written = CSVWriter.write(table, delimiter: delimiter)
    let loaded = try CSVReader.read(written, name: "t.csv", options: options)
    #expect(loaded.table == table)
    #expect(loaded.report.columns.allSatisfy { $0.misfitCount == 0 })
    #expect(CSVWriter.write(loaded.table, delimiter: delimiter) == written)
  }

  @Test(arguments: 1...40)
  func `one column reads back the same, whatever texts it holds`(_ seed: Int) throws {
    var tables = RandomTables(seed: UInt64(seed) + 5000)
    let table = try Table([tables.nastyColumn("only one", .text)])
    let options = CSVOptions(header: true, quotedMissing: false, types: ["only one": .text])
    let loaded = try CSVReader.read(CSVWriter.write(table), name: "t.csv", options: options)
    #expect(loaded.table == table)
  }
}

/// Tables of random values, the same in every run.
private struct RandomTables {
  private var random: SystemlessRandom
  private let rows: Int

  init(seed: UInt64) {
    random = SystemlessRandom(seed: seed)
    rows = 1 + random.below(12)
  }

  /// A table whose types show in its texts, with at least one value a column.
  mutating func plainTable() throws -> Table {
    try Table([
      Column("i", .integer(values { $0.pick([0, 1, -1, Int.max, -Int.max, 12345]) }.map { $0 ?? .min })),
      Column(
        "n",
        .number(
          [0.5]
            + values { Double(Int64(truncatingIfNeeded: $0.bits())) * 0x1p-70 }.dropFirst().map { $0 ?? .nan }
        )),
      Column(
        "c",
        .category(
          Categorical(values { $0.pick(["a", "b, c", "d\"e\"", "x\ny", " f", "ü;", "None", "007"]) }))),
      Column("b", .boolean(values { $0.chance(0.5) })),
      Column("d", .date(values { CalendarDate(days: $0.below(200_000) - 100_000) })),
      Column("t", .datetime(values { Moment(microseconds: Int($0.bits() >> 8) - 1 << 54) })),
    ])
  }

  /// A table of all types with names and texts that look like anything.
  mutating func nastyTable() throws -> Table {
    let names = ["a,b", " x ", "NA", "1", "q\"q", "l\nl", "é;|", "2024-01-05"]
    return try Table(zip(names, ColumnType.allCases).map { nastyColumn($0, $1) })
  }

  mutating func nastyColumn(_ name: String, _ type: ColumnType) -> Column {
    switch type {
    case .number:
      let odd = [
        -0.0, 1, 1e15, 1e22, 0x1p63, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      ]
      return Column(
        name,
        .number(
          values { random in
            let value = Double(bitPattern: random.bits())
            return random.chance(0.5) || value.isNaN ? random.pick(odd) : value
          }.map { $0 ?? .nan }))
    case .integer:
      return Column(name, .integer(values { Int(truncatingIfNeeded: $0.bits()) | 1 }.map { $0 ?? .min }))
    case .category: return Column(name, .category(Categorical(texts())))
    case .ordered:
      let values = Categorical(texts())
      return Column(name, .ordered(values.reordered(values.levels.indices.reversed())))
    case .text: return Column(name, .text(texts()))
    case .boolean: return Column(name, .boolean(values { $0.chance(0.5) }))
    case .date: return Column(name, .date(values { CalendarDate(days: $0.below(3_000_000) - 719_000) }))
    case .datetime:
      return Column(
        name,
        .datetime(
          values {
            Moment(microseconds: ($0.below(3_000_000) - 719_000) * 86_400_000_000 + $0.below(1_000_000_000))
          }))
    }
  }

  private mutating func texts() -> [String?] {
    let pieces = [
      ",", ";", "\t", "|", "\"", "\n", "\r", "\r\n", " ", "a", "é", "NA", "nan", "null", "007", "1", "-", "+",
      ".", "e5",
      "true", "2024-01-05", "T10:00", "\u{FEFF}", "🎿", "\u{1B}", "None", "'", ":", "5",
    ]
    return values { random in (0..<random.below(4)).map { _ in random.pick(pieces) }.joined() }
  }

  private mutating func values<Value>(_ make: (inout SystemlessRandom) -> Value) -> [Value?] {
    (0..<rows).map { row in
      let value = make(&random)
      return row > 0 && random.chance(0.2) ? nil : value
    }
  }
}
