/// Prose of a Markdown cell, so that a notebook's parser reads it as prose too.
struct ImportedProse {
  private(set) var text = ""
  /// The line that closes its last fence, without a line end; empty if all are closed.
  private(set) var closing = ""
  /// Whether fences were moved in by a space: a cell's anywhere, and at the start, after a cell with what is recorded, an
  /// output's and a figure's line.
  private(set) var isShielded = false

  init(_ source: String, after recorded: String?, isOwn: Bool) {
    let lines = TextLines.split(source)
    var place = 0
    var isStart = recorded != nil
    while place < lines.count {
      let line = lines[place]
      place += 1
      let isBlank = TextLines.bare(line).isEmpty
      defer { if !isBlank { isStart = false } }
      guard let fence = Fence(line) else {
        let isFigure = isStart && recorded?.isEmpty == false && CellFigures.isLink(line)
        add([line], isShielded: isFigure)
        continue
      }
      let end = lines[place...].firstIndex { fence.isClosed(by: $0) }
      let isOutput = isStart && fence.isRecorded && (end != nil || !isOwn)
      let last = end.map { $0 + 1 } ?? lines.count
      let shields = fence.language == "podium" || isOutput
      add(lines[(place - 1)..<last], isShielded: shields)
      if end == nil { closing = (shields ? " " : "") + String(repeating: fence.mark, count: fence.ticks) }
      place = last
    }
  }

  private mutating func add(_ lines: some Sequence<Substring>, isShielded shields: Bool) {
    if shields { isShielded = true }
    for line in lines { text += (shields ? " " : "") + line }
  }
}
