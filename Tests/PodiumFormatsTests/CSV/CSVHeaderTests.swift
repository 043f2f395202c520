import PodiumCore
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
    #expect(try load(text, CSVOptions(header: true)).report.hasHeader)
  }

  @Test func `a given option is not questioned`() throws {
    let loaded = try load("a,b\nx,y\n", CSVOptions(header: false))
    #expect(loaded.table.names == ["column_1", "column_2"])
    #expect(loaded.rows == [["a", "b"], ["x", "y"]])
    #expect(loaded.report.notices.isEmpty)
  }

  @Test func `names are made distinct without taking another column's name`() throws {
    let loaded = try load("x,x,x_2,,x,,column_4\n1,2,3,4,5,6,7\n", CSVOptions(header: true))
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
}
