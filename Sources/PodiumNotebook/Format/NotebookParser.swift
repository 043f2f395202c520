public import PodiumCore
internal import PodiumEngine

extension Notebook {
  /// Reads a notebook.
  ///
  /// Throws `unclosed-cell`, `unknown-cell-option`, `bad-front-matter` and `newer-format`, naming the line of `file`.
  public init(_ text: String, file: String) throws(Diagnostic) {
    var parser = NotebookParser(text, file: file)
    try parser.run()
    self.init(frontMatter: parser.frontMatter, blocks: parser.blocks)
    hasMark = parser.hasMark
  }
}

private struct NotebookParser {
  let file: String
  /// The lines with their line feeds; the last may have none.
  let lines: [Substring]
  let hasMark: Bool
  var place = 0
  var frontMatter = FrontMatter()
  var blocks: [Notebook.Block] = []
  private var prose = ""

  init(_ text: String, file: String) {
    self.file = file
    let bare = PastedText.withoutMark(text)
    hasMark = bare.utf8.count != text.utf8.count
    lines = TextLines.split(bare)
  }

  mutating func run() throws(Diagnostic) {
    try takeFrontMatter()
    while place < lines.count {
      guard let fence = Fence(lines[place]) else {
        prose += lines[place]
        place += 1
        continue
      }
      if fence.language == "podium" {
        try takeCell(fence)
      } else {
        takeForeign(fence)
      }
    }
    endProse()
  }

  private mutating func takeFrontMatter() throws(Diagnostic) {
    guard lines.first.map(TextLines.bare) == "---",
      let end = lines.dropFirst().firstIndex(where: { TextLines.bare($0) == "---" })
    else { return }
    let inner = lines[1..<end].map { String(TextLines.bare($0)) }
    frontMatter = try FrontMatter(lines: inner, text: lines[...end].joined(), file: file)
    place = end + 1
  }

  /// A fence of another language and its contents are prose.
  private mutating func takeForeign(_ fence: Fence) {
    prose += lines[place]
    place += 1
    while place < lines.count {
      let line = lines[place]
      prose += line
      place += 1
      if fence.isClosed(by: line) { return }
    }
  }

  private mutating func takeCell(_ fence: Fence) throws(Diagnostic) {
    endProse()
    let start = place
    var options = CellOptions()
    do {
      options = try CellOptions(try fence.options())
    } catch {
      throw error.inFile(file, line: start + 1)
    }
    guard let end = closing(of: fence, after: start) else {
      throw Diagnostic(
        "unclosed-cell", "the cell is not closed", help: "end it with a line of \(fence.ticks) backticks"
      ).inFile(file, line: start + 1)
    }
    var source = lines[(start + 1)..<end].joined()
    if source.utf8.last == 0x0A { source.unicodeScalars.removeLast() }
    var opening = String(lines[start])
    opening.unicodeScalars.removeLast()
    place = end + 1
    let recorded = takeRecorded()
    blocks.append(
      .cell(
        Notebook.Cell(
          opening: opening, source: source, hasLines: end > start + 1, closing: String(lines[end]),
          options: options, line: start + 1,
          recorded: recorded)))
  }

  /// The fences `out`, `err` and `json` that follow a cell, with the blank lines before them, and the lines that show
  /// its figures.
  private mutating func takeRecorded() -> String {
    var recorded = ""
    while true {
      var ahead = place
      while ahead < lines.count, TextLines.bare(lines[ahead]).isEmpty { ahead += 1 }
      if !recorded.isEmpty, ahead < lines.count, CellFigures.isLink(lines[ahead]) {
        recorded += lines[place...ahead].joined()
        place = ahead + 1
        continue
      }
      guard ahead < lines.count, let fence = Fence(lines[ahead]), fence.isRecorded,
        let end = closing(of: fence, after: ahead)
      else { return recorded }
      recorded += lines[place...end].joined()
      place = end + 1
    }
  }

  private func closing(of fence: Fence, after start: Int) -> Int? {
    lines[(start + 1)...].firstIndex { fence.isClosed(by: $0) }
  }

  private mutating func endProse() {
    if !prose.isEmpty { blocks.append(.prose(prose)) }
    prose = ""
  }
}
