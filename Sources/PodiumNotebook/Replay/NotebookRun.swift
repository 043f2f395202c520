public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// Replays a notebook in a session, cell by cell.
public struct NotebookRun: Sendable {
  public let notebook: Notebook
  /// The file's name, for the places of errors.
  public let file: String

  /// What a replay reports as it runs.
  public enum Event: Sendable {
    /// Prose as written.
    case prose(String)
    case skipped(Notebook.Cell)
    /// A cell that is about to run.
    case starting(Notebook.Cell)
    /// A cell with the reports of its commands; `failure` is an error that was not expected.
    case cell(Notebook.Cell, reports: [CommandReport], failure: Diagnostic?)
  }

  public init(_ notebook: Notebook, file: String) {
    self.notebook = notebook
    self.file = file
  }

  /// Runs the cells from the top, up to a given block; stops at the first that fails unless `keepGoing`.
  ///
  /// Returns whether every cell ended as expected.
  public func run(
    in interpreter: inout Interpreter, through last: Int? = nil, keepGoing: Bool, tell: (Event) -> Void
  ) -> Bool {
    interpreter.begin(notebook.frontMatter)
    var succeeded = true
    let outerPlace = interpreter.session.replayPlace
    defer { interpreter.session.replayPlace = outerPlace }
    let cellCount = notebook.blocks.count { if case .cell = $0 { true } else { false } }
    var number = 0
    for (place, block) in notebook.blocks.enumerated() {
      if let last, place > last { break }
      switch block {
      case .prose(let text): tell(.prose(text))
      case .cell(let cell):
        number += 1
        interpreter.session.replayPlace = Progress.Part("cell", number, of: cellCount)
        let plugins = Set(interpreter.registry.plugins.map(\.name))
        if cell.options.isSkipped || !plugins.isSuperset(of: cell.options.needs) {
          tell(.skipped(cell))
          continue
        }
        tell(.starting(cell))
        var reports: [CommandReport] = []
        let worked = interpreter.run(
          cell.source, file: file, firstLine: cell.line + 1, keepGoing: false, report: { reports.append($0) })
        let failure = verdict(cell, worked, reports)
        if failure != nil { succeeded = false }
        tell(.cell(cell, reports: reports, failure: failure))
        if interpreter.exitStatus != nil || interpreter.cancellation.isCancelled { return succeeded }
        if failure != nil, !keepGoing { return false }
      }
    }
    return succeeded
  }

  private func verdict(_ cell: Notebook.Cell, _ worked: Bool, _ reports: [CommandReport]) -> Diagnostic? {
    if let report = reports.first(where: { $0.status == .interrupted }) { return report.error }
    if worked, cell.options.expectsError {
      return Diagnostic(
        "missing-error", "the cell was expected to fail but succeeded", help: "remove expect=error"
      ).inFile(file, line: cell.line)
    }
    return worked || cell.options.expectsError ? nil : reports.compactMap(\.error).first
  }
}
