import PodiumCore
import PodiumFigure
import PodiumTestKit
import Testing

@testable import PodiumPlotting

/// Every kind of plot over tables that are hard to draw: an SVG that is well-formed and has no number that is none, lines
/// of a terminal without a control character, and every row drawn or counted.
struct OddTableTests {
  /// A table of two numbers, a whole number, two categories and a day, all made from few things.
  struct Odd: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var x: [Double]
    var y: [Double]?
    var names: [String?]?

    func table() throws -> Table {
      let rows = x.indices
      let names = names ?? rows.map { "k\($0 % 3)" }
      return try Table([
        Column("x", .number(x)), Column("y", .number(y ?? x)),
        Column("whole", .integer(rows.map { x[$0].isNaN ? ColumnValues.missingInteger : $0 % 5 })),
        Column("kind", .category(Categorical(names))), Column("other", .text(names.reversed())),
        Column("day", .date(rows.map { x[$0].isNaN ? nil : CalendarDate(days: 19_780 + $0 % 4000) })),
      ])
    }
  }

  static let tables = [
    Odd(testDescription: "no rows", x: []), Odd(testDescription: "one row", x: [4.2]),
    Odd(testDescription: "all missing", x: [.nan, .nan, .nan], names: [nil, nil, nil]),
    Odd(testDescription: "constant", x: Array(repeating: 7, count: 30)),
    Odd(testDescription: "zeros", x: Array(repeating: 0, count: 30), y: (0..<30).map { _ in -0.0 }),
    Odd(testDescription: "infinities", x: [1, .infinity, -.infinity, 2, .nan], y: [.infinity, 1, 2, 3, -.infinity]),
    Odd(testDescription: "nothing finite", x: [.infinity, -.infinity]),
    Odd(testDescription: "one category", x: (0..<40).map(Double.init), names: Array(repeating: "k", count: 40)),
    Odd(
      testDescription: "10,000 categories", x: (0..<10_000).map { Double($0 * 7919 % 10_007) },
      names: (0..<10_000).map { "category \($0)" }),
    Odd(
      testDescription: "names with control and bidi characters", x: (0..<24).map { Double($0 % 11) - 3 },
      names: (0..<24).map { hostile[$0 % hostile.count] }),
    Odd(testDescription: "huge", x: [1e300, -1e300, 5e299, 1.7e308, -1.7e308]),
    Odd(testDescription: "tiny", x: [1e-300, 3e-300, .leastNonzeroMagnitude, 3e-308, .leastNormalMagnitude / 1000]),
    Odd(
      testDescription: "huge and tiny", x: [.leastNonzeroMagnitude, 1.7e308, 1],
      y: [-1.7e308, 1, .leastNonzeroMagnitude]),
    Odd(testDescription: "negative", x: (1...20).map { -Double($0) }),
    Odd(testDescription: "next to each other", x: [1, 1.0.nextUp, 1.0.nextDown, 1]),
    Odd(testDescription: "whole numbers beyond exact ones", x: [9.1e15, -9.1e15, 9.007199254740993e15]),
  ]

  private static let hostile = [
    "\u{202E}evil", "a\u{0}b", "\u{1B}[31mred\u{1B}[0m", "tab\tline\nend\r", "</svg><script>alert(1)</script>", "]]>",
    "&amp;<!-- -->", "\u{2066}\u{2069}", "\u{FFFE}\u{FFFF}", "👩‍👩‍👧‍👦", String(repeating: "e\u{301}", count: 200), "",
    "\"quoted\"=' x", "مرحبا", "\u{85}\u{2028}\u{2029}", "\u{7F}",
  ]

  /// Every kind with the ways that it can be asked for.
  struct Ask: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: PlotRequest

    init(_ line: String) {
      var words = line.split(separator: " ").map(String.init)
      var request = PlotRequest(PlotRequest.Kind.all.first { $0.name == words[0] } ?? .hist)
      words.removeFirst()
      for word in words {
        let parts = word.split(separator: "=").map(String.init)
        switch parts.count > 1 ? parts[0] : "" {
        case "x": request.x = .init(parts[1])
        case "y": request.y = .init(parts[1])
        case "color": request.color = .init(parts[1])
        case "facet": request.facet = .init(parts[1])
        case "bins": request.bins = Int(parts[1])
        case "log": request.log = Set(parts[1].split(separator: ",").compactMap { .init(rawValue: String($0)) })
        default: request.columns.append(.init(word))
        }
      }
      (testDescription, self.request) = (line, request)
    }
  }

  static let asks = [
    "hist x", "hist x log=x", "hist x bins=1000", "hist x color=kind", "hist x facet=kind", "hist whole", "hist day",
    "bar kind", "bar kind y=x", "bar kind color=other", "bar whole", "bar kind y=x color=other", "bar day",
    "bar kind facet=other", "box x", "box x y", "box x x=kind", "box x x=kind color=other", "box x log=y",
    "box x x=kind log=y", "box x facet=kind", "scatter x y", "scatter x y color=kind", "scatter x y color=whole",
    "scatter x y log=x,y", "scatter day x", "scatter x y facet=kind", "line x", "line x y", "line day x y",
    "line day x log=y", "line x y log=x,y", "line x y color=kind", "line whole x", "line x y facet=kind",
    "heatmap x y", "heatmap kind other", "heatmap kind x", "heatmap x y color=x", "heatmap day whole",
    "heatmap kind other color=x", "heatmap x y bins=1000", "heatmap x y facet=kind",
  ].map(Ask.init)

  /// The refusals that a table may meet: more panels or colours of numbers than a picture has.
  private static let refusals = ["too-many-values", "wrong-column-type"]

  @Test(arguments: tables)
  func `every kind of plot draws what is hard to draw`(_ odd: Odd) throws {
    let table = try odd.table()
    for ask in OddTableTests.asks {
      let figure: Figure
      do throws(Diagnostic) {
        figure = try TablePlot(ask.request, of: table).figure()
      } catch {
        #expect(OddTableTests.refusals.contains(error.code), "\(ask.testDescription): \(error.message)")
        #expect(table.rowCount > 24 || error.code == "wrong-column-type", "\(ask.testDescription): \(error.message)")
        continue
      }
      #expect(figure.n <= table.rowCount, "\(ask.testDescription)")
      let isWide = ask.request.columns.count > 1 && [.line, .box].contains(ask.request.kind)
      if !isWide {
        #expect(figure.n + figure.leftOutCount == table.rowCount, "\(ask.testDescription): \(figure.caption)")
      }
      let bytes = FigureSVG.bytes(of: figure)
      let fault = XMLCheck.fault(bytes)
      #expect(fault == nil, "\(ask.testDescription): \(fault ?? "")")
      #expect(bytes.count < 1_000_000, "\(ask.testDescription): \(bytes.count) bytes")
      for tag in XMLCheck.tags(bytes) where tag.contains("nan") || tag.contains("inf") {
        Issue.record("\(ask.testDescription): <\(tag)>")
      }
      let text = FigureMetadata.json(of: figure.thinned()).text
      #expect((try? JSONReader.value(text)) != nil, "\(ask.testDescription)")
      for line in FigureTerminal.lines(of: figure, options: .init(width: 80)) ?? [] {
        #expect(
          line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) },
          "\(ask.testDescription): \(line)")
      }
    }
  }
}
