internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Adds issues of forecasts to the workspace: what is new as parts of their own, never in place of what is there.
struct ForecastImport {
  /// A value that differs from the stored one.
  struct Conflict {
    let model: String
    let issued: Moment
    let valid: Moment
    let variable: SeaVariable
    let kept: Double
    let given: Double
  }

  let spot: Spot
  let source: String
  /// When the file was fetched; nil where that is not known.
  let retrieved: Moment?

  /// Hours with anything new.
  private(set) var new = 0
  /// Hours that hold nothing but what is stored.
  private(set) var same = 0
  /// Hours with a value that differs from the stored one.
  private(set) var contradicting = 0
  private(set) var conflicts: [Conflict] = []
  private(set) var from: Moment?
  private(set) var to: Moment?
  private var rows: [[String: Value]] = []
  /// Unusual hours of issues whose time is that of retrieval; a reader counts those of the file's own issues.
  private var unusual: [SeaCheck.Remark: (count: Int, first: Moment)] = [:]

  init(spot: Spot, source: String, retrieved: Moment?) {
    (self.spot, self.source, self.retrieved) = (spot, source, retrieved)
  }

  /// Compares an issue with what is stored of it.
  ///
  /// Throws `no-issue-time` for an issue without a time where no retrieval is known either.
  mutating func add(_ run: ForecastRun, store: any RecordStore) throws(Diagnostic) {
    guard let issued = run.issued ?? retrieved else {
      throw Diagnostic(
        "no-issue-time", "the file has no time of issue",
        help: "give the time at which you fetched it, as in retrieved=2026-05-12T14:39Z")
    }
    guard let first = run.times.first, let last = run.times.last else { return }
    if run.issued == nil {
      for time in run.times {
        guard let remark = IssueWindow.remark(of: time, issued: issued) else { continue }
        unusual[remark] = ((unusual[remark]?.count ?? 0) + 1, unusual[remark]?.first ?? time)
      }
    }
    let parts = try StoredIssue.all(of: spot.number, model: run.model, from: issued, through: issued, in: store)
    var fresh: [SeaVariable: [Double]] = [:]
    var states = [UInt8](repeating: 0, count: run.times.count)
    for (variable, given) in run.values.sorted(by: { $0.key < $1.key }) {
      var column = given.map { PackedSeries.rounded($0, decimals: variable.decimals) }
      for (row, time) in run.times.enumerated() where !column[row].isNaN {
        guard let kept = ForecastImport.stored(variable, time, parts) else {
          states[row] |= 1
          continue
        }
        if kept != column[row] {
          states[row] |= 2
          conflicts.append(
            Conflict(
              model: run.model, issued: issued, valid: time, variable: variable, kept: kept, given: column[row]))
        }
        column[row] = .nan
      }
      if column.contains(where: { !$0.isNaN }) { fresh[variable] = column }
    }
    for state in states {
      if state & 2 != 0 { contradicting += 1 } else if state & 1 != 0 { new += 1 } else { same += 1 }
    }
    (from, to) = (min(from ?? first, first), max(to ?? last, last))
    guard !fresh.isEmpty else { return }
    let used = run.times.indices.filter { row in fresh.values.contains { !$0[row].isNaN } }
    let issue = StoredIssue(
      spot: spot.number, model: run.model, issued: issued, part: (parts.map(\.part).max() ?? 0) + 1,
      known: max(issued, retrieved ?? issued), source: source, times: used.map { run.times[$0] },
      values: fresh.mapValues { column in used.map { column[$0] } },
      distance: run.place.map { $0.distance(to: spot.place) }.flatMap { $0 > SpotLender.near ? $0 : nil })
    guard let fields = issue.fields else {
      throw Diagnostic(
        "too-large", "an issue of \(run.times.count) hours is longer than \(PackedSeries.mostRows)")
    }
    rows.append(fields)
  }

  private static func stored(_ variable: SeaVariable, _ time: Moment, _ parts: [StoredIssue]) -> Double? {
    for part in parts {
      guard let row = part.place(of: time) else { continue }
      let value = part[variable, row]
      if !value.isNaN { return value }
    }
    return nil
  }

  func write(to store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    try store.insert(all: rows, into: StoredIssue.kindName, cancellation: cancellation)
  }

  /// One sentence for each kind of unusual hours.
  var notes: [String] {
    SeaCheck.Remark.allCases.compactMap { remark in
      unusual[remark].map { "\($0.count.counted("hour")) \(remark.rawValue) (first: \($0.first))" }
    }
  }

  /// One sentence for each of the first conflicts.
  var sentences: [String] {
    conflicts.firstFive {
      "\($0.model): \($0.variable.column) at \($0.valid) is \(NumberText.shortest($0.given)), but the issue of "
        + "\($0.issued) in the workspace has \(NumberText.shortest($0.kept)), which was kept"
    } rest: {
      $0.counted("more value conflicts", plural: "more values conflict") + " with the workspace"
    }
  }
}
