import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

struct CSVHeaderTests {
  @Test(arguments: [
    "a,b\n1,2\n", "a,b\nx,y\n", "id,1990\n7,1\n8,2\n", "country,1990,1991,1992\nA,1.5,2.5,3.5\nB,4,5,6\n",
    "1,2\n",
    ",x\n1,2\n", "id,2024-01-01\n1,x\n2,y\n",
  ])
  func `the first line gives names if it can`(_ text: String) throws {
    #expect(try load(text).report.hasHeader)
  }

  @Test(arguments: [
    "1,2\n3,4\n", "x,1\ny,2\n", "2024-01-01,x\n2024-01-02,y\n", "5\n6\n7\n", "a,2019,2018\nb,1,2\n",
    "NA,1.5\n2,2.5\n",
    "2024-01-01T10:00,1\n2024-01-01T11:00,2\n",
  ])
  func `a first line of data is a row and is reported`(_ text: String) throws {
    let loaded = try load(text)
    #expect(!loaded.report.hasHeader)
    #expect(loaded.table.names[0] == "column_1")
    #expect(loaded.report.notices.first?.hasPrefix("the first line is data") == true)
    #expect(try load(text, DelimitedOptions(header: true)).report.hasHeader)
  }

  @Test(arguments: [
    // The samples here are made for these tests.
    "31/12/2024,17:05,$12.50,anna@example.org\n01/01/2025,9:30,$8,bo@example.org\n",
    "12/31/24,5:05 pm\n1/1/25,11:20 am\n", "31.12.2024;1'000.–;x\n01.01.2025;20.–;y\n",
    "1 Jan 2024,12.5 %,a\n2 Feb 2024,3 %,b\n", "1. Januar 2024;12,50 €\n2. März 2024;7,00 €\n",
    "https://example.org/a,192.0.2.1\nhttps://example.org/b,192.0.2.17\n",
    "\"48.1374, 11.5755\",2001:db8::1\n\"52.52, 13.405\",2001:db8::2\n", "17:05\n17:06\n17:10\n",
    "48°08′N,a,50%\n52°31′N,b,20%\n", "anna@example.org,31/12/2024,x\n,01/01/2025,y\nbo@example.org,NA,z\n",
    "1,5;2,5\n3,5;4,5\n",
  ])
  func `a first line with the shapes of the cells below is data`(_ text: String) throws {
    let loaded = try load(text)
    #expect(!loaded.report.hasHeader)
    #expect(loaded.report.rows == text.split(separator: "\n").count)
    #expect(loaded.report.notices.contains { $0.hasPrefix("the first line is data") })
  }

  @Test(arguments: [
    "id,01/01/2024,02/01/2024\na,1,2\nb,3,4\n", "name,2020-01,2020-02,2020-03\nA,1,2,3\nB,4,5,6\n",
    "stop,08:00,08:30\nA,3,4\nB,5,6\n", "group,10%,50%,90%\nA,1.5,2.5,3.5\nB,1,2,3\n",
    "who@when,a,b\nanna,x,y\nbo,z,w\n", "31/12/2024,17:05\nx,y\nz,w\n", "1 Jan 2024,x,y\n2 Jan 2024,z,w\n",
    "day,17:05\n31/12/2024,17:10\n01/01/2025,17:20\n", "EUR 2023,EUR 2024\n1,2\n3,4\n",
  ])
  func `names that merely look like data stay names`(_ text: String) throws {
    #expect(try load(text).report.hasHeader)
  }

  @Test func `a NUL in a name is escaped and costs nothing`() throws {
    let text = "id,da\u{0}y\n" + (1...20).map { "\($0),x\($0)\n" }.joined()
    let loaded = try load(text)
    #expect(loaded.table.names == ["id", "da\\0y"])
    #expect(loaded.report.rows == 20)
    #expect(loaded.report.rejected.count == 0)
    #expect(loaded.report.notices.count == 1)
    #expect(loaded.report.notices.first?.hasPrefix("the name of column 2 has a NUL character; it was named ") == true)
    #expect(failure(text, DelimitedOptions(isStrict: true)).message.contains("has a NUL character"))
  }

  @Test func `a NUL in a first line of data costs that line`() throws {
    let loaded = try load("1,a\u{0}b\n" + (2...20).map { "\($0),x\($0)\n" }.joined())
    #expect(!loaded.report.hasHeader)
    #expect(loaded.report.rows == 19)
    #expect(loaded.report.rejected.first.map(\.line) == [1])
  }

  @Test func `a given option is not questioned`() throws {
    let loaded = try load("a,b\nx,y\n", DelimitedOptions(header: false))
    #expect(loaded.table.names == ["column_1", "column_2"])
    #expect(loaded.rows == [["a", "b"], ["x", "y"]])
    #expect(loaded.report.notices.isEmpty)
  }

  @Test func `two lines of names are read where they are asked for`() throws {
    var options = DelimitedOptions(header: true)
    options.hasTwoHeaders = true
    let loaded = try load("pair,glide,\nname,first,second\nA,b,c\n", options)
    #expect(loaded.table.names == ["pair name", "glide first", "glide second"])
    #expect(loaded.rows == [["A", "b", "c"]])
    #expect(try load("a,b\n", options).table.names == ["a", "b"])
  }

  @Test func `names are made distinct without taking another column's name`() throws {
    let loaded = try load("x,x,x_2,,x,,column_4\n1,2,3,4,5,6,7\n", DelimitedOptions(header: true))
    #expect(loaded.table.names == ["x", "x_3", "x_2", "column_4_2", "x_4", "column_6", "column_4"])
    #expect(
      loaded.report.renamed == [
        .init(column: 1, from: "x", to: "x_3"), .init(column: 3, from: "", to: "column_4_2"),
        .init(column: 4, from: "x", to: "x_4"), .init(column: 5, from: "", to: "column_6"),
      ])
    #expect(loaded.report.notices.contains("column 2 is another 'x'; it was renamed 'x_3'"))
    #expect(loaded.report.notices.contains("column 6 has no name; it was named 'column_6'"))
  }

  @Test func `names that differ only in Unicode composition are made distinct too`() throws {
    #expect(try load("\u{E9},e\u{301}\n1,2\n").report.renamed.count == 1)
  }

  @Test func `spaces around unquoted names are dropped`() throws {
    #expect(try load("a, b ,\" c\"\n1,2,3\n").table.names == ["a", "b", " c"])
  }

  @Test func `many columns of one name are numbered`() throws {
    let text = Array(repeating: "x", count: 2000).joined(separator: ",") + "\n"
    #expect(try load(text).table.names.last == "x_2000")
  }

  @Test func `a row that equals the names stays if the names look like values, or if all types are given`() throws {
    #expect(
      try CSVReader.read(
        Array("\"0\",\"2\",\"3\"\n10:00,~,00\n\"0\",\"2\",\"3\"\n".utf8), name: "t.csv",
        options: DelimitedOptions(header: true)
      ).table.rowCount == 2)
    let text = Array("a,b,n\nx,y,1\na,b,n\nz,y,2\n".utf8)
    #expect(try CSVReader.read(text, name: "t.csv", options: DelimitedOptions(header: true)).table.rowCount == 2)
    var options = DelimitedOptions(header: true)
    options.types = ["a": .category, "b": .text, "n": .category]
    #expect(try CSVReader.read(text, name: "t.csv", options: options).table.rowCount == 3)
    options.types["n"] = .integer
    #expect(try CSVReader.read(text, name: "t.csv", options: options).table.rowCount == 2)
  }
}
