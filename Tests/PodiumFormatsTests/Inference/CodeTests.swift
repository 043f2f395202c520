import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

/// Cells that can be read as numbers and are not: codes, amounts with marks, days without a century.
struct CodeTests {
  private func cells(_ cells: [String]) throws -> LoadedTable {
    try load("x;y\n" + cells.map { $0 + ";w\n" }.joined())
  }

  @Test(arguments: [
    (["+15550100", "+15550101"], "'+15550100' (line 2) would lose its plus sign"),
    (["+46701740605", "46701740611", "12"], "'+46701740605' (line 2) would lose its plus sign"),
    (["+44 207 123 456", "+44 207 123 457"], "'+44 207 123 456' (line 2) would lose its plus sign"),
    (["+1", "+44", "0"], "'+1' (line 2) would lose its plus sign"),
    (["1E5", "12E3"], "'1E5' (line 2) could be a code"), (["100", "1E5", "200"], "'1E5' (line 3) could be a code"),
    (["(1)", "(2)"], "'(1)' (line 2) could be a mark"), (["7-", "8-"], "'7-' (line 2) could be a mark"),
  ])
  func `codes stay as they are, with the reason`(_ given: [String], _ reason: String) throws {
    let loaded = try cells(given)
    #expect(loaded.rows.map { $0[0] } == given)
    #expect(
      loaded.report.notices == ["column 'x': stays category: \(reason); types=COLUMN:number reads numbers"])
  }

  @Test(
    arguments: [
      (["+5", "-3", "0"], [5, -3, 0]), (["+1.5", "2"], [1.5, 2]), (["1E5", "2.5"], [100_000, 2.5]),
      (["1E+05", "1E-05"], [1e5, 1e-5]), (["1e5", "2e3"], [100_000, 2000]), (["-1E5", "3"], [-100_000, 3]),
    ] as [([String], [Double])])
  func `a cell that can be nothing but a number makes its column numbers`(_ given: [String], _ numbers: [Double]) throws
  {
    let loaded = try cells(given)
    #expect(loaded.table.columns[0].numbers == numbers)
    #expect(loaded.report.notices.isEmpty)
  }

  @Test func `a plus sign that is dropped is reported`() throws {
    let loaded = try cells(["1", "", "+3"])
    #expect(loaded.table.columns[0].values == .integer([1, ColumnValues.missingInteger, 3]))
    #expect(loaded.report.notices == ["column 'x': read 1 number without its plus sign, first '+3' (line 4)"])
  }

  @Test func `parentheses and a minus at the end are negative among other amounts`() throws {
    let accounts = try cells(["(1,200.50)", "(3.00)", "7.25"])
    #expect(accounts.table.columns[0].values == .number([-1200.5, -3, 7.25]))
    #expect(accounts.report.notices == ["column 'x': read 2 amounts as negative, first '(1,200.50)' (line 2)"])
    #expect(try cells(["1.234,50-", "10,00"]).table.columns[0].values == .number([-1234.5, 10]))
    #expect(try cells(["(5)", "3"]).table.columns[0].values == .integer([-5, 3]))
    #expect(try cells(["(-5)", "3.5"]).types[0] == .category)
  }

  @Test(
    arguments: [
      (
        ["12%", "5.5%"], "'12%' (line 2) has a percent sign; types=COLUMN:number reads numbers without it", [12, 5.5],
        "%"
      ),
      (
        ["$5.00", "$1,234.50"], "'$5.00' (line 2) has a currency; types=COLUMN:number reads numbers without it",
        [5, 1234.5], "$"
      ),
      (
        ["1.234,50 €", "2,00 €"], "'1.234,50 €' (line 2) has a currency; types=COLUMN:number reads numbers without it",
        [1234.5, 2], "€"
      ),
      (
        ["($5.00)", "-$2.50"], "'($5.00)' (line 2) has a currency; types=COLUMN:number reads numbers without it",
        [-5, -2.5], "$"
      ),
      (
        ["5 kg", "6.5 kg"], "'5 kg' (line 2) has a unit; types=COLUMN:number reads numbers without it", [5, 6.5], "kg"
      ),
      (
        ["5,-", "1200,-"], "'5,-' (line 2) has a currency; types=COLUMN:number reads numbers without it", [5, 1200],
        ",-"
      ),
    ] as [([String], String, [Double], String)])
  func `amounts with a mark stay words with the reason, and are numbers when declared`(
    _ given: [String], _ reason: String, _ numbers: [Double], _ mark: String
  ) throws {
    let loaded = try cells(given)
    #expect(loaded.rows.map { $0[0] } == given)
    #expect(loaded.report.notices == ["column 'x': stays category: " + reason])
    let declared = try load(
      "x;y\n" + given.map { $0 + ";w\n" }.joined(), DelimitedOptions(types: ["x": .number]))
    #expect(declared.table.columns[0].values == .number(numbers))
    #expect(
      declared.report.notices.contains {
        $0.hasPrefix("column 'x': read 2 numbers without '\(mark)', first '\(given[0])' (line 2)")
      })
  }

  @Test(arguments: [
    (
      ["12:30", "9:15"],
      "'12:30' (line 2) is a time without a day; 'type COLUMN time' or 'type COLUMN duration' reads it"
    ),
    (
      ["31/12/24", "01/02/99"],
      "'31/12/24' (line 2) has a year of two digits; types=COLUMN:date reads it as 1969 to 2068"
    ), (["31/12/2024", "2024/12/31"], "'31/12/2024' (line 2) is in another form than other days"),
    (["30/04/2024", "31/04/2024"], "'31/04/2024' (line 3) does not exist"),
    (["8:30 am", "12:00 pm"], "'8:30 am' (line 2) is a time without a day; 'type COLUMN time' reads it"),
    (["24:00", "12:00"], "'24:00' (line 2) is a duration; 'type COLUMN duration' reads it"),
    (["2024-01-05T12:30", "2024-01-05"], "it mixes 1 date and 1 time"),
    (["<0.01", "> 5"], "'<0.01' (line 2) is not a number"),
    (
      ["5 million", "6 million"],
      "'5 million' (line 2) has a unit or a multiple; 'type COLUMN number' names both readings"
    ),
    (
      ["1", "-", "3", "4", "--", "-"],
      "3 of 6 cells are numbers, but '-' (line 3) and others are words; missing=-,-- reads them as missing"
    ),
    (["1", "-", "3", "x", "4", "5"], "4 of 6 cells are numbers, but '-' (line 3) and others are words"),
    (["$1", "€2", "3"], "it mixes '$' (first '$1' (line 2)) and '€' (first '€2' (line 3))"),
    (["5 m²", "6 m²"], "'5 m²' (line 2) has a unit; types=COLUMN:number reads numbers without it"),
    (["1,00,000", "12,34,567.5"], "'1,00,000' (line 2) has punctuation that does not belong to a number"),
  ])
  func `a column with digits that stays words has a reason`(_ given: [String], _ reason: String) throws {
    #expect(try cells(given).report.notices == ["column 'x': stays category: " + reason])
  }

  @Test(arguments: [["5k", "1.5M"], ["$5k", "$6k"], ["5 tkr", "6 tkr"], ["1200", "5k", "7"]])
  func `a mark that may multiply is named once`(_ given: [String]) throws {
    let notices = try cells(given).report.notices
    #expect(notices.count == 1)
    #expect(notices[0].hasSuffix("has a unit or a multiple; 'type COLUMN number' names both readings"))
  }

  @Test func `declared numbers that mix currencies or units stay words with the reason`() throws {
    for (given, reason) in [
      (["$12", "€ 30", "100"], "it mixes '$' (first '$12' (line 2)) and '€' (first '€ 30' (line 3))"),
      (["5k", "6k"], "it has numbers with 'k' (first '5k' (line 2)), which multiplies them by 1000 or is a unit"),
      (["12 kg", "13 lb", ""], "it mixes 'kg' (first '12 kg' (line 2)) and 'lb' (first '13 lb' (line 3))"),
    ] {
      let loaded = try load("x;y\n" + given.map { $0 + ";w\n" }.joined(), DelimitedOptions(types: ["x": .number]))
      #expect(loaded.types[0] == .category && loaded.report.notices == ["column 'x': stays category: " + reason])
    }
    let some = try load("x;y\n45%;w\n7;w\n(5);w\n", DelimitedOptions(types: ["x": .number]))
    #expect(some.table.columns[0].values == .number([45, 7, -5]))
    #expect(
      some.report.notices == [
        "column 'x': read 1 of 3 numbers without '%', first '45%' (line 2); the others have no mark, first '7' (line 3)",
        "column 'x': read 1 amount as negative, first '(5)' (line 4)",
      ])
  }

  @Test(arguments: [["A12", "B-7"], ["1 Main Street", "2 Main Street"], ["2D", "3D"], ["a@b.org", "c@d.org"]])
  func `names with digits need none`(_ given: [String]) throws {
    #expect(try cells(given).report.notices.isEmpty)
  }

  @Test func `years of two digits are read when declared, which is reported`() throws {
    let loaded = try load("x;y\n31/12/24;w\n01/02/99;w\n", DelimitedOptions(types: ["x": .date]))
    #expect(loaded.rows.map { $0[0] } == ["2024-12-31", "1999-02-01"])
    #expect(
      loaded.report.notices == ["column 'x': read years of two digits as 1969 to 2068, first '31/12/24' (line 2)"])
  }

  @Test func `declared numbers with a comma that could be both are missing, with the question`() throws {
    let loaded = try load("x;y\n1,250;w\n2,500;w\n", DelimitedOptions(types: ["x": .number]))
    #expect(loaded.report.columns[0].mismatchCount == 2)
    #expect(
      loaded.report.notices.contains(
        "column 'x': '1,250' (line 2) could be 1.25 or 1250; add decimal=comma or decimal=point to load"))
    let sums = try load("x;y\n12.75;w\n3,418;w\n2,106,553.40;w\n4,56;w\n", DelimitedOptions(types: ["x": .number]))
    #expect(sums.table.columns[0].values == .number([12.75, 3418, 2_106_553.4, .nan]))
  }

  @Test func `a file without names keeps its first line above a column of codes`() throws {
    let loaded = try load("A,+46701740605\nB,+46701740611\nC,+46701740699\n")
    #expect(loaded.report.hasHeader == false && loaded.table.rowCount == 3)
    #expect(try load("who,phone\nA,+46701740605\nB,+46701740611\n").table.rowCount == 2)
  }
}
