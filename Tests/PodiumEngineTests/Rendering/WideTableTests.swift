import PodiumCore
import PodiumPlugin
import PodiumRender
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

  private static func essential(_ serial: String) throws -> TableOutput {
    let words = [serial, "023"]
    var output = TableOutput(
      try Table([
        Column("place", .integer([1, 2])), Column("serial_number", .text(words)),
        Column("estimate_score", .number([0.94, -0.13])), Column("spread_of_the_day", .number([0.15, 0.15])),
        Column("chance_best", .number([0.561, 0.385])), Column("shortlist", .boolean([true, false])),
      ]))
    output.essential = ["serial_number", "estimate_score", "chance_best", "shortlist"]
    return output
  }

  @Test(arguments: [40, 60, 80])
  func `essential columns are visible on every screen, with headings of two lines if necessary`(
    _ width: Int
  ) throws {
    let lines = Self.lines(try Self.essential("017"), width: width)
    let words = lines.first { $0.contains("017") }.map { $0.split(separator: " ").map(String.init) } ?? []
    #expect(["017", "0.94", "0.561", "true"].allSatisfy(words.contains), "\(lines)")
    #expect(words.contains("0.15") == (width == 80))
    #expect(lines[0].hasPrefix(width == 40 ? "serial_  estimate_  chance_" : width == 60 ? "serial_number" : "place"))
    for line in lines { #expect(DisplayWidth.of(line) <= width, "\(line)") }
  }

  @Test func `essential columns that are still too wide get one line per cell, and the others are named`() throws {
    let lines = Self.lines(try Self.essential("47110170000001"), width: 40)
    #expect(lines.contains("serial_number: 47110170000001") && lines.contains("chance_best: 0.561"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("2 columns not shown: place,") }, "\(lines)")
  }

  @Test func `unusual names are quoted in the command that shows them`() throws {
    let names = ["first", "x,y", "日本 語"]
    var columns: [Column] = []
    for name in names { columns.append(Column(name, .text([String(repeating: "w", count: 18)]))) }
    var output = TableOutput(try Table(columns))
    output.chooser = "head"
    let text = Self.lines(output, width: 40).joined(separator: " ")
    #expect(text.contains("columns=\"日本 語\""), "\(text)")
  }

  @Test(arguments: [40, 80, 120])
  func `columns stay aligned in every script`(_ width: Int) throws {
    let words = ["plain", "日本語", "e\u{301}te\u{301}", "👩‍👩‍👧", "🇳🇴", "한국", "ａｂ", "👍🏽", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"]
    let table = try Table([
      Column("word", .text(words)), Column("n", .integer(Array(words.indices))), Column("again", .text(words)),
    ])
    let lines = Self.lines(TableOutput(table), width: width)
    // The number is right-aligned, so it is at the same place in every row.
    let ends = lines.dropFirst().enumerated().map { row, line -> Int? in
      line.firstRange(of: " \(row)  ").map { DisplayWidth.of(String(line[..<$0.upperBound])) }
    }
    #expect(Set(ends).count == 1 && ends.allSatisfy { $0 != nil }, "\(lines)")
  }
}

/// Tables with one cell per line, for formats and screen readers.
struct VerticalTableTests {
  private static func text(_ output: Output, _ style: TextStyle) -> String { TextRenderer(style: style).render(output) }

  private static var vertical: TextStyle {
    var style = TextStyle.plain
    style.tables = .vertical
    return style
  }

  @Test func `each cell is a line of name and value, with an empty line between rows`() throws {
    let table = try Table([Column("a", .text(["x", nil])), Column("日本", .integer([1, 2]))])
    #expect(Self.text(.table(TableOutput(table)), Self.vertical) == "a: x\n日本: 1\n\na: ·\n日本: 2\n")
    let titled = TableOutput(table, title: "two", footer: ["that is all"])
    #expect(
      Self.text(.table(titled), Self.vertical) == "two\n\na: x\n日本: 1\n\na: ·\n日本: 2\n\nthat is all\n")
  }

  @Test func `a screen reader gets words, no drawings and no colours`() throws {
    let style = TextStyle.terminal(width: 80, rows: 40, colour: true).spoken
    let table = try Table([
      Column("a", .text(["x", nil])), Column("bars", .text(["▁▂█", "█ ▁"])), Column("n", .integer([1, 2])),
    ])
    #expect(Self.text(.table(TableOutput(table)), style) == "a        n\nx        1\nmissing  2\n")
    let confusion = try JSONRendererTests.sample("confusion")
    let text = Self.text(confusion, style)
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(text)")
  }

  @Test(arguments: [20, 40, 80])
  func `a screen reader gets one line per cell if a table is wider than the window`(_ width: Int) throws {
    let names = (1...12).map { "column_\($0)" }
    let table = try Table(names.map { Column($0, .text(["a value", "日本"])) })
    let text = Self.text(.table(TableOutput(table)), .terminal(width: width, rows: 40, colour: false).spoken)
    for name in names { #expect(text.contains("\(name): a value")) }
    #expect(!text.contains("…") && !text.contains("not shown"))
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width) }
  }

  @Test func `omitted columns have a mark in their place`() throws {
    var columns = (1...9).map { Column("column_\($0)", .integer([$0])) }
    columns[8].role = .target
    var output = TableOutput(try Table(columns))
    output.chooser = "head"
    let text = Self.text(.table(output), .terminal(width: 40, rows: 40, colour: false))
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "column_1  column_2  …  column_9")
    #expect(lines[1] == "       1         2  …         9")
  }
}
