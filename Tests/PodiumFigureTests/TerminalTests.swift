import PodiumCore
import PodiumFigure
import Testing

struct TerminalTests {
  @Test(arguments: Samples.values.map(\.name), [20, 39, 80, 200])
  func `lines are within the window and hold no control character`(name: String, width: Int) throws {
    let values = try #require(Samples.values.first { $0.name == name }).values
    for figure in Samples.figures(of: try Samples.table(values)) {
      for isASCII in [true, false] {
        let lines = FigureTerminal.lines(of: figure, options: .init(width: width, isASCII: isASCII))
        #expect((lines == nil) == (figure.kind == "tree"), "\(figure.kind)")
        for line in lines ?? [] {
          #expect(DisplayWidth.of(line) <= width, "\(figure.kind): \(line)")
          #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(figure.kind): \(line)")
        }
      }
    }
  }

  @Test func `ASCII glyphs alone where others are off`() throws {
    for figure in Samples.figures(of: try Samples.table([1, 2, 3], names: ["a", "b", "c"])) {
      var figure = figure
      (figure.title, figure.subtitle, figure.notes, figure.leftOut) = ("title", nil, [], [])
      figure.panels[0].x.label = "x"
      (figure.panels[0].x.unit, figure.panels[0].y.label, figure.panels[0].y.unit) = (nil, "y", nil)
      figure.colors?.label = "colour"
      let lines = FigureTerminal.lines(of: figure, options: .init(width: 60, isASCII: true)) ?? []
      for line in lines { #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(figure.kind): \(line)") }
    }
  }

  @Test func `bars of categories have a line each with the value at the end`() throws {
    var figure = Samples.figures(of: try Samples.table([2, 4], names: ["a", "b"]))[0]
    (figure.notes, figure.leftOut, figure.subtitle, figure.title) = ([], [], nil, "Values")
    figure.panels[0].x = Axis(.category(["a", "b"]), label: "name")
    figure.panels[0].y = Axis(.linear, label: "value")
    let lines = FigureTerminal.lines(of: figure, options: .init(width: 24)) ?? []
    #expect(lines[1...2] == ["a │█████████▎ 2", "b │██████████████████▌ 4"])
    #expect(lines.last == "n = 2")
  }

  @Test func `the borders of a band are dots, so that its line is the mark alone`() throws {
    let data = try Table([
      Column("x", .number([0, 1])), Column("y", .number([5, 5])), Column("low", .number([1, 1])),
      Column("high", .number([9, 9])), Column("which", .category(Categorical(["a", "a"]))),
    ])
    var figure = Figure(
      kind: "line", title: "", data: data, x: Axis(.linear, label: ""), y: Axis(.linear, label: ""),
      layers: [
        .area(x: "x", y: "low", y2: "high", color: "which"), .line(x: "x", y: "y", color: "which"),
      ], n: 2)
    figure.colors = ColorScale(.category(["a", "b"]), label: "which")
    for isASCII in [true, false] {
      let lines = FigureTerminal.lines(of: figure, options: .init(width: 40, isASCII: isASCII)) ?? []
      // The legend and the line.
      #expect(lines.count { $0.contains(isASCII ? "o" : "●") } == 2, "\(lines)")
    }
  }

  @Test func `screen readers get the sentence`() throws {
    var figure = Samples.figures(of: try Samples.table([2, 4], names: ["a", "b"]))[0]
    figure.summary = "Two bars."
    #expect(FigureTerminal.lines(of: figure, options: .init(width: 80, isSpoken: true)) == ["Two bars."])
    figure.summary = nil
    #expect(figure.sentence.contains("2 to 4"))
  }

  @Test func `colours begin and end on their line`() throws {
    for figure in Samples.figures(of: try Samples.table([2, 4, 3], names: ["a", "b", "c"])) {
      for line in FigureTerminal.lines(of: figure, options: .init(width: 80, isColored: true)) ?? [] {
        guard let last = line.ranges(of: "\u{1B}[").last else { continue }
        #expect(line[last.upperBound...].hasPrefix("0m"), "\(figure.kind): \(line)")
      }
    }
  }
}
