import PodiumCore
import PodiumLearn
import PodiumPlugin
import PodiumRender
import Testing

@Suite struct TextRendererTests {
  static func text(_ output: Output, width: Int? = nil, rows: Int? = nil, colour: Bool = false) -> String {
    var style = TextStyle.plain
    (style.width, style.rows, style.colour) = (width, rows, colour)
    return TextRenderer(style: style).render(output)
  }

  static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test func `a table is aligned, escaped and complete if there is no limit`() throws {
    let text = TextRendererTests.text(.table(TableOutput(try Samples.table())))
    #expect(text.contains(#"\u{1B}[31m\u{9B}"\\\n"#))
    #expect(text.contains("1.5"))
    #expect(text.contains("·"))
    let widths = Set(
      try ["冬冬", "a"].map { name in
        DisplayWidth.of(
          TextRendererTests.text(
            .table(
              TableOutput(try Table([Column(name, .text(["x", "冬"])), Column("n", .integer([1, 2]))])))
          )
          .split(separator: "\n")[1].description)
      })
    #expect(widths.count == 2)
  }

  @Test(arguments: [20, 25, 40, 80])
  func `no line is wider than the window and what is hidden is named`(_ width: Int) throws {
    let long = String(repeating: "冬 word ", count: 30)
    var columns = [Column("long", .text([long, "x"]))]
    for n in 0..<12 { columns.append(Column("column\(n)", .number([1, 2.5]))) }
    let outputs: [Output] = [
      .table(
        TableOutput(try Table(columns), title: "a title of several words that must be wrapped", totalRows: 9)),
      .comparison(try Samples.comparison()), .evaluation(EvaluationOutput(try Samples.evaluation())),
      try JSONRendererTests.sample("confusion"), .note(long), .warning(long),
    ]
    for output in outputs {
      let text = TextRendererTests.text(output, width: width)
      for line in TextRendererTests.lines(text) { #expect(DisplayWidth.of(String(line)) <= width, "\(line)") }
      #expect(!text.unicodeScalars.contains("\u{1B}"))
    }
    let table = TextRendererTests.lines(TextRendererTests.text(outputs[0], width: width)).joined(
      separator: " "
    ).split(separator: " ").joined(separator: " ")
    #expect(table.contains("shortened (…)"))
    #expect(table.contains("not shown:"))
  }

  @Test(arguments: [TextStyle.TableLayout.columns, .vertical], [false, true])
  func `names in the lines below a table are escaped too`(_ tables: TextStyle.TableLayout, _ isSpoken: Bool) throws {
    let name = "g\u{1B}[31m\u{9B}\n\u{202E}"
    var style = TextStyle.plain
    (style.tables, style.isSpoken, style.width) = (tables, isSpoken, 40)
    var table = TableOutput(try Table([Column(name, .text([name]))]), title: "by " + name)
    table.footer = ["compared with: \(name) a", "30 rows pass `\(name)` == 'x'"]
    for output in [Output.table(table), .predictions(table), .note("see " + name), .warning("see " + name)] {
      let text = TextRenderer(style: style).render(output)
      #expect(
        text.unicodeScalars.allSatisfy { $0 == "\n" || SafeText.isVisible(String($0)) } && text.contains(#"\u{1B}"#),
        "\(text.debugDescription)")
    }
  }

  @Test func `a comparison names the columns it has no room for`() throws {
    let narrow = TextRendererTests.text(.comparison(try Samples.comparison()), width: 40)
    #expect(narrow.contains("not shown: "))
    #expect(!TextRendererTests.text(.comparison(try Samples.comparison())).contains("not shown"))
  }

  @Test func `omitted rows are reported with the way to see them`() throws {
    let table = try Table([Column("n", .integer(Array(1...50)))])
    let text = TextRendererTests.text(.table(TableOutput(table)), width: 80, rows: 3)
    #expect(TextRendererTests.lines(text).count == 5)
    #expect(text.hasSuffix("3 of 50 rows; show more with set rows=N or 'to FILE'\n"))
    #expect(TextRendererTests.lines(TextRendererTests.text(.table(TableOutput(table)))).count == 51)
  }

  @Test func `colour ends on every line and changes no letter`() throws {
    for kind in JSONRendererTests.required.map(\.0) {
      let output = try JSONRendererTests.sample(kind)
      let plain = TextRendererTests.text(output, width: 60)
      let coloured = TextRendererTests.text(output, width: 60, colour: true)
      for line in TextRendererTests.lines(coloured) {
        let codes = line.split(separator: "\u{1B}[").count - (line.hasPrefix("\u{1B}[") ? 0 : 1)
        #expect(codes % 2 == 0 || codes == 0, "\(line.debugDescription)")
      }
      #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    }
  }

  static let carets: [(String, SourceSpan, String)] = [
    ("cv smv k=10", SourceSpan(3, 6), "  cv smv k=10\n     ^^^\n"),
    ("冬冬 smv", SourceSpan(3, 6), "  冬冬 smv\n       ^^^\n"),
    ("a 冬冬 b", SourceSpan(2, 4), "  a 冬冬 b\n    ^^^^\n"), ("head", SourceSpan(4, 5), "  head\n      ^\n"),
    ("e\u{301} x", SourceSpan(3, 4), "  e\u{301} x\n    ^\n"), ("a\nbc\nd", SourceSpan(2, 4), "  bc\n  ^^\n"),
    ("a\tb", SourceSpan(2, 3), "  a\\tb\n     ^\n"),
    ("a\\b \u{7}", SourceSpan(4, 5), "  a\\b \\u{7}\n      ^^^^^\n"),
    ("x", SourceSpan(70, 80), "  x\n   ^\n"), ("", SourceSpan(0, 1), "  \n  ^\n"),
  ]

  @Test(arguments: carets)
  func `carets are under the span`(_ input: String, _ span: SourceSpan, _ shown: String) {
    let error = Diagnostic("broken", "this broke", span: span)
    #expect(TextRenderer(style: .plain).render(error, input: input) == "error: this broke\n" + shown)
  }

  @Test(arguments: [20, 40, 80])
  func `a long line is cut to the part around the place`(_ width: Int) {
    let renderer = TextRenderer(style: .terminal(width: width, rows: 10, colour: false))
    for unit in ["word ", "冬", "\u{200B}", "e\u{301}", "👨‍👩‍👧"] {
      let input = String(repeating: unit, count: 200) + "smv" + String(repeating: unit, count: 200)
      let start = unit.unicodeScalars.count * 200
      let lines = TextRendererTests.lines(
        renderer.render(Diagnostic("b", "broke", span: SourceSpan(start, start + 3)), input: input))
      #expect(lines[1].contains("smv") && lines[1].contains("…"))
      #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
      let before = lines[1].components(before: "smv")
      #expect(DisplayWidth.of(before) == lines[2].prefix { $0 == " " }.count)
      #expect(lines[2].hasSuffix("^^^"))
    }
  }

  @Test func `an error names file, cause and help, all made safe`() {
    let error = Diagnostic(
      "b", "a \u{1B}[2J name", help: "try\nthis", place: .init(file: "x\u{7}.podium", line: 3),
      cause: "c\u{9B}")
    let text = TextRenderer(style: .plain).render(error, input: "")
    #expect(text == "x\\u{7}.podium:3: error: a \\u{1B}[2J name\ncause: c\\u{9B}\nhelp: try\\nthis\n")
  }

  @Test func `volatile values are marked in notebooks only`() {
    var record = RecordOutput()
    record.add("took", .number(1.5), volatile: true)
    #expect(TextRenderer(style: .notebook).render(.record(record)) == "took  ‹1.5›\n")
    #expect(TextRenderer(style: .plain).render(.record(record)) == "took  1.5\n")
  }

  @Test func `nothing can break out of Markdown`() throws {
    let text = MarkdownRenderer().render(.table(TableOutput(try Samples.table())))
    let lines = TextRendererTests.lines(text)
    #expect(lines[0] == #"| x | n | c\|d | b | t | d | m |"#)
    #expect(lines[3].contains(#"| \`x\` \<b>\*\\\| |"#))
    for line in lines { #expect(line.replacing(/\\./, with: "").count { $0 == "|" } == 8, "\(line)") }
    let fenced = MarkdownRenderer().render(
      .evaluation(
        EvaluationOutput(try Samples.evaluation(), named: [NamedMeasure("x", nil, explanation: "a ``` b")])))
    #expect(fenced.hasPrefix("````text\n") && fenced.hasSuffix("\n````\n"))
    #expect(
      MarkdownRenderer().render(.figure(FigureOutput(title: "a]b", mediaType: "", path: "a b).svg")))
        == "![a\\]b](<a b).svg>)\n")
  }
}

extension Substring {
  /// The text before a word.
  func components(before word: String) -> String {
    firstRange(of: word).map { String(self[..<$0.lowerBound]) } ?? ""
  }
}
