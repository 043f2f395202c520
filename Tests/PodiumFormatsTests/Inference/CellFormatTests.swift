import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

/// Numbers with marks and days in local forms.
struct CellFormatTests {
  private func semicolons(_ cells: [String], _ options: DelimitedOptions = DelimitedOptions()) throws -> LoadedTable {
    try load("x;y\n" + cells.map { $0 + ";w\n" }.joined(), options)
  }

  @Test(arguments: [
    (["0,5", "1", "-12,25"], [0.5, 1, -12.25]), (["1.234,5", "12"], [1234.5, 12]),
    (["1 234,5", "1"], [1234.5, 1]), (["1\u{A0}234,5", "1\u{202F}234\u{2009}567"], [1234.5, 1_234_567]),
    (["1'234.5", "1’000.25"], [1234.5, 1000.25]), (["1,234.5", "1,234,567"], [1234.5, 1_234_567]),
    (["\u{2212}5.25", "5"], [-5.25, 5]), (["1.234", "1.234.567", "0,5"], [1234, 1_234_567, 0.5]),
    (["1,5e3", "2,5"], [1500, 2.5]),
  ])
  func `the whole column decides how marks are read`(_ cells: [String], _ expected: [Double]) throws {
    let loaded = try semicolons(cells)
    #expect(loaded.table.columns[0].values == .number(expected))
    #expect(loaded.report.columns[0].mismatchCount == 0)
  }

  @Test(arguments: [["1 000", "12"], ["1.000.000", "5"], ["1,000,000", "1,000"], ["\u{2212}7", "7"]])
  func `whole numbers with marks stay whole`(_ cells: [String]) throws {
    #expect(try semicolons(cells).types[0] == .integer)
  }

  @Test(arguments: [
    ["1 00", "12"], ["1.23,4", "1,5"], ["1,5", "1.5"], ["007,5", "1,5"], ["1,2,3", "1,5"], ["0.123.456", "1.000.000"],
    ["1234 567", "1 000"], ["1 234,5", "1'234,5"],
  ])
  func `cells of several forms or of none stay words`(_ cells: [String]) throws {
    #expect(try semicolons(cells).types[0] == .category)
  }

