import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFormats

struct ARFFReaderTests {
  private func read(_ text: String) throws -> ReadTable {
    try ARFFReader.read(Array(text.utf8), name: "t.arff", cancellation: Cancellation())
  }

  private func failure(_ text: String) -> Diagnostic? {
    do {
      _ = try ARFFReader.read(Array(text.utf8), name: "t.arff", cancellation: Cancellation())
      return nil
    } catch {
      return error
    }
  }

  @Test func `declared types are kept, nominal values in declared order`() throws {
    let read = try read(
      """
      % a comment
      @RELATION 'my rel'
      @attribute 'a b' numeric
      @attribute n {z, 'a b', "c"} % ignored
      @attribute s string
      @Attribute d date yyyy-MM-dd
      @attribute t DATE "yyyy-MM-dd'T'HH:mm:ss"
      @attribute i INTEGER
      @attribute w {TRUE, FALSE}
      @attribute o {low, high} % ordered

      @DaTa
      1.5, z, 'it\\'s', 2024-02-29, 2024-02-29T10:00:00, 7, TRUE, high % after
      ?,?,?,?,?,?,?,?

      """)
    #expect(
      read.table.columns.map(\.type) == [
        .number, .category, .text, .date, .datetime, .integer, .boolean, .ordered,
      ])
    #expect(read.table["n"]?.categorical?.levels == ["z", "a b", "c"])
    #expect(read.table["o"]?.categorical?.levels == ["low", "high"])
    #expect(
      read.table.texts == [
        ["1.5", "z", "it's", "2024-02-29", "2024-02-29T10:00:00Z", "7", "true", "high"],
        Array(repeating: nil, count: 8),
      ])
    #expect(read.facts == [.init("relation", .text("my rel"))])
  }

  @Test func `sparse rows omit zeros and first values`() throws {
    let read = try read(
      "@relation r\n@attribute a real\n@attribute b {p,q}\n@attribute s string\n@data\n{0 5, 1 q}\n{ 2 'x y' }\n{}\n")
    #expect(read.table.texts == [["5", "q", nil], ["0", "p", "x y"], ["0", "p", nil]])
    #expect(read.notes == ["2 cells omitted from sparse rows became missing: texts and dates have no zero"])
  }

  @Test func `row weights become a column that no learner uses`() throws {
    let read = try read("@relation r\n@attribute a real\n@data\n1\n2, {0.5}\n{0 3}, {2}\n")
    #expect(read.table.texts == [["1", "1"], ["2", "0.5"], ["3", "2"]])
    #expect(read.table["weight"]?.role == .ignored)
  }

  @Test(arguments: [
    ("@relation r\n@attribute a numeric\n", 2, "the file has no @data section"),
    ("@relation r\n@attribute a {x,y\n@data\nx\n", 2, "attribute 'a' has values without a closing brace"),
    (
      "@relation r\n@attribute a numeric\n@data\n1,2\n", 4,
      "the row has more cells than there are attributes; the last attribute is 'a'"
    ),
    (
      "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n1\t2\n", 5,
      "attribute 'a': '1\\t2' is not a number"
    ),
    (
      "@relation r\n@attribute a {x,y}\n@data\nX\n", 4, "attribute 'a': 'X' is not one of its values; did you mean 'x'?"
    ),
    ("@relation r\n@attribute a real\n@attribute a real\n@data\n", 3, "attribute 'a' is declared twice"),
    (
      "@relation r\n@attribute d date QQQQ\n@data\n", 2,
      "attribute 'd' has the date format 'QQQQ', which does not give the date in digits"
    ),
    (
      "@relation r\n@attribute d date yyyy-MM-dd\n@data\n2023-02-29\n", 4,
      "attribute 'd': '2023-02-29' does not match its date format"
    ),
    (
      "@relation r\n@attribute a real\n@attribute b real\n@data\n{1 2, 0 1}\n", 5,
      "the sparse row has the index '0' where one from 2 to 1 is required"
    ),
    (
      "@relation r\n@attribute a real\n@attribute b real\n@data\n1,,2\n", 5,
      "attribute 'b': the cell is empty; write ? for a missing value"
    ),
    ("@relation r\n@attribute a real\n@data\n'1\n", 4, "a quote is not closed on its line"),
    (
      "@relation r\n@attribute a thing\n", 2,
      "attribute 'a' has the unknown type 'thing'; known: numeric, integer, real, string, date, {…}"
    ),
  ])
  func `errors name line and attribute`(_ text: String, _ line: Int, _ message: String) {
    let error = failure(text)
    #expect(error?.code == "malformed-arff")
    #expect(error?.place == Diagnostic.Place(file: "t.arff", line: line))
    #expect(error?.message == message)
    #expect(error?.help != nil)
  }

  @Test func `a relational attribute is refused by name`() {
    let error = failure("@relation r\n@attribute \"x y\" relational\n@attribute p real\n@end \"x y\"\n@data\n")
    #expect(error?.code == "relational-arff")
    #expect(error?.message == "attribute 'x y' is relational")
  }

  @Test(arguments: [
    ("yyyy-MM-dd HH:mm:ss", "2001-04-03 12:12:12", "2001-04-03T12:12:12Z"), ("yyyyMMdd", "20240105", "2024-01-05"),
    ("dd.MM.yyyy", "5.1.2024", "2024-01-05"), ("MM/dd/yy", "01/05/99", "1999-01-05"),
    ("yyyy-MM-dd'T'HH:mm:ssZ", "2024-01-05T10:00:00+0130", "2024-01-05T08:30:00Z"),
    ("yyyy-MM-dd HH:mm:ss.SSS", "2024-01-05 10:00:00.250", "2024-01-05T10:00:00.25Z"),
  ])
  func `date formats are read by their letters`(_ pattern: String, _ text: String, _ expected: String) {
    #expect(DatePattern(pattern)?.read(text)?.fileText == expected)
    #expect(DatePattern(pattern)?.read(text + "x") == nil)
  }

  @Test(arguments: ["yyyy-MMM-dd", "EEE yyyy-MM-dd", "HH:mm", "yyyy-MM-dd 'open", ""])
  func `date formats with words, or without a day, are refused`(_ pattern: String) {
    #expect(DatePattern(pattern) == nil)
  }

  @Test(arguments: 1...40)
  func `what is written reads back the same without options`(_ seed: Int) throws {
    var tables = SampleTables(seed: UInt64(seed))
    tables.numbers = [-0.0, .infinity, -.infinity, 1, 1e22]
    let table = try tables.table()
    let written = ARFFWriter.write(table)
    let read = try ARFFReader.read(written, name: "t", cancellation: Cancellation())
    #expect(read.table == table)
    #expect(ARFFWriter.write(read.table) == written)
  }

  @Test func `a category of true and false stays one`() throws {
    let table = try Table([Column("c", .category(Categorical(["true", "false"])))])
    #expect(try ARFFReader.read(ARFFWriter.write(table), name: "t", cancellation: Cancellation()).table == table)
  }

  @Test func `a broken file is a table or an error`() {
    let sample =
      "@relation 'r'\n@attribute a real\n@attribute 'b c' {x,'y z'}\n@attribute d date \"yyyy-MM-dd'T'HH:mm:ss\"\n@data\n"
      + "1,x,2024-01-05T10:00:00\n{0 2,1 'y z'}\n?,?,?,{2}\n"
    var mutations = Mutations(seed: 11)
    for _ in 0..<2000 {
      do throws(Diagnostic) {
        _ = try ARFFReader.read(mutations.next(Array(sample.utf8)), name: "t", cancellation: Cancellation())
      } catch {
        #expect(["malformed-arff", "relational-arff", "not-text"].contains(error.code), "\(error)")
      }
    }
  }

  @Test(.enabled(if: SharedFiles.exist("corpora/arff"), "the shared corpora are not next to this checkout"))
  func `Weka's files load, except relational ones, and the edge cases do what their names say`() {
    var judged = 0
    for path in SharedFiles.list("corpora/arff", endings: ["arff"]) {
      let name = path.split(separator: "/").last ?? ""
      judged += 1
      do throws(Diagnostic) {
        _ = try ARFFReader.read(SharedFiles.bytes(path), name: path, cancellation: Cancellation())
        #expect(!name.hasPrefix("bad-"), "\(name)")
      } catch {
        #expect(!name.hasPrefix("ok-"), "\(name): \(error.message)")
        #expect(error.place != nil)
        if path.contains("/weka/") { #expect(error.code == "relational-arff", "\(name): \(error.message)") }
      }
    }
    #expect(judged >= 16)
  }

  /// Comparing each name with all before it would take hours here.
  @Test func `attributes beyond the limit are refused, and a name is declared once`() {
    var text = "@relation r\n"
    for number in 0...100_000 { text += "@attribute a\(number) integer\n" }
    #expect(failure(text)?.message == "there are more than 100000 attributes")
    #expect(
      failure("@relation r\n@attribute a integer\n@attribute a real\n")?.message.contains("declared twice") == true)
  }
}
