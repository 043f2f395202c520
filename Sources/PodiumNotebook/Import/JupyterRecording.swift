internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// What a notebook records of a cell's outputs in Jupyter's form.
struct JupyterRecording {
  private var out = ""
  private var errors = ""
  private var figures: [FigureOutput] = []
  /// The hash of the source that gave them; that of the cell where they do not say it.
  private var hash: String
  /// How many outputs a notebook has no place for: those of another kernel, and what programs wrote.
  private(set) var foreign = 0
  private(set) var streams = 0

  /// Reads outputs as nbformat has them, of a cell whose source has some hash; `acceptsAny` takes those without a mark, as
  /// podium wrote them once.
  init(_ outputs: [JSONValue], of hash: String, acceptsAny: Bool = false) {
    self.hash = hash
    for output in outputs {
      let mark = output["metadata"]?["podium"]?["of"]?.string
      switch output["output_type"]?.string {
      case "execute_result", "display_data":
        guard mark != nil || acceptsAny, let data = output["data"], let text = data["text/plain"]?.joined else {
          foreign += 1
          continue
        }
        if let mark, Self.isHash(mark) { self.hash = mark }
        take(Self.printed(text), data)
      case "error":
        // Codes begin with a small letter, names of exceptions with a capital one.
        guard let code = output["ename"]?.string, code.utf8.first.map({ (0x61...0x7A).contains($0) }) == true,
          let lines = output["traceback"]?.array
        else {
          foreign += 1
          continue
        }
        errors += Self.printed(lines.compactMap(\.string).map { $0 + "\n" }.joined())
      case "stream": streams += 1
      default: foreign += 1
      }
    }
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// A text as a renderer would print it: without control characters.
  private static func printed(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t" }
    return String(String.UnicodeScalarView(kept))
  }

  private mutating func take(_ text: String, _ data: JSONValue) {
    for (type, _) in CellFigures.endings.sorted(by: { $0.key > $1.key }) {
      guard let picture = data[type]?.joined else { continue }
      let bytes = type.hasSuffix("xml") ? Array(picture.utf8) : Base64.bytes(String(picture.filter { $0 != "\n" }))
      let figure = FigureOutput(title: text, mediaType: type, data: bytes)
      figures.append(figure)
      out += TextRenderer(style: .notebook).render(.figure(figure))
      return
    }
    out += text.isEmpty || text.utf8.last == 0x0A ? text : text + "\n"
  }

  /// The fences, and the lines that show the figures.
  func text(_ figures: CellFigures) -> String {
    NotebookRun.fences(out: out, err: errors, of: hash) + figures.links
  }

  /// The figures as files beside a notebook `file`.
  func pictures(beside file: String) -> CellFigures { CellFigures(figures, of: hash, file: file) }

  /// A short hash by which a change is found.
  var fingerprint: String { String(SHA256.hex(text(pictures(beside: "")).utf8).prefix(12)) }
}

extension JSONValue {
  /// A text of Jupyter: as it is, or as a list of lines.
  var joined: String? { string ?? array.map { $0.compactMap(\.string).joined() } }
}
