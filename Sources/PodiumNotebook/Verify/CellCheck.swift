public import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// What came of a cell when its notebook was verified.
public struct CellCheck: Sendable {
  /// How a cell ended, the better the earlier.
  public enum Outcome: String, Sendable, CaseIterable {
    /// As recorded.
    case same
    /// As recorded but for numbers within their tolerance.
    case close
    /// Run, and only whether it failed was compared, as its option `lax` says.
    case lax
    /// Skipped, as its options say.
    case skipped
    /// Run for the sake of later cells, and not compared.
    case notCompared = "not compared"
    /// Not run, because an earlier cell took the replay down.
    case notRun = "not run"
    /// As recorded by an older podium that left columns out; those were not compared.
    case cut
    /// Not as recorded.
    case different
    /// Something it needs is missing, or it asks for what the notebook is not trusted with.
    case refused
    /// An error that was not expected, or none where one was.
    case failed
    /// It took longer than it may.
    case timeout
    /// The program died under it.
    case crash
  }

  /// A line that is not as recorded.
  public struct Difference: Sendable, Equatable {
    /// The line of the notebook where it is recorded, or before which it would be.
    public var line: Int
    /// What is recorded; nil for a line that came.
    public var recorded: String?
    /// What the cell gives; nil for a line that went.
    public var fresh: String?
    /// The largest relative distance of the line's numbers, where nothing else differs.
    public var drift: Double?
    /// The cells of a table that make up the difference; empty where the line is not a row, or more than cells differ.
    public var cells: [ChangedCell] = []
  }

  /// The number of the cell, from 1.
  public var cell: Int
  /// The line of its opening fence.
  public var line: Int
  /// What came of it.
  public var outcome: Outcome
  /// The largest relative distance of two numbers that stand for each other.
  public var drift = 0.0
  /// The lines that differ.
  public var differences: [Difference] = []
  /// Whether nothing was recorded that could be compared.
  public var isUnrecorded = false
  /// Why, where the lines do not say it.
  public var reason: String?
  /// The error that was not expected.
  public var error: Diagnostic?
  /// The fences that would record what it gives now; nil where it did not run to its end.
  public var recording: String?
  /// The figures that would be kept with it.
  public var figures: [CellFigures.Picture] = []

  /// Notes what came of a cell that was not compared.
  public init(cell: Int, line: Int, _ outcome: Outcome) {
    self.cell = cell
    self.line = line
    self.outcome = outcome
  }

  /// Compares what a cell gives with what is recorded beneath it.
  ///
  /// `tables` tells the places of table cells in what it prints, which is asked for only where something differs.
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
      reason = "the cell was changed after its output was recorded"
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

  /// What an older podium wrote beneath a table of which something is missing; a line may break at a blank.
  private static let cutMarks = ["without room:", "not shown:", "cut off at …;", "rows; set rows=N or"]

  /// Takes a cell that differs for one that an older podium recorded, where it is as that would record it.
  ///
  /// Such a recording lacks columns and ends of cells, and nothing can be said of those.
  mutating func allow(forCut recording: String, of cell: Notebook.Cell, rule: NumberRule) {
    guard outcome == .different, !isUnrecorded, reason == nil,
      CellCheck.cutMarks.contains(where: { cell.recorded.contains($0) })
    else { return }
    let older = CellCheck(cell: self.cell, cell, recording: recording, rule: rule)
    guard [.same, .close].contains(older.outcome) else { return }
    (outcome, drift, differences) = (.cut, older.drift, [])
    reason =
      "an older podium recorded it without the columns that did not fit; record it completely with 'podium verify --update'"
  }
}
