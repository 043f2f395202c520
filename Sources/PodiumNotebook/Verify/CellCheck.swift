public import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// The result of verifying a cell.
public struct CellCheck: Sendable {
  /// How a cell ended, best first.
  public enum Outcome: String, Sendable, CaseIterable {
    /// As recorded.
    case same
    /// As recorded, except for numbers within their tolerance.
    case close
    /// Run, but compared only in whether it failed, because of its option `lax`.
    case lax
    /// Skipped, because of its options.
    case skipped
    /// Run only because later cells need it, and not compared.
    case notCompared = "not compared"
    /// Not run, because an earlier cell crashed or timed out.
    case notRun = "not run"
    /// As recorded by an older podium that left out columns; those were not compared.
    case cut
    /// Not as recorded.
    case different
    /// Something it needs is missing, or it tried something that needs trust.
    case refused
    /// It failed unexpectedly, or succeeded although an error was expected.
    case failed
    /// It exceeded its time limit.
    case timeout
    /// The process crashed while running it.
    case crash
  }

  /// A line that is not as recorded.
  public struct Difference: Sendable, Equatable {
    /// The line of the notebook where it is recorded, or before which it would be inserted.
    public var line: Int
    /// The recorded line; nil for an added one.
    public var recorded: String?
    /// The new line; nil for a removed one.
    public var fresh: String?
    /// The largest relative difference of the line's numbers, if nothing else differs.
    public var drift: Double?
    /// The changed table cells; empty if the line is not a row of a table, or if more than cells changed.
    public var cells: [ChangedCell] = []
  }

  /// The number of the cell, from 1.
  public var cell: Int
  /// The line of its opening fence.
  public var line: Int
  public var outcome: Outcome
  /// The largest relative difference of two corresponding numbers.
  public var drift = 0.0
  /// The lines that differ.
  public var differences: [Difference] = []
  /// Whether there was no recorded output to compare with.
  public var isUnrecorded = false
  /// The reason, if the lines do not show it.
  public var reason: String?
  /// The unexpected error.
  public var error: Diagnostic?
  /// The fences that would record its new output; nil if it did not finish.
  public var recording: String?
  /// Whether a figure has the recorded data and other strokes, so that an update redraws it.
  public var isRedrawn = false
  /// The figures that would be recorded with it.
  public var figures: [CellFigures.Picture] = []

  /// Records the result of a cell that was not compared.
  public init(cell: Int, line: Int, _ outcome: Outcome) {
    self.cell = cell
    self.line = line
    self.outcome = outcome
  }

  /// Compares the output of a cell with its recorded output.
  ///
  /// `tables` gives the places of table cells in the output; it is called only if something differs.
  init(
    cell number: Int, _ cell: Notebook.Cell, recording: String, rule: NumberRule,
    tables: @autoclosure () -> [TextTable] = []
  ) {
    self.init(cell: number, line: cell.line, .same)
    self.recording = recording
    if cell.options.isLax {
      outcome = .lax
      return
    }
    var rule = rule
    if let tolerance = cell.options.tolerance { rule.relative = tolerance }
    let old = cell.outputs
    let new = RecordedOutput.all(in: recording)
    if old.contains(where: { $0.hash != nil && $0.hash != cell.hash }) {
      outcome = .different
      reason = "the cell was edited after its output was recorded"
      return
    }
    if old.isEmpty, !new.isEmpty {
      outcome = .different
      isUnrecorded = true
      reason = "it has no recorded output"
      return
    }
    var verdict = Verdict.same
    // Where the recorded fences begin in the file.
    let offset = cell.line + cell.text.utf8.count { $0 == 0x0A } - 1
    for kind in [RecordedOutput.Kind.out, .err] {
      let recorded = old.filter { $0.kind == kind }
      let body = recorded.map(\.body).joined()
      let now = new.filter { $0.kind == kind }.map(\.body).joined()
      let comparison = OutputComparison(recorded: body, fresh: now, rule: rule)
      verdict = max(verdict, comparison.verdict)
      drift = max(drift, comparison.drift)
      let first = offset + (recorded.first?.line ?? 0)
      let found =
        comparison.verdict == .different && kind == .out
        ? ChangedCell.found(in: comparison.differences, recorded: body, fresh: now, tables())
        : comparison.differences.map { ($0, []) }
      differences += found.map { difference, cells in
        Difference(
          line: first + difference.line, recorded: difference.recorded, fresh: difference.fresh,
          drift: difference.drift, cells: cells)
      }
    }
    let records = old.filter { $0.kind == .json }
    if !records.isEmpty {
      let comparison = RecordComparison(
        recorded: records.map(\.body).joined(), fresh: new.filter { $0.kind == .json }.map(\.body).joined(),
        rule: rule)
      if comparison.verdict == .different, verdict != .different { reason = "its typed record differs" }
      verdict = max(verdict, comparison.verdict)
      drift = max(drift, comparison.drift)
    }
    outcome = verdict == .same ? .same : verdict == .close ? .close : .different
  }

  /// What an older podium wrote after a table with missing parts; a line may break at a space.
  private static let cutMarks = [
    "without room:", "not shown:", "cut off at …;", "shortened (…);", "rows; set rows=N or",
    "rows; show more with set rows",
  ]

  /// Marks a cell that differs as `cut` if it is as an older podium would record it.
  ///
  /// Such a recording lacks columns and ends of cells, about which nothing is known.
  mutating func allow(forCut recording: String, of cell: Notebook.Cell, rule: NumberRule) {
    guard outcome == .different, !isUnrecorded, reason == nil,
      CellCheck.cutMarks.contains(where: { cell.recorded.contains($0) })
    else { return }
    let older = CellCheck(cell: self.cell, cell, recording: recording, rule: rule)
    guard [.same, .close].contains(older.outcome) else { return }
    (outcome, drift, differences) = (.cut, older.drift, [])
    reason = "an older podium left out columns; 'podium verify --update' records all of them"
  }
}
