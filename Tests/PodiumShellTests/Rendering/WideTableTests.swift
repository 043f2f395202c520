import PodiumCore
import PodiumShell
import Testing

/// Tables that are wider than the page, in every script.
struct WideTableTests {
  private static func table(_ count: Int) throws -> Table {
    var columns: [Column] = []
    for place in 1...count {
      columns.append(Column("column_\(place)", .integer([place, place * 1000])))
    }
    columns[count - 1].role = .target
    return try Table(columns)
  }

  private static func lines(_ output: TableOutput, width: Int) -> [String] {
    TextRenderer(style: .terminal(width: width, rows: 40, colour: false)).render(.table(output))
      .split(separator: "\n").map { String($0) }
  }

  @Test(arguments: [40, 80, 120])
  func `the first columns and the target are kept, and the footer shows the rest`(_ width: Int) throws {
    var output = TableOutput(try Self.table(17))
    output.chooser = "head"
    let lines = Self.lines(output, width: width)
    #expect(lines[0].hasPrefix("column_1  column_2"))
    #expect(lines[0].hasSuffix("column_17"))
    #expect(lines[3].contains(" of 17 columns not shown: column_"))
    #expect(
      lines[3...].joined(separator: " ").split(separator: " ").joined(separator: " ").contains("; head columns=column_")
    )
    for line in lines { #expect(DisplayWidth.of(line) <= width, "\(line)") }
  }

  @Test func `odd names are quoted in the command that shows them`() throws {
    let names = ["first", "a b", "日本 語", "x,y"]
    var columns: [Column] = []
    for name in names { columns.append(Column(name, .text([String(repeating: "w", count: 18)]))) }
    var output = TableOutput(try Table(columns))
    output.chooser = "head"
    let text = Self.lines(output, width: 40).joined(separator: " ")
    #expect(text.contains("columns=\"日本 語\""))
  }

  @Test(arguments: [40, 80, 120])
  func `columns stay aligned in every script`(_ width: Int) throws {
    let words = ["plain", "日本語", "e\u{301}te\u{301}", "👩‍👩‍👧", "🇳🇴", "한국", "ａｂ", "👍🏽", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"]
    let table = try Table([
      Column("word", .text(words)), Column("n", .integer(Array(words.indices))), Column("again", .text(words)),
    ])
    let lines = Self.lines(TableOutput(table), width: width)
    // The number is right-aligned and stands at one place in every row.
    let ends = lines.dropFirst().enumerated().map { row, line -> Int? in
      line.firstRange(of: " \(row)  ").map { DisplayWidth.of(String(line[..<$0.upperBound])) }
    }
    #expect(Set(ends).count == 1 && ends.allSatisfy { $0 != nil }, "\(lines)")
  }
}
