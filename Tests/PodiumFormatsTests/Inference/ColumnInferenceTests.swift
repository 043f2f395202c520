import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

struct ColumnInferenceTests {
  private func values(_ cells: [String], _ options: DelimitedOptions = DelimitedOptions()) throws -> ColumnValues {
    try column(cells, options).table.columns[0].values
  }

  private func type(_ cells: [String], _ options: DelimitedOptions = DelimitedOptions()) throws -> ColumnType {
    try values(cells, options).type
  }

  @Test func `every type is inferred from the whole column`() throws {
    #expect(try values(["1", "", "+3"]) == .integer([1, ColumnValues.missingInteger, 3]))
    #expect(try values(["1", "2.5", "NA"]) == .number([1, 2.5, .nan]))
    #expect(try values(["true", "FALSE", ""]) == .boolean([true, false, nil]))
    #expect(try values(["2024-01-05", "", "2024-02-29"]).type == .date)
    #expect(try values(["2024-01-05T10:00", "2024-01-05 11:30:15Z"]).type == .datetime)
    #expect(try values(["b", "", "a"]) == .category(Categorical(["b", nil, "a"])))
  }

  @Test func `categories are in code-point order`() throws {
    #expect(
      try column(["mid", "low", "High", "é", "z"]).table.columns[0].categorical?.levels == [
        "High", "low", "mid", "z", "é",
      ])
  }

  @Test func `the last cell of a long column still decides its type`() throws {
    #expect(try type(Array(repeating: "1", count: 2000) + ["2.5"]) == .number)
    #expect(try type(Array(repeating: "1", count: 2000) + ["007"]) == .category)
  }

  @Test func `minus zero makes a number column`() throws {
    #expect(try values(["-0", "3"]) == .number([0, 3]))
  }

  @Test func `the integer that represents missing makes a number column`() throws {
    #expect(try values(["-9223372036854775808", "2"]) == .number([-0x1p63, 2]))
  }

  @Test func `one word in a numeric column becomes missing and is reported`() throws {
    let loaded = try column(["61.2", "60.8", "DNF", "62"])
    #expect(loaded.table.columns[0].values == .number([61.2, 60.8, .nan, 62]))
    #expect(loaded.report.columns[0].mismatches == [.init(line: 4, text: "DNF")])
    #expect(loaded.report.columns[0].missing == 1)
    #expect(loaded.report.notices == ["column 'x': 1 cell not of type number became missing: 'DNF' (line 4)"])
  }

  @Test(arguments: [
    (1, 1, ColumnType.category), (2, 1, .integer), (3, 1, .integer), (18, 2, .integer), (17, 2, .category),
    (90, 10, .integer),
    (89, 10, .category),
  ])
  func `words are tolerated if two cells are numbers and at most a tenth or one are words`(
    _ numbers: Int, _ words: Int, _ expected: ColumnType
  ) throws {
    let cells = (0..<numbers).map { "\($0)" } + (0..<words).map { "w\(["a", "b", "c"][$0 % 3])" }
    let loaded = try column(cells)
    #expect(loaded.types[0] == expected)
    #expect(!loaded.report.notices.isEmpty)
  }

  @Test func `the reason a column of decimal commas stays words is the word, not the comma`() throws {
    let one = try column(["\"1,5\"", "DNF", "\"2,5\""])
    #expect(one.types[0] == .number)
    let two = try column(["\"1,5\"", "DNF", "\"2,5\"", "DNS"])
    #expect(two.types[0] == .category)
    #expect(two.report.notices.contains { $0.contains("2 of 4 cells are numbers, but 'DNF'") })
  }

  @Test func `infinite cells are named where they keep a column words`() throws {
    let one = try column(["1.5", "inf", "Inf"])
    #expect(one.types[0] == .category)
    #expect(
      one.report.notices == [
        "column 'x': stays category: 1 of 3 cells is a number, but 'inf' (line 3) is infinite; types=COLUMN:number reads it"
      ])
    #expect(try column(["inf", "foot", "horse"]).report.notices.isEmpty)
    #expect(try column(["1.5", "inf", "2"]).types[0] == .number)
  }

  @Test(arguments: [
    ("007", "would lose its leading zeros"), ("12,345,6", "has punctuation that does not belong to a number"),
    ("1e309", "is out of range for a number"),
    ("9223372036854775809", "has more digits than a number can hold"),
    ("5 kg", "has a unit; types=COLUMN:number reads numbers without it"),
  ])
  func `one cell that only looks like a number keeps the column words, with the reason`(
    _ cell: String, _ reason: String
  ) throws {
    let loaded = try column((0..<30).map { "\($0)" } + ["\"\(cell)\""])
    #expect(loaded.types[0] == .category)
    #expect(loaded.table.columns[0][30] == .text(cell))
    #expect(
      loaded.report.notices == [
        "column 'x': stays category: 30 of 31 cells are numbers, but '\(cell)' (line 32) \(reason)"
      ])
  }

  @Test func `a whole number that a double cannot represent keeps the column words`() throws {
    let loaded = try column(["9007199254740993", "1.5", "2.5"])
    #expect(loaded.types[0] == .category)
    #expect(
      loaded.report.notices[0].contains("'9007199254740993' (line 2) has more digits than a number can hold"))
    #expect(try type(["1.5", "9007199254740993", "2.5"]) == .category)
    #expect(try type(["9007199254740993", "1", "2"]) == .integer)
  }

  @Test func `codes with leading zeros are reported`() throws {
    let loaded = try column(["007", "012"])
    #expect(loaded.rows.map { $0[0] } == ["007", "012"])
    #expect(
      loaded.report.notices == ["column 'x': stays category: '007' (line 2) would lose its leading zeros"])
  }

  @Test func `a day that does not exist becomes missing and never another day`() throws {
    let loaded = try column(["2023-02-28", "2023-02-29", "2023-03-01", "2023-03-02"])
    #expect(loaded.rows.map { $0[0] } == ["2023-02-28", nil, "2023-03-01", "2023-03-02"])
    #expect(
      loaded.report.notices == ["column 'x': 1 cell not of type date became missing: '2023-02-29' (line 3)"])
  }

  @Test func `dates and times in one column stay words and are reported`() throws {
    let loaded = try column(["2024-01-01", "2024-01-02 10:00", "2024-01-03"])
    #expect(loaded.types[0] == .category)
    #expect(loaded.report.notices == ["column 'x': stays category: it mixes 2 dates and 1 time"])
  }

  @Test func `times with and without a zone are reported`() throws {
    let loaded = try column(["2024-01-01T10:00Z", "2024-01-01T10:00", "2024-01-01T10:00+02:00"])
    #expect(
      loaded.rows.map { $0[0] } == ["2024-01-01T10:00:00Z", "2024-01-01T10:00:00Z", "2024-01-01T08:00:00Z"])
    #expect(
      loaded.report.notices == [
        "column 'x': 1 time with an offset became UTC", "column 'x': 1 of 3 times had no time zone; UTC was assumed",
      ])
  }

  @Test func `a column without values is a category without levels and is reported`() throws {
    let loaded = try column(["", "NA"])
    #expect(loaded.table.columns[0].values == .category(Categorical(levels: [], codes: [-1, -1])))
    #expect(loaded.report.notices == ["column 'x' has no values; it became a category without levels"])
  }

  @Test func `text needs more than 1000 distinct words and more than half the rows`() throws {
    #expect(try type((0..<1000).map { "w\($0)" }) == .category)
    #expect(try type((0..<1001).map { "w\($0)" }) == .text)
    #expect(try type((0..<2002).map { "w\($0 % 1001)" }) == .category)
  }

  @Test func `these words are missing, and in quotes they are where they cannot be text`() throws {
    let words = ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null"]
    #expect(MissingWords.standard == words)
    let cells = words + ["  ", " NA "]
    #expect(try column(cells + ["word"]).report.columns[0].missing == cells.count)
    #expect(try column(words.map { "\"\($0)\"" } + ["5", "6"]).report.columns[0].missing == words.count)
    #expect(try column(words.map { "\"\($0)\"" } + ["word"]).report.columns[0].missing == 0)
    let kept = ["None", "na", "-", "\" NA \"", "\" \"", "."]
    #expect(try column(kept).report.columns[0].missing == 0)
  }

  @Test func `a given missing list is complete`() throws {
    let onlyEmpty = DelimitedOptions(missing: [""])
    #expect(try values(["None", "NA", ""], onlyEmpty) == .category(Categorical(["None", "NA", nil])))
    let nines = DelimitedOptions(missing: ["-999"])
    #expect(try values(["1", "-999", "", "3"], nines).missingCount == 2)
    #expect(try values(["a", "-999", "", "b"], nines) == .category(Categorical(["a", nil, "", "b"])))
  }

  @Test func `quoted cells can be kept from being missing`() throws {
    let options = DelimitedOptions(quotedMissing: false)
    #expect(
      try values(["\"\"", "", "\"NA\"", "NA"], options) == .category(Categorical(["", nil, "NA", nil])))
  }

  @Test func `declared types win, and mismatches are reported`() throws {
    func declared(_ type: ColumnType, _ cells: [String]) throws -> ColumnValues {
      try values(cells, DelimitedOptions(types: ["x": type]))
    }
    #expect(try declared(.text, ["1", "", "2"]) == .text(["1", nil, "2"]))
    #expect(try declared(.category, ["1", "", "2"]) == .category(Categorical(["1", nil, "2"])))
    #expect(try declared(.ordered, ["b", "a"]) == .ordered(Categorical(["b", "a"])))
    #expect(try declared(.number, ["1", "x", "007", "1e309"]) == .number([1, .nan, 7, .nan]))
    #expect(try declared(.integer, ["1", "3.0", "1.5"]) == .integer([1, 3, ColumnValues.missingInteger]))
    #expect(try declared(.boolean, ["yes", "0", "TRUE", "x"]) == .boolean([true, false, true, nil]))
    #expect(
      try declared(.date, ["2024-01-05", "2024-01-05T10:00"])
        == .date([CalendarDate(iso: "2024-01-05"), nil]))
    #expect(
      try declared(.datetime, ["2024-01-05", "2024-01-05T10:00"])
        == .datetime([Moment(iso: "2024-01-05T00:00"), Moment(iso: "2024-01-05T10:00")]))
    let loaded = try column(["a", "b", "c"], DelimitedOptions(types: ["x": .number]))
    #expect(loaded.report.columns[0].mismatchCount == 3)
  }

  @Test func `declared categories give the order and admit no others`() throws {
    let loaded = try column(["low", "high", "mid", ""], DelimitedOptions(levels: ["x": ["low", "high", "top"]]))
    #expect(
      loaded.table.columns[0].values
        == .ordered(Categorical(levels: ["low", "high", "top"], codes: [0, 1, -1, -1])))
    #expect(loaded.report.columns[0].mismatches == [.init(line: 4, text: "mid")])
  }

  @Test func `a declaration for an unknown column is an error`() {
    let error = failure("time,y\n1,2\n", DelimitedOptions(types: ["tiem": .number]))
    #expect(error.code == "unknown-column")
    #expect(error.message == "unknown column 'tiem'; did you mean 'time'?")
  }

  @Test func `one word in two Unicode compositions is one category and is reported`() throws {
    let loaded = try column(["caf\u{E9}", "cafe\u{301}", "tea"])
    #expect(loaded.table.columns[0].categorical?.levels == ["café", "tea"])
    #expect(loaded.report.notices.count == 1)
  }

  @Test func `spaces around an unquoted cell hide no number but stay in words`() throws {
    let loaded = try load("a,b\n 1 ,\tx\n2, y\n")
    #expect(loaded.types == [.integer, .category])
    #expect(loaded.rows == [["1", "\tx"], ["2", " y"]])
    #expect(loaded.report.notices.isEmpty)
    #expect(try load("a,b\n\" 1\",x\n").types[0] == .category)
  }
}
