import PodiumCore
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
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
  func `texts that would lose something are quoted`(_ value: String) throws {
    let table = try Table([Column("x", .text([value]))])
    let quoted =
      "\"" + value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    #expect(text(table) == "x\n" + quoted + "\n")
  }

  @Test(arguments: ["a", "a b", "é", "007", "None", "x'y", "-", "12:30"])
  func `other texts are not quoted`(_ value: String) throws {
    #expect(text(try Table([Column("x", .text([value]))])) == "x\n" + value + "\n")
  }

  @Test func `any delimiter is quoted where it occurs, in numbers too`() throws {
    let table = try Table([Column("a.b", .number([1.5, 2]))])
    #expect(text(table, delimiter: 0x2E) == "\"a.b\"\n\"1.5\"\n2\n")
  }

  @Test func `a table without columns is an empty file`() {
    #expect(CSVWriter.write(.empty).isEmpty)
  }

  @Test(arguments: DelimitedOptions.candidates, 1...20)
  func `what is written reads back the same without options`(_ delimiter: UInt8, _ seed: Int) throws {
    var tables = SampleTables(seed: UInt64(seed))
    let table = try tables.plain()
    let loaded = try CSVReader.read(CSVWriter.write(table, delimiter: delimiter), name: "t.csv")
    #expect(loaded.table == table)
    #expect(loaded.report.delimiter == delimiter)
    #expect(loaded.report.notices.isEmpty)
  }

  @Test(arguments: [0x2C, 0x3B, 0x09, 0x7C, 0x3A, 0x20, 0x35, 0x2E, 0x65] as [UInt8], 1...25)
  func `anything written reads back the same with its types given`(_ delimiter: UInt8, _ seed: Int) throws {
    var tables = SampleTables(seed: UInt64(seed) + 1000)
    tables.shortest = 0
    tables.numbers += [-0.0, .infinity, -.infinity, .greatestFiniteMagnitude]
    tables.names[5] = "l\nl"
    let table = try tables.table()
    var options = DelimitedOptions(delimiter: delimiter, header: true, quotedMissing: false)
    for column in table.columns {
      options.types[column.name] = column.type
      if column.type.isCategorical { options.levels[column.name] = column.categorical?.levels }
    }
    let written = CSVWriter.write(table, delimiter: delimiter)
    let loaded = try CSVReader.read(written, name: "t.csv", options: options)
    #expect(loaded.table == table)
    #expect(loaded.report.columns.allSatisfy { $0.mismatchCount == 0 })
    #expect(CSVWriter.write(loaded.table, delimiter: delimiter) == written)
  }

  @Test(arguments: 1...40)
  func `one column reads back the same, whatever texts it holds`(_ seed: Int) throws {
    var tables = SampleTables(seed: UInt64(seed) + 5000)
    tables.shortest = 0
    let table = try Table([tables.column("only one", .text)])
    let options = DelimitedOptions(header: true, quotedMissing: false, types: ["only one": .text])
    let loaded = try CSVReader.read(CSVWriter.write(table), name: "t.csv", options: options)
    #expect(loaded.table == table)
  }
}
