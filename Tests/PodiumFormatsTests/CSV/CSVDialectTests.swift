import PodiumCore
import PodiumFormats
import PodiumShell
import Testing

struct CSVDialectTests {
  @Test(arguments: [
    ("a,b\n1,2\n", ","), ("a;b\n1;2\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"),
    ("a;b\n1,5;2,5\n3,5;4,5\n", ";"), ("1,5;2,5\n3,5;4,5\n", ";"), ("a,b;c\n1,2;3\nx,y;z\n", ","),
    ("a;b\n\"x,y\";1\n\"p,q\";2\n", ";"), ("name\tnote\nA\tx, y\nB\tz\n", "\t"),
    ("x\n1\n2\n", ","), ("a|b\n", "|"), ("a,b,c\n1\n2\n3\n", ","), ("note\nred; green\nblue\nwhite\n", ","),
    ("t;v\n2024-01-01 10:00:00;1\n", ";"), ("a;b;c\n\"1;2\n3\";4;5\n", ";"),
  ])
  func `the delimiter keeps the number of cells the same`(_ text: String, _ delimiter: String) throws {
    #expect(try load(text).report.delimiter == delimiter.utf8.first)
  }

  @Test func `a given delimiter is not questioned`() throws {
    let loaded = try load("a,b:c\n1,2:3\n", CSVOptions(delimiter: 0x3A))
    #expect(loaded.table.names == ["a,b", "c"])
  }
}
