import PodiumCore
import PodiumFormats
import PodiumPlugin
import Testing

struct CSVDialectTests {
  @Test(arguments: [
    ("a,b\n1,2\n", ","), ("a;b\n1;2\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"),
    ("a;b\n1,5;2,5\n3,5;4,5\n", ";"), ("1,5;2,5\n3,5;4,5\n", ";"), ("a,b;c\n1,2;3\nx,y;z\n", ","),
    ("a;b\n\"x,y\";1\n\"p,q\";2\n", ";"), ("name\tnote\nA\tx, y\nB\tz\n", "\t"),
    ("x\n1\n2\n", ","), ("a|b\n", "|"), ("a,b,c\n1\n2\n3\n", ","), ("note\nred; green\nblue\nwhite\n", ","),
    ("t;v\n2024-01-01 10:00:00;1\n", ";"), ("a;b;c\n\"1;2\n3\";4;5\n", ";"),
  ])
  func `the delimiter is the one that gives rows of equal length`(_ text: String, _ delimiter: String) throws {
    #expect(try load(text).report.delimiter == delimiter.utf8.first)
  }

  @Test func `a given delimiter is not questioned`() throws {
    let loaded = try load("a,b:c\n1,2:3\n", DelimitedOptions(delimiter: 0x3A))
    #expect(loaded.table.names == ["a,b", "c"])
  }

  @Test func `a space after every delimiter belongs to it`() throws {
    let loaded = try load("a, b, c\n1, \"x, y\", z\n2, p, q\n")
    #expect(loaded.table.names == ["a", "b", "c"])
    #expect(loaded.rows == [["1", "x, y", "z"], ["2", "p", "q"]])
  }

  @Test func `apostrophes are quotes only if they clearly are`() throws {
    #expect(try load("a,b\n1,'x, y'\n2,'z'\n").rows == [["1", "x, y"], ["2", "z"]])
    #expect(try load("a,b\n1,it's\n2,'tis\n").rows == [["1", "it's"], ["2", "'tis"]])
  }

  @Test(arguments: [
    "n,name\n1,O'Brien\n2,'Salem'\n3,Ek\n", "n,name\n1,'n'\n2,rock\n3,roll\n",
    "n,name,note\n1,'a',x\n2,'b',y\n3,it's,z\n",
    "n,name\n1,O'Brien\n2,D'Arcy\n", "n,name\n1,'\n2,x\n",
  ])
  func `apostrophes around a few cells are characters`(_ text: String) throws {
    let loaded = try load(text)
    let cells = text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map { Optional(String($0)) } }
    #expect(loaded.rows == cells)
    #expect(loaded.report.imported.facts.allSatisfy { $0.name != "quote" })
  }

  @Test(arguments: [
    ("'n','name'\n'1','O''Brien'\n'2','Ek'\n", "O'Brien"), ("n,name\n1,'O''Brien'\n2,'Ek'\n3,\n", "O'Brien"),
    ("n,name\n1,'Brien, Anna'\n2,Ek\n3,Berg\n", "Brien, Anna"), ("'n','m'\n1,2\n", "2"),
  ])
  func `apostrophes around all words, or around a delimiter, are quotes`(_ text: String, _ cell: String) throws {
    let loaded = try load(text)
    #expect(loaded.table.names[0] == "n")
    #expect(loaded.rows.first?.last == cell)
  }

  @Test func `backslashes before quotes are escapes if they must be`() throws {
    let loaded = try load("a,b\n1,\"says \\\"hi\\\", then\"\n2,x\n")
    #expect(loaded.rows == [["1", "says \"hi\", then"], ["2", "x"]])
    // Doubled quotes explain themselves.
    #expect(try load("a,b\n1,\"c:\\\"\n2,\"x\"\n").rows == [["1", "c:\\"], ["2", "x"]])
  }

  @Test func `single spaces split a table of numbers but not prose`() throws {
    #expect(try load("id height\n1 1.5\n2 2.5\n").table.names == ["id", "height"])
    #expect(try load("full name\nAnna Berg\nBo Ek\n").table.names == ["full name"])
  }

  @Test(arguments: [
    "a;b\n1,5;2\n3,5;4\n", "a;b\n1,5;2,5\n", "name;value\nAnn;1,5\n", "Temp, C;Wind, m/s\n1,5;2\n", "a,b;c\n1,5;2\n",
    "\"a\";\"b\"\n\"x;y\";\"1,2\"\n\"u, v, w\";\"3,4\"\n", "text;n\none, two;1\nthree, four;2\n", "a;b\n1\n2;3\n4\n5\n",
    "Title of it\n\na;b\n1,5;2\n3,5;4\n", "\u{FEFF}a;b\r\n1,5;2,5\r\n", "a;b;\n1,5;2;\n3,5;4;\n", "a;b\n",
  ])
  func `semicolons are detected with decimal commas, in quotes, with one row, below a title`(_ text: String) throws {
    let loaded = try load(text)
    #expect(loaded.report.delimiter == 0x3B)
    #expect(loaded.table.columns.count == 2)
  }

  @Test(arguments: [
    ("x\n12\n13\n3,5\n", ["12", "13", "3.5"]), ("name\nSmith, J\nDoe\n", ["Smith, J", "Doe"]),
    (
      "note\ngood\nok, fine\nbad\ngreat, thanks, bye\nmeh\nno\n",
      ["good", "ok, fine", "bad", "great, thanks, bye", "meh", "no"]
    ),
  ])
  func `commas in some lines of one column make no table of them`(_ text: String, _ cells: [String]) throws {
    let loaded = try load(text)
    #expect(loaded.rows.map { $0.compactMap(\.self) } == cells.map { [$0] })
    #expect(loaded.table.columns.count == 1)
  }

  @Test(arguments: ["title\nmore\na,b\n1,2\n3,4\n", "one\ntwo\nthree\na,b\n1,2\nend\n"])
  func `a table below lines of text stays one`(_ text: String) throws {
    #expect(try load(text).table.names == ["a", "b"])
  }

  @Test func `numbers with a decimal comma below a single name are one column`() throws {
    let loaded = try load("v\n1,5\n2,5\n3,25\n")
    #expect(loaded.table.names == ["v"])
    #expect(loaded.rows == [["1.5"], ["2.5"], ["3.25"]])
  }

  @Test func `a delimiter that separates nothing is reported`() throws {
    let loaded = try load("a,b\n1,2\n", DelimitedOptions(delimiter: 0x3B))
    #expect(
      loaded.report.notices.first == "the delimiter ';' separates nothing in this file, so it has one column")
  }
}
