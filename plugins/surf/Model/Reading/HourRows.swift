public import PodiumCore

/// The hours of an issue as a reader finds them, to be checked and put in order.
public struct HourRows: Sendable {
  /// What a source says of an hour, in stored units; missing values are NaN or absent.
  public struct Row: Sendable {
    public let time: Moment
    /// Where it is in the file: `line 12`, `hour 2026-05-12T03:00:00Z`.
    public let place: String
    public var values: [SeaVariable: Double]
  }

  public private(set) var rows: [Row] = []

  public init() {}

  public mutating func add(_ time: Moment, at place: String? = nil, _ values: [SeaVariable: Double]) {
    rows.append(Row(time: time, place: place ?? "hour \(time)", values: values))
  }

  /// The issue with the hours that hold.
  ///
  /// An impossible value is refused and is missing; an hour without a value is left out; of hours with one time the first
  /// counts, and another with other values is refused.
  public func filled(_ run: ForecastRun, report: inout ReadingReport, tally: inout SeaTally) -> ForecastRun {
    report.read += rows.count
    // Cells that the reader could not use.
    let earlier = Set(report.refused.map(\.place))
    var run = run
    var times: [Moment] = []
    var kept: [[SeaVariable: Double]] = []
    var known: [Moment: Int] = [:]
    let isRising = (rows.first?.time).flatMap { first in rows.last.map { first <= $0.time } } ?? true
    var last: Moment?
    for row in rows {
      var values = row.values
      let (refused, remarks) = SeaCheck.check(&values)
      for fault in refused { report.refuse(row.place, fault.reason) }
      for remark in remarks { tally.add(remark, row.place) }
      if let last, last != row.time, (last < row.time) != isRising { tally.add(.disorder, row.place) }
      last = row.time
      if values.isEmpty {
        if refused.isEmpty { tally.add(.empty, row.place) }
        continue
      }
      if let place = known[row.time] {
        if kept[place] == values {
          tally.add(.repeated, row.place)
        } else {
          report.refuse(row.place, "\(row.time) occurs before with other values")
        }
        continue
      }
      if let issued = run.issued, let remark = IssueWindow.remark(of: row.time, issued: issued) {
        tally.add(remark, row.place)
      }
      if !refused.isEmpty || earlier.contains(row.place) { report.keep(part: row.place) }
      known[row.time] = kept.count
      times.append(row.time)
      kept.append(values)
    }
    report.kept += kept.count
    let variables = Set(kept.flatMap(\.keys))
    var columns: [SeaVariable: [Double]] = [:]
    for variable in variables { columns[variable] = kept.map { $0[variable] ?? .nan } }
    run.set(times, columns)
    return run
  }
}

/// How far a valid time can be from the issue of its forecast, in microseconds.
public enum IssueWindow {
  static let before = 24 * 3_600_000_000
  static let after = 17 * 24 * 3_600_000_000

  /// What is unusual about an hour of an issue.
  public static func remark(of valid: Moment, issued: Moment) -> SeaCheck.Remark? {
    let lead = valid.microseconds - issued.microseconds
    return lead < -before ? .early : lead > after ? .late : nil
  }
}

/// A swell as a source gives it, in stored units.
public typealias SwellPart = (height: Double, period: Double?, direction: Double?)

extension [SeaVariable: Double] {
  /// Takes the three highest of swells, the highest as the primary one; of equal heights the order of the source counts.
  public mutating func take(swells: [SwellPart]) {
    let sorted = swells.enumerated().ordered { ($1.element.height, $0.offset) < ($0.element.height, $1.offset) }
    for (variables, swell) in zip(SeaVariable.swells, sorted.map(\.element)) {
      self[variables.height] = swell.height
      self[variables.period] = swell.period
      self[variables.direction] = swell.direction
    }
  }
}
