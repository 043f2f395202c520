internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// Replays a notebook for `notebook open` and collects what it shows.
struct NotebookReplay {
  /// The reports of the commands, each with its own text and the prose before it.
  private(set) var reports: [CommandReport] = []
  /// The first error that was not expected.
  private(set) var failure: Diagnostic?
  /// The new outputs of the cells that ran, by number.
  private(set) var recordings: [Int: String] = [:]
  /// Their figures.
  private(set) var pictures: [CellFigures.Picture] = []
  private var prose: [String] = []

  init(_ notebook: Notebook, file: String, in interpreter: inout Interpreter) {
    var number = 0
    // The file keeps its own text; in this session its results have other numbers.
    var written: [Notebook.Cell] = []
    var replayed = notebook
    for place in replayed.blocks.indices {
      guard case .cell(var cell) = replayed.blocks[place] else { continue }
      written.append(cell)
      cell.source = interpreter.renumbered(cell.source)
      replayed.blocks[place] = .cell(cell)
    }
    _ = NotebookRun(replayed, file: file).run(in: &interpreter, keepGoing: false) { event in
      switch event {
      case .prose(let text): prose.append(text)
      case .skipped: number += 1
      case .starting: break
      case .cell(_, let given, let error):
        number += 1
        let cell = written[number - 1]
        recordings[number] = NotebookRun.recording(of: cell, reports: given, file: file)
        pictures += CellFigures(of: cell, reports: given, file: file).pictures
        for (place, report) in given.enumerated() {
          var report = error == nil ? NotebookReplay.expected(report) : report
          report.outputs.insert(.note("[\(report.cell)] " + report.input), at: 0)
          let text = NotebookReplay.trimmed(prose.joined())
          if place == 0, !text.isEmpty { report.outputs.insert(.text(text), at: 0) }
          reports.append(report)
        }
        prose = []
        failure = failure ?? error
      }
    }
  }

  /// A report whose error was expected and so is shown as part of the notebook.
  private static func expected(_ report: CommandReport) -> CommandReport {
    guard let error = report.error else { return report }
    var report = report
    report.outputs.append(.text("error, as expected: " + error.message))
    report.error = nil
    report.status = .ok
    return report
  }

  /// Prose without surrounding blank lines.
  private static func trimmed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