  @Test func `an ambiguous comma stays words until another column or the user decides`() throws {
    let open = try semicolons(["1,234", "2,345"])
    #expect(open.types[0] == .category)
    #expect(
      open.report.notices == [
        "column 'x': stays category: '1,234' (line 2) could be 1.234 or 1234; add decimal=comma or decimal=point to load"
      ])
    let comma = DelimitedOptions(formats: CellFormats(decimal: .comma))
    #expect(try semicolons(["1,234", "2,345"], comma).table.columns[0].values == .number([1.234, 2.345]))
    let point = DelimitedOptions(formats: CellFormats(decimal: .point))
    #expect(try semicolons(["1,234", "2,345"], point).table.columns[0].values == .integer([1234, 2345]))
    #expect(try load("x;y\n1,234;0,5\n2,345;1,5\n").table.columns[0].values == .number([1.234, 2.345]))
    #expect(try load("x;y\n1,234;0.5\n2,345;1.5\n").table.columns[0].values == .integer([1234, 2345]))
  }

  @Test func `in a file with decimal commas a point separates thousands`() throws {
    let loaded = try load("x;y\n1.234;0,5\n2.345;1,5\n")
    #expect(loaded.table.columns[0].values == .integer([1234, 2345]))
    #expect(loaded.report.imported.facts.map(\.name) == ["encoding", "delimiter", "decimal", "thousands"])
    // A point that cannot be a separator shows that each column has its own marks.
    #expect(try load("x;y\n3.14;0,5\n2.345;1,5\n").table.columns[0].values == .number([3.14, 2.345]))
  }

  @Test func `a word among marked numbers becomes missing and is reported`() throws {
    let loaded = try semicolons(["1,5", "2,5", "DNF", "3,5"])
    #expect(loaded.table.columns[0].values == .number([1.5, 2.5, .nan, 3.5]))
    #expect(loaded.report.columns[0].mismatches == [.init(line: 4, text: "DNF")])
  }

  @Test(arguments: [
    (["31/12/2024", "01/02/2024"], ["2024-12-31", "2024-02-01"]),
    (["12/31/2024", "1/2/2024"], ["2024-12-31", "2024-01-02"]),
    (["31.12.2024", "1.2.2024"], ["2024-12-31", "2024-02-01"]),
    (["01.02.2024", "03.04.2024"], ["2024-02-01", "2024-04-03"]),
    (["2024/12/31", "2024/1/2"], ["2024-12-31", "2024-01-02"]), (["2024-1-5"], ["2024-01-05"]),
    (["5 Jan 2024", "31 december 2024"], ["2024-01-05", "2024-12-31"]),
    (["05-Jan-2024"], ["2024-01-05"]), (["Jan 5, 2024", "May 31, 2024"], ["2024-01-05", "2024-05-31"]),
  ])
  func `the whole column decides how local days are read`(_ cells: [String], _ days: [String]) throws {
    let loaded = try semicolons(cells)
    #expect(loaded.table.columns[0].values == .date(days.map { CalendarDate(iso: $0) }))
    #expect(loaded.report.imported.facts.last?.name == "dates")
  }

  @Test(arguments: [
    ("31/12/2024 09:30", "2024-12-31T09:30:00Z"), ("31.12.2024 9:30:15.5", "2024-12-31T09:30:15.5Z"),
    ("31/12/2024 09:30 +02:00", "2024-12-31T07:30:00Z"), ("5 Jan 2024 12:05 AM", "2024-01-05T00:05:00Z"),
    ("12/31/2024, 1:05:09 PM", "2024-12-31T13:05:09Z"), ("2024/12/31 09:30 UTC", "2024-12-31T09:30:00Z"),
  ])
  func `local moments have times and zones`(_ cell: String, _ moment: String) throws {
    #expect(
      try semicolons([cell, cell]).table.columns[0].values == .datetime([Moment(iso: moment), Moment(iso: moment)]))
  }

  @Test func `ambiguous days stay words until another column or the user decides`() throws {
    let open = try semicolons(["03/04/2024", "05/06/2024"])
    #expect(open.types[0] == .category)
    #expect(open.report.notices.count == 1)
    #expect(open.report.notices[0].hasSuffix("add dates=dmy or dates=mdy to load"))
    let monthFirst = DelimitedOptions(formats: CellFormats(dates: .monthFirst))
    #expect(
      try semicolons(["03/04/2024"], monthFirst).table.columns[0].values == .date([CalendarDate(iso: "2024-03-04")]))
    let beside = try load("x;y\n03/04/2024;31/12/2024\n05/06/2024;01/01/2024\n")
    #expect(beside.types == [.date, .date])
    #expect(beside.rows[0][0] == "2024-04-03")
  }

  @Test(arguments: [
    ["31/12/2024", "12/31/2024"], ["31/12/24", "01/02/24"], ["31/12/2024", "31.12.2024"],
    ["31/12/2024", "31/12/2024 10:00"], ["5 Foo 2024", "6 Foo 2024"],
  ])
  func `days of several forms or of none stay words`(_ cells: [String]) throws {
    #expect(try semicolons(cells).types[0] == .category)
  }

  @Test func `a local day that does not exist becomes missing and is reported`() throws {
    let loaded = try semicolons(["28.02.2023", "29.02.2023", "01.03.2023", "02.03.2023"])
    #expect(loaded.types[0] == .date)
    #expect(loaded.report.columns[0].mismatches == [.init(line: 3, text: "29.02.2023")])
  }

  @Test func `declared types accept local forms too`() throws {
    let numbers = try semicolons(["1,5", "x", "2,5"], DelimitedOptions(types: ["x": .number]))
    #expect(numbers.table.columns[0].values == .number([1.5, .nan, 2.5]))
    let days = try semicolons(["31.12.2024", "x"], DelimitedOptions(types: ["x": .date]))
    #expect(days.table.columns[0].values == .date([CalendarDate(iso: "2024-12-31"), nil]))
  }
}
