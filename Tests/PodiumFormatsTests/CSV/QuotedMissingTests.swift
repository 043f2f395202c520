import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

/// What quotes mean for words of missing values, and the line `sep=;`.
struct QuotedMissingTests {
  @Test func `in a column of words what is in quotes is text, and a note says so`() throws {
    let loaded = try load("id,x\n1,\"NA\"\n2,\"\"\n3,NA\n4,\n5,w\n")
    #expect(loaded.table.columns[1].values == .category(Categorical(["NA", "", nil, nil, "w"])))
    #expect(
      loaded.report.notices == [
        "column 'x': 2 quoted cells with a word for missing values are text; quoted-missing=yes reads them as missing"
      ])
    #expect(try load("id,x\n1,\"NA\"\n2,\"\"\n").table.columns[1].values == .category(Categorical(["NA", ""])))
  }

  @Test func `in other columns it is missing`() throws {
    let loaded = try load("id,x,d,b\n1,\"NA\",\"\",\"null\"\n2,5,2024-01-05,true\n3,6,2024-01-06,false\n")
    #expect(loaded.types == [.integer, .integer, .date, .boolean])
    #expect(loaded.table.columns.map(\.missingCount) == [0, 1, 1, 1])
    #expect(loaded.report.notices.isEmpty)
  }

  @Test func `where a file quotes everything, quotes mean nothing`() throws {
    let loaded = try load("\"id\",\"x\"\n\"1\",\"\"\n\"2\",\"NA\"\n\"3\",\"w\"\n")
    #expect(loaded.types == [.integer, .category])
    #expect(loaded.table.columns[1].missingCount == 2 && loaded.report.notices.isEmpty)
  }

  @Test func `the user decides with quoted-missing and with words of their own`() throws {
    let text = "id,x\n1,\"NA\"\n2,\"pier\"\n3,w\n"
    #expect(try load(text, DelimitedOptions(quotedMissing: true)).table.columns[1].missingCount == 1)
    #expect(try load(text, DelimitedOptions(missing: ["pier"])).table.columns[1].missingCount == 1)
    #expect(
      try load(text, DelimitedOptions(missing: MissingWords.standard + ["pier"])).table.columns[1].missingCount == 1)
    #expect(try load(text, DelimitedOptions(quotedMissing: false)).table.columns[1].missingCount == 0)
  }

  @Test(arguments: [("1,\"NA\",w\n", "2,,w\n"), ("\"1\",\"NA\",\"w\"\n", "\"2\",\"\",\"w\"\n")])
  func `a large file is read alike`(_ odd: String, _ even: String) throws {
    let text = "id,x,y\n" + (0..<3000).map { $0 % 2 == 0 ? even : odd }.joined()
    var options = DelimitedOptions()
    let whole = try load(text, options)
    (options.bulkBytes, options.bulkPart) = (0, 2000)
    #expect(try load(text, options) == whole)
  }

  @Test(arguments: [("sep=;\n", "a;b\n1,5;x\n2,5;y\n"), ("sep=|\r\n", "a|b\r\n1,5|x\r\n2,5|y\r\n")])
  func `the line that names the delimiter for a spreadsheet is left out`(_ line: String, _ rest: String) throws {
    let loaded = try load(line + rest)
    #expect(loaded.table.names == ["a", "b"] && loaded.table.columns[0].values == .number([1.5, 2.5]))
    #expect(loaded.report.firstLine == 2)
    #expect(loaded.report.notices[0].hasPrefix("line 1 ('sep=") && loaded.report.notices.count == 1)
    // It decides where the cells would not.
    #expect(try load("sep=;\na,b;c\n1,2;3\n4,5;6\n").table.names == ["a,b", "c"])
  }

  @Test func `a name that begins so is quoted`() throws {
    let table = try Table([Column("sep=;", .integer([1])), Column("SEP=x", .integer([2]))])
    #expect(try load(String(decoding: CSVWriter.write(table), as: UTF8.self)).table == table)
  }
}
