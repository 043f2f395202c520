internal import PodiumCore
public import PodiumPlugin
internal import PodiumRender

extension NotebookRun {
  /// The maximum number of lines of one output in a notebook.
  public static let lineLimit = 200

  /// The fences that record the outputs of a cell, and a line for each of its figures; `file` is the notebook.
  ///
  /// A typed record is included if the cell already has one, or if `withRecord`.
  public static func recording(
    of cell: Notebook.Cell, reports: [CommandReport], file: String, withRecord: Bool = false
  ) -> String {
    recording(of: cell, reports: reports, file: file, style: .notebook, withRecord: withRecord)
  }

  /// The fences as recorded before every column of a table had to be included.
  static func cutRecording(of cell: Notebook.Cell, reports: [CommandReport], file: String) -> String {
    recording(of: cell, reports: reports, file: file, style: .markedWindow, withRecord: false)
  }

  private static func recording(
    of cell: Notebook.Cell, reports: [CommandReport], file: String, style: TextStyle, withRecord: Bool
  ) -> String {
    let (out, err, _) = printed(reports, style)
    var recording = fences(out: out, err: err, of: cell.hash)
    if withRecord || cell.outputs.contains(where: { $0.kind == .json }) {
      recording += fence(
        "json", reports.map { MaskedText(JSONRenderer().record(of: $0.recorded)).text + "\n" }.joined(), of: cell.hash)
    }
    return recording + CellFigures(of: cell, reports: reports, file: file).links
  }

  /// The printed output of some commands, their errors, and the places of table cells in it.
  static func printed(
    _ reports: [CommandReport], _ style: TextStyle = .notebook
  ) -> (out: String, err: String, tables: [TextTable]) {
    var renderer = TextRenderer(style: style)
    var (out, err) = ("", "")
    var tables: [TextTable] = []
    for report in reports.map(\.recorded) {
      // The width of a page is fixed; the number of rows shown is a setting of the session.
      renderer.style.rows = report.settings.rows
      let (text, own) = renderer.text(of: report)
      let before = out.utf8.count { $0 == 0x0A }
      tables += own.map { $0.moved(by: before) }
      out += MaskedText(text).text
      if var error = report.error {
        // The place would change whenever the prose above does.
        error.place = nil
        err += MaskedText(renderer.render(error, input: report.input)).text
      }
    }
    return (out, err, tables)
  }

  /// The fences of the printed output and of the errors of a source with some hash, each omitted if empty.
  static func fences(out: String, err: String, of hash: String) -> String {
    fence("out", shortened(out), of: hash) + fence("err", shortened(err), of: hash)
  }

  private static func shortened(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > lineLimit + 1 else { return text }
    // Values that change from run to run are not compared, so the hash leaves them out.
    let rest = lines[lineLimit...].map { OutputComparison.masked(String($0)) }.joined(separator: "\n")
    return lines[..<lineLimit].joined(separator: "\n") + "\n"
      + "… \(lines.count - lineLimit - 1) more lines, sha256 \(SHA256.hex(rest.utf8).prefix(12))\n"
  }

  private static func fence(_ kind: String, _ body: String, of hash: String) -> String {
    if body.isEmpty { return "" }
    let ticks = Fence.ticks(around: body)
    return ticks + kind + " {of=" + hash + "}\n" + body + ticks + "\n"
  }
}

extension CommandReport {
  /// The report as a notebook records it: without what holds only at this prompt.
  var recorded: CommandReport {
    var report = self
    report.outputs.removeAll { if case .notice = $0 { true } else { false } }
    return report
  }
}

extension Notebook.Cell {
  /// The text recorded after it.
  var outputs: [RecordedOutput] { RecordedOutput.all(in: recorded) }
}

extension Fence {
  /// Enough backticks for a fence that is longer than any run of them inside.
  static func ticks(around body: String) -> String {
    var longest = 0
    var run = 0
    for byte in body.utf8 {
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(3, longest + 1))
  }
}

extension Notebook {
  /// Records outputs after cells, by the cells' numbers from 1.
  public mutating func record(_ recordings: [Int: String]) {
    var number = 0
    for place in blocks.indices {
      guard case .cell(var cell) = blocks[place] else { continue }
      number += 1
      guard let recording = recordings[number] else { continue }
      // The last line of a file may have no line end.
      if !cell.text.hasSuffix("\n") { cell.closing += "\n" }
      cell.recorded = recording
      blocks[place] = .cell(cell)
    }
  }
}
