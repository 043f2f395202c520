import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

struct StatFileTests {
  private func read(_ bytes: [UInt8], _ options: StatOptions = StatOptions()) throws(Diagnostic) -> ReadTable {
    try StatTable.read(
      bytes, name: "t", options: options, budget: ReadBudget("t", opened: bytes.count), cancellation: Cancellation())
  }

  private func texts(_ table: Table, _ name: String) throws -> [String?] {
    let column = try #require(table.columns.first { $0.name == name })
    return (0..<column.count).map { column[$0].isMissing ? nil : column[$0].fileText }
  }

  @Test func `SPSS: labels become categories, codes become missing, seconds become days and moments`() throws {
    let read = try read(StatSample.survey.bytes())
    #expect(
      read.table.columns.map(\.type) == [
        .number, .number, .category, .ordered, .number, .date, .datetime, .category,
      ])
    #expect(read.table.columns[3].categorical?.levels == ["yes", "no"])
    #expect(try texts(read.table, "q1") == ["yes", "no", nil, "yes"])
    #expect(try texts(read.table, "name") == ["Åsa", "Bo", nil, "Čedomir"])
    #expect(try texts(read.table, "x") == ["1.5", nil, "-2.25", "10000000000"])
    #expect(try texts(read.table, "d") == ["2020-01-01", "1950-12-31", nil, "2024-02-29"])
    #expect(
      try texts(read.table, "t") == ["2020-01-01T12:30:15Z", "1950-12-31T01:02:03Z", nil, "2024-02-29T23:59:59Z"])
    #expect(try texts(read.table, "s") == ["alpha", "beta", nil, "alpha"])
    #expect(
      read.notes == [
        "column 'q1': 1 cell became missing, by the codes of the file: -9 (refused) 1",
        "column 'age': stays numbers: it has labels for 1 value and none for 3; labels=yes makes it words",
        "column 's': 1 cell became missing, by the codes of the file: '?' 1",
        "the file describes 1 column: 'q1' is 'Do you ski?'",
      ])
    #expect(read.facts == [.init("format", .text("SPSS 2")), .init("label", .text("A made survey"))])
  }

  @Test func `labels= decides about values with and without labels, missing= adds codes`() throws {
    let bytes = try StatSample.survey.bytes()
    let words = try read(bytes, StatOptions(usesLabels: true)).table
    #expect(try texts(words, "age") == ["20", "31", "99 or more", "45"])
    let codes = try read(bytes, StatOptions(usesLabels: false, missing: ["99", "b"])).table
    #expect(try texts(codes, "q1") == ["1", "2", nil, "1"])
    #expect(try texts(codes, "age") == ["20", "31", nil, "45"])
    #expect(try texts(codes, "s") == ["a", nil, nil, "a"])
    let typed = try read(bytes, StatOptions(types: ["age": .category, "id": .integer])).table
    #expect(typed.columns[0].values == .integer([1, 2, 3, 4]))
    #expect(typed.columns[4].type == .category)
    #expect(throws: Diagnostic.self) { try read(bytes, StatOptions(types: ["nix": .text])) }
  }

  @Test func `Stata: letters of missing values are counted by their labels`() throws {
    let read = try read(StatSample.panel.bytes())
    #expect(try texts(read.table, "v") == ["one", nil, nil])
    #expect(
      read.notes == [
        "column 'v': 2 cells became missing, by the codes of the file: .a (refused) 1, .b (don't know) 1",
        "column 'm': it counts months from 1960 (%tm)",
      ])
  }

  @Test func `Stata: a file that is cut off is refused`() throws {
    let whole = try StatWriter.write(table(), as: .stata)
    for count in [12, 40, 200] {
      let error = #expect(throws: Diagnostic.self) { try read(Array(whole.dropLast(count))) }
      #expect(error?.code == "damaged-file")
    }
    #expect(try read(whole + [0x0A]).table.rowCount == 3)
  }

  @Test func `SAS transport: a file that is cut off is refused, by its rows or its number of them`() throws {
    let whole = try StatSample.transport.bytes()
    // Four rows of 32 bytes, and 32 blanks.
    #expect(try read(whole).table.rowCount == 4)
    #expect(try read(whole).notes.isEmpty)
    for count in [33, 64, 80] {
      let error = #expect(throws: Diagnostic.self) { try read(Array(whole.dropLast(count))) }
      #expect(error?.code == "damaged-file" && error?.message.contains("cut off") ?? false, "\(error?.message ?? "")")
    }
    let unfilled = try read(Array(whole.dropLast(32)))
    #expect(unfilled.table.rowCount == 4 && unfilled.notes.first?.contains("80 bytes") ?? false)
  }

  @Test func `SAS transport: one table of several is read by its name`() throws {
    let one = try StatSample.transport.bytes()
    var second = Array(one[240...])
    second.replaceSubrange(168..<176, with: "OTHER   ".utf8)
    let error = #expect(throws: Diagnostic.self) { try read(one + second) }
    #expect(error?.code == "several-tables" && error?.message.contains("DATASET, OTHER") ?? false)
    let other = try read(one + second, StatOptions(table: "other"))
    #expect(other.table == (try read(one).table))
    #expect(other.facts.last == .init("table", .text("OTHER")))
    #expect(throws: Diagnostic.self) { try read(one + second, StatOptions(table: "nix")) }
    #expect(throws: Diagnostic.self) { try read(try StatSample.sas.bytes(), StatOptions(table: "x")) }
  }

  @Test func `SPSS: labels that repeat get their codes, with a note`() throws {
    let table = try Table([Column("q", .category(Categorical(levels: ["same", "sama", "b"], codes: [0, 1, 2, 0])))])
    var bytes = try StatWriter.write(table, as: .spss)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "sama".utf8) })
    bytes[place + 3] = 0x65
    let read = try read(bytes)
    let levels = try #require(read.table.columns[0].categorical?.levels)
    #expect(levels.count == 3 && levels[0] == "same" && levels[1].hasPrefix("same ("))
    #expect(read.notes == ["column 'q': 1 label that repeats another got its code, first '\(levels[1])'"])
  }

  @Test func `SAS: days and seconds from 1960, empty texts are missing`() throws {
    let table = try read(StatSample.sas.bytes()).table
    #expect(table.columns.map(\.type) == [.number, .date, .category, .datetime])
    #expect(try texts(table, "weight") == ["70.5", nil, "82"])
    #expect(try texts(table, "day") == ["2020-01-01", "1959-12-22", nil])
    #expect(try texts(table, "name") == ["Anna", nil, "Bo"])
    #expect(try texts(table, "at") == ["2020-01-01T00:00:00.5Z", nil, "1960-01-01T00:00:00Z"])
    #expect(try read(StatSample.transport.bytes()).table.columns.map(\.type) == [.number, .number, .date, .datetime])
    #expect(try texts(read(StatSample.portable.bytes()).table, "X") == ["1.5", nil, "-2.25", "10000000000"])
  }

  /// A table of every type; SPSS keeps seconds to two millionths.
  private func table() throws -> Table {
    try Table([
      Column("real", .number([1.5, .nan, -1e300])),
      Column("whole", .integer([1, ColumnValues.missingInteger, -70_000])),
      Column("large", .integer([9_007_199_254_740_992, 0, -9_007_199_254_740_992])),
      Column("truth", .boolean([true, nil, false])),
      Column("day", .date([CalendarDate(days: 0), nil, CalendarDate(days: -200_000)])),
      Column(
        "moment", .datetime([Moment(microseconds: 1_700_000_000_123_000), nil, Moment(microseconds: -1_000)])),
      Column("word", .category(Categorical(levels: ["b", "a", "unused"], codes: [1, -1, 0]))),
      Column("rank", .ordered(Categorical(levels: ["low", "high"], codes: [1, 0, -1]))),
      Column("text", .text((0..<3).map { $0 == 1 ? nil : String(repeating: "å", count: 400 * ($0 + 1)) })),
    ])
  }

  @Test func `what is written reads back as it was`() throws {
    let table = try table()
    let types = ["text": ColumnType.text]
    #expect(try read(StatWriter.write(table, as: .spss), StatOptions(types: types)).table == table)
    let stata = try read(StatWriter.write(table, as: .stata), StatOptions(types: types)).table
    // Stata does not know that categories have an order.
    let expected = try Table(
      table.columns.map { $0.name == "rank" ? Column("rank", .category($0.categorical ?? Categorical([]))) : $0 })
    #expect(stata == expected)
    // The file has no time of its own.
    #expect(try StatWriter.write(table, as: .stata) == StatWriter.write(table, as: .stata))
  }

  @Test func `times of day stay what they are in Stata`() throws {
    let table = try Table([Column("t", .number([30_041.4, .nan, 0, 86_399]), scale: .time)])
    #expect(try read(StatWriter.write(table, as: .stata)).table == table)
  }

  @Test func `names that the format does not allow are changed, and kept as labels`() throws {
    let names = [
      "body mass", "body-mass", "1st", "if", "str12", "_n", "längd", String(repeating: "x", count: 70), "With",
    ]
    let table = try Table(names.map { Column($0, .integer([1])) })
    let stata = try read(StatWriter.write(table, as: .stata))
    let long = String(repeating: "x", count: 32)
    #expect(
      stata.table.columns.map(\.name) == [
        "body_mass", "body_mass_2", "v1st", "if_1", "vstr12", "_n_1", "längd", long, "With",
      ])
    #expect(stata.notes.last?.hasPrefix("the file describes 7 columns: 'body_mass' is 'body mass'") == true)
    let spss = try read(StatWriter.write(table, as: .spss)).table.columns.map(\.name)
    #expect(spss[0...1] == ["body_mass", "body_mass_2"])
    #expect(spss.last == "With_1")
  }

  @Test func `what a format has no place for is refused by name`() throws {
    func failure(_ values: ColumnValues, _ kind: StatWriter.Kind) -> String? {
      do throws(Diagnostic) {
        _ = try StatWriter.write(try Table([Column("x", values)]), as: kind)
        return nil
      } catch {
        return error.code + ": " + error.message
      }
    }
    #expect(
      failure(.number([.infinity]), .stata)
        == "not-representable: a file of Stata cannot hold the column 'x': it has numbers beyond the largest of the format"
    )
    #expect(failure(.number([1e308]), .stata) != nil)
    #expect(failure(.number([1e308]), .spss) == nil)
    #expect(failure(.integer([.max]), .spss) != nil)
    #expect(failure(.text(["a\u{0}b"]), .stata) != nil)
    #expect(failure(.text([String(repeating: "x", count: 40_000)]), .spss) != nil)
    #expect(failure(.text([String(repeating: "x", count: 40_000)]), .stata) == nil)
  }

  @Test func `tables without rows or columns`() throws {
    let empty = try Table([Column("x", .number([]))])
    for kind in [StatWriter.Kind.stata, .spss] {
      #expect(try read(StatWriter.write(empty, as: kind)).table.rowCount == 0)
    }
  }

  @Test(arguments: StatSample.allCases)
  func `a damaged file is a table or an error, never a crash`(_ sample: StatSample) throws {
    let bytes = try sample.bytes()
    let step = max(1, bytes.count / 300)
    for end in stride(from: 0, to: bytes.count, by: step) {
      do { _ = try read(Array(bytes[..<end])) } catch { #expect(!error.message.isEmpty) }
    }
    for place in stride(from: 0, to: bytes.count, by: step) {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var damaged = bytes
        damaged[place] = value
        do { _ = try read(damaged) } catch { #expect(!error.message.isEmpty) }
      }
    }
  }

  @Test func `a library that is missing is named with its package`() {
    #expect(throws: Diagnostic.self) {
      _ = try ReadStat.open(SystemLibrary(name: "ReadStat", files: ["no.so"], package: "p", use: "u"))
    }
  }
}
