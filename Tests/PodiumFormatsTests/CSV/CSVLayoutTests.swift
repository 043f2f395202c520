import PodiumCore
import PodiumFormats
import PodiumPlugin
import Testing

struct CSVLayoutTests {
  private func rows(_ count: Int) -> String {
    (1...count).map { "\($0),2024-01-0\($0 % 9 + 1),w\($0)\n" }.joined()
  }

  @Test func `lines above the table are left out and reported`() throws {
    let loaded = try load("# exported today\nBuoy report\n\nid,day,note\n" + rows(5))
    #expect(loaded.table.names == ["id", "day", "note"])
    #expect(loaded.types == [.integer, .date, .category])
    #expect(
      loaded.report.notices == [
        "the table begins on line 4; the lines above it were left out: '# exported today' (line 1), "
          + "'Buoy report' (line 2)", "1 blank line was skipped",
      ])
    // A spreadsheet pads its title with delimiters.
    #expect(try load("Buoy report,,\nid,day,note\n" + rows(5)).table.names == ["id", "day", "note"])
  }

  @Test(arguments: ["Source: NOAA\n", "\n* preliminary\nSource: NOAA, 2024\n"])
  func `lines below the table are left out and reported`(_ footnotes: String) throws {
    let loaded = try load("id,day,note\n" + rows(20) + footnotes)
    #expect(loaded.report.rows == 20)
    #expect(loaded.types == [.integer, .date, .category])
    #expect(loaded.report.notices.contains { $0.contains("below the table") && $0.contains("Source: NOAA") })
    #expect(loaded.report.rejected.count == 0)
  }

  @Test func `more text than rows is not a table`() {
    let error = failure("id,day,note\n" + rows(3) + String(repeating: "prose\n", count: 30))
    #expect(error.code == "ragged-row")
    #expect(error.place?.line == 5)
  }

  @Test func `of two tables the first is read and the line of the other reported`() throws {
    let text = "id,day,note\n" + rows(4) + "\nx,y\n1,2\n3,4\n"
    let loaded = try load(text)
    #expect(loaded.report.rows == 4)
    #expect(
      loaded.report.notices.first
        == "another table begins on line 7 ('x,y') and was not read; use skip=6 to read it")
    let second = try load(text, DelimitedOptions(skip: 6))
    #expect(second.table.names == ["x", "y"])
    #expect(second.rows == [["1", "2"], ["3", "4"]])
  }

  @Test func `blank lines within a table do not split it`() throws {
    let loaded = try load("id,day,note\n" + rows(3) + "\n\n" + rows(3))
    #expect(loaded.report.rows == 6)
  }

  @Test func `a few bad rows are left out with line, reason and text`() throws {
    let loaded = try load("id,day,note\n" + rows(20) + "21,2024-01-01\n22,2024-01-01,x,more\n" + rows(2))
    #expect(loaded.report.rows == 22)
    #expect(
      loaded.report.rejected.first == [
        .init(line: 23, reason: "4 cells where the first row has 3", text: "22,2024-01-01,x,more"),
        .init(line: 22, reason: "2 cells where the first row has 3", text: "21,2024-01-01"),
      ])
    #expect(
      loaded.report.notices == [
        "skipped 2 rows: line 23 (4 cells where the first row has 3), "
          + "line 22 (2 cells where the first row has 3)"
      ])
  }

  @Test func `a row with another delimiter is split by it and reported`() throws {
    let loaded = try load("id,day,note\n" + rows(9) + "10;2024-01-01;x\n")
    #expect(loaded.report.rows == 10)
    #expect(loaded.rows.last == ["10", "2024-01-01", "x"])
    #expect(loaded.report.notices == ["1 row had another delimiter and was split by it (line 11)"])
  }

  @Test func `comment lines among the rows are left out and reported`() throws {
    let loaded = try load("a,b\n1,2\n# a comment\n3,4\n")
    #expect(loaded.rows == [["1", "2"], ["3", "4"]])
    #expect(loaded.report.notices == ["1 comment was left out (line 3)"])
  }

  @Test func `repeated names above numbers are left out`() throws {
    let loaded = try load("a,b\n1,x\na,b\n2,y\n")
    #expect(loaded.rows == [["1", "x"], ["2", "y"]])
    #expect(try load("a,b\nu,x\na,b\nv,y\n").report.rows == 3)
  }

  @Test(arguments: [
    ("id,day,note\n", 2), ("id,note,x\n", 4),
  ])
  func `names repeated in joined files are left out and counted`(_ header: String, _ files: Int) throws {
    let part = header + "1,\"a, b\",x\n2,2024-01-01,\"y\"\n"
    let loaded = try load(String(repeating: part, count: files))
    #expect(loaded.report.rows == 2 * files)
    #expect(loaded.report.columns[0].type == .integer)
    #expect(loaded.report.notices.contains { $0.contains("the column names and w") && $0.contains("line") })
  }

  @Test func `repeated names are found in tables by years, of words, and with units`() throws {
    let years = "country,1990,1991,1992\nA,1.5,2.5,3.5\n"
    #expect(try load(years + years).report.rows == 2)
    let words = "name,city,club\nAnna,Bern,x\n"
    #expect(try load(words + words).report.rows == 2)
    let units = "station,height,period\n-,m,s\nA,1.5,8\nB,2.5,9\n"
    let loaded = try load(units + units)
    #expect(loaded.report.rows == 4)
    #expect(loaded.types == [.category, .number, .integer])
    let days = "when,who\n31/12/2024,a\n"
    #expect(try load(days + days).types == [.date, .category])
    // The first line may be an answer like the others.
    #expect(try load("yes,no,maybe\nno,no,yes\nyes,no,maybe\nno,yes,no\nyes,yes,no\n").report.rows == 4)
    #expect(try load(String(repeating: "a,b,c\n", count: 5) + "d,e,f\n").report.rows == 5)
    // Rows that equal a first line of data are rows.
    #expect(try load("1,a\n2,b\n1,a\n").report.rows == 3)
  }

  @Test(arguments: [
    ("\"id,day,note\n", "\"id"), ("id,\"day,note\n", "\"day"), ("id,day,\"note\n", "\"note"),
    ("id,\"day,\"note\"\n", "\"day"),
  ])
  func `a stray quote in the names is kept and reported`(_ header: String, _ name: String) throws {
    for rows in [rows(9), (1...9).map { "\($0),2024-01-0\($0),\"w, \"\"x\"\"\"\n" }.joined()] {
      let loaded = try load(header + rows)
      #expect(loaded.table.names.count == 3)
      #expect(loaded.table.names.contains(name))
      #expect(loaded.report.rows == 9)
      #expect(loaded.report.notices.contains("line 1 has a quote that is never closed; it was kept as a character"))
    }
    #expect(failure(header + rows(9), DelimitedOptions(isStrict: true)).code == "strict")
  }

  @Test(arguments: [("id;day;note\n", "';'"), ("id day note\n", "space"), ("id\tday\tnote\n", "tab")])
  func `names with another delimiter than the rows are split by it`(_ header: String, _ shown: String) throws {
    let loaded = try load(header + rows(9))
    #expect(loaded.table.names == ["id", "day", "note"])
    #expect(loaded.report.rows == 9)
    #expect(
      loaded.report.notices == ["line 1 has the delimiter \(shown), unlike the rows, and was split by it"])
  }

  @Test func `a missing delimiter in the names leaves the last columns unnamed`() throws {
    let rows = (1...9).map { "\($0),2024-01-0\($0),w,\($0 % 2 == 0 ? "x" : "")\n" }.joined()
    let loaded = try load("id,day note,last\n" + rows)
    #expect(loaded.table.names == ["id", "day note", "last", "column_4"])
    #expect(loaded.report.rows == 9)
    #expect(
      loaded.report.notices.first
        == "line 1 has 3 names where the rows have 4 cells, so a delimiter may be missing; "
        + "check which column each name belongs to")
  }

  @Test func `rows that all end with a delimiter do not lack a name`() throws {
    let loaded = try load("a,b\n1,x,\n2,y,\n")
    #expect(loaded.table.names == ["a", "b"])
    #expect(loaded.report.notices.count == 1)
  }

  @Test func `an empty name more than the rows have cells is left out`() throws {
    for header in ["id,,day,note\n", ",id,day,note\n", "id,day,note,\n"] {
      let loaded = try load(header + rows(9))
      #expect(loaded.table.names == ["id", "day", "note"])
      #expect(loaded.types == [.integer, .date, .category])
      #expect(
        loaded.report.notices == ["line 1 has 1 empty name more than the rows have cells; it was left out"])
    }
  }

  @Test func `a title above names does not become names`() throws {
    for title in ["Buoy report 2024\n", "Buoys, north\n", "\"Buoys\" of the north\n"] {
      #expect(try load(title + "id,day,note\n" + rows(5)).table.names == ["id", "day", "note"])
    }
  }

  @Test func `a short and a long row do not shift each other`() throws {
    let loaded = try load("a,b\n1\n2,x,\n3,y\n4,z\n")
    #expect(loaded.rows == [["1", nil], ["2", "x"], ["3", "y"], ["4", "z"]])
  }

  @Test func `a header without the first column's name leaves that column unnamed`() throws {
    let loaded = try load("x,y\na,1,2\nb,3,4\nc,5,6\n")
    #expect(loaded.table.names == ["column_1", "x", "y"])
    #expect(loaded.rows == [["a", "1", "2"], ["b", "3", "4"], ["c", "5", "6"]])
  }

  @Test func `a delimiter at the end of every line adds no column`() throws {
    let loaded = try load("a,b,\n1,x,\n2,y,\n")
    #expect(loaded.table.names == ["a", "b"])
    #expect(loaded.report.notices.first?.hasPrefix("all lines end with the delimiter") == true)
  }

  @Test func `two lines of names are joined and reported`() throws {
    let loaded = try load("Station,Observed,,Wind\nid,height,period,speed\n7,1.5,8,3\n8,2.5,9,4\n")
    #expect(
      loaded.table.names == ["Station id", "Observed height", "Observed period", "Wind speed"])
    #expect(loaded.types == [.integer, .number, .integer, .integer])
    #expect(loaded.report.notices == ["the column names were joined from 2 lines"])
  }

  @Test func `a line of units belongs to the names`() throws {
    let loaded = try load("station,height,period\n-,m,s\nA,1.5,8\nB,2.5,9\n")
    #expect(loaded.table.names == ["station", "height m", "period s"])
    // Anything but a unit is a cell.
    let dnf = try load("name,time,points\nAnna,DNF,-\nBo,61.2,8\nCy,60.1,9\nDi,60.4,7\n")
    #expect(dnf.report.rows == 4)
    #expect(dnf.report.columns[1].mismatches == [.init(line: 2, text: "DNF")])
  }

  @Test func `one NUL costs its line, many make the file binary`() throws {
    let loaded = try load("id,day,note\n" + rows(20) + "21,2024-01-01,\u{0}\n")
    #expect(loaded.report.rows == 20)
    #expect(loaded.report.rejected.first.map(\.reason) == ["it has a NUL character"])
    #expect(failure("a,b\n" + String(repeating: "\u{0}", count: 40)).code == "not-text")
    #expect(failure("name \u{0}," + String(repeating: "x", count: 80) + "\n").code == "not-text")
  }

  @Test(arguments: [
    ("a,b,c\n1,x\n2,y,z\n", "the row is too short", 2), ("a,b\n1,x\n2,\"y\"z\n", "text after its closing quote", 3),
    ("a,b\n1,x\n1,2,3\n2,y\n3,z\n", "the row does not fit", 3), ("a,a\n1,2\n", "the name of column 2", 1),
    ("title\na,b\n1,2\n3,4\n5,6\n", "above the table", 1),
    ("x,y\n1,a\n2,a\n3,a\n-,a\n", "'-' does not fit column 'x', which has type integer", 5),
  ])
  func `a strict load refuses what would be changed`(_ text: String, _ reason: String, _ line: Int) {
    let error = failure(text, DelimitedOptions(isStrict: true))
    #expect(error.code == "strict")
    #expect(error.message.contains(reason))
    #expect(error.place?.line == line)
    #expect(failure(text).code == "no-error")
  }

  @Test func `a strict load accepts what needs no change`() throws {
    #expect(try load("a,b\n1,x\n\n2,\n", DelimitedOptions(isStrict: true)).report.rows == 2)
  }
}
