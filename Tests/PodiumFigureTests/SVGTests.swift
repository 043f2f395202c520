import PodiumCore
import PodiumFigure
import Testing

struct SVGTests {
  @Test(arguments: Samples.values.map(\.name))
  func `a picture is well-formed XML with its description and data`(name: String) throws {
    let values = try #require(Samples.values.first { $0.name == name }).values
    for figure in Samples.figures(of: try Samples.table(values)) {
      let bytes = FigureSVG.bytes(of: figure)
      #expect(XMLCheck.fault(bytes) == nil, "\(figure.kind)")
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("<script") && !text.contains("nan") && !text.contains("inf\""), "\(figure.kind)")
      #expect(text.contains("role=\"img\"") && text.contains("<title>") && text.contains("<desc>"))
      #expect(FigureMetadata.read(bytes) == FigureMetadata.json(of: figure), "\(figure.kind)")
    }
  }

  @Test func `the same figure gives the same bytes`() throws {
    for figure in Samples.figures(of: try Samples.table((0..<30).map { Double($0 % 7) })) {
      #expect(FigureSVG.bytes(of: figure) == FigureSVG.bytes(of: figure))
    }
  }

  @Test func `a bar has a title with its values and begins at 0`() throws {
    let figure = Samples.figures(of: try Samples.table([2, 4], names: ["a", "b"]))[0]
    let scene = FigureLayout.scene(of: figure)
    #expect(FigureSVG.text(of: figure).contains("<title>name: b\nvalue: 4</title>"))
    let bars = scene.nodes.flatMap { node -> [Box] in
      guard case .group("f c0", let nodes) = node else { return [] }
      return nodes.compactMap { if case .shape(.rect(let box), _, _) = $0 { box } else { nil } }
    }
    try #require(bars.count == 2)
    #expect(bars[0].bottom == bars[1].bottom)
    #expect((bars[1].height - 2 * bars[0].height).magnitude < 1e-9)
  }

  @Test func `colours stop at eight and a log axis says so`() throws {
    let many = Samples.figures(of: try Samples.table((0..<12).map { Double($0 + 1) }, names: (0..<12).map { "n\($0)" }))
    let scatter = FigureSVG.text(of: try #require(many.first { $0.kind == "scatter" }))
    #expect(scatter.contains(">4 others<") && !scatter.contains(">n8<"))
    #expect(FigureSVG.text(of: try #require(many.first { $0.kind == "log" })).contains("(log scale)"))
  }

  @Test func `the caption has n and what was left out`() throws {
    let figure = Samples.figures(of: try Samples.table([1, 2], names: ["a", "b"]))[0]
    #expect(figure.caption.hasPrefix("n = 2 · 2 rows without </svg><script>alert(1)</script> left out"))
    #expect(FigureMetadata.json(of: figure)["left_out"] == .integer(2))
  }

  @Test(arguments: [
    "", "<svg>", "<metadata>", "<metadata></metadata>", "<metadata>{}</metadata>", "<metadata>[1,2</metadata>",
    "<metadata>&amp;&lt;&unknown;</metadata>", "<metadata>{\"podium_figure\":\"1\"}</metadata>",
    "</metadata><metadata>",
    "<metadata>" + String(repeating: "[", count: 5000) + "</metadata>",
  ])
  func `a picture without our metadata has none`(text: String) { #expect(FigureMetadata.read(Array(text.utf8)) == nil) }

  @Test func `damaged bytes never crash the reader of metadata`() throws {
    let bytes = FigureSVG.bytes(of: Samples.figures(of: try Samples.table([1, 2, 3]))[0])
    var source = Seed(7).source()
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<(1 + source.below(20)) { damaged[source.below(damaged.count)] = UInt8(source.below(256)) }
      _ = FigureMetadata.read(Array(damaged.prefix(source.below(damaged.count))))
      _ = FigureMetadata.read(damaged)
    }
  }

  @Test func `a small picture is small`() throws {
    let table = try Samples.table((0..<12).map { Double($0) }, names: (0..<12).map { "name \($0)" })
    for figure in Samples.figures(of: table) { #expect(FigureSVG.bytes(of: figure).count < 20_000, "\(figure.kind)") }
  }
}

/// Whether bytes are well-formed XML, as far as a picture needs it: elements that close, attributes in quotes, entities and
/// characters that XML knows.
enum XMLCheck {
  static func fault(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "not UTF-8" }
    let scalars = Array(text.unicodeScalars)
    for scalar in scalars {
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: break
      default: return "character \(scalar.value)"
      }
    }
    var (place, open) = (0, [String]())
    func starts(_ word: String) -> Bool { scalars[place...].starts(with: word.unicodeScalars) }
    while place < scalars.count {
      if scalars[place] == "<" {
        guard let end = scalars[place...].firstIndex(of: ">") else { return "no '>'" }
        let tag = String(String.UnicodeScalarView(scalars[(place + 1)..<end]))
        if tag.contains("<") { return "'<' in " + tag }
        let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter })
        if name.isEmpty { return "no name in " + tag }
        if tag.hasPrefix("/") {
          guard open.popLast() == name else { return "</\(name)> closes nothing" }
        } else {
          if tag.filter({ $0 == "\"" }).count % 2 != 0 { return "quotes in " + tag }
          let names = tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
            $0.offset % 2 == 0
          }
          .map { $0.element.split(separator: " ").last ?? "" }.filter { $0.hasSuffix("=") }
          if Set(names).count < names.count { return "an attribute twice in " + tag }
          if !tag.hasSuffix("/") { open.append(name) }
        }
        place = end + 1
      } else {
        if scalars[place] == "&", !["&amp;", "&lt;", "&gt;", "&quot;"].contains(where: starts) { return "entity" }
        if starts("]]>") { return "']]>'" }
        place += 1
      }
    }
    return open.isEmpty ? nil : "open: \(open)"
  }
}
