public import PodiumCore

/// What many issues say together.
extension StoredIssue {
  /// How many days from a moment on until another have a column, by model; by default the waves.
  public static func days(
    _ issues: [StoredIssue], from: Moment? = nil, until: Moment? = nil,
    with column: (StoredIssue) -> [Double]? = \.heights
  ) -> [String: Int] {
    var days: [String: Set<Int>] = [:]
    for issue in issues {
      guard let column = column(issue) else { continue }
      for (row, valid) in issue.times.enumerated() where !column[row].isNaN {
        if let from, valid < from { continue }
        if let until, valid >= until { break }
        days[issue.model, default: []].insert(valid.date.days)
      }
    }
    return days.mapValues(\.count)
  }

  /// The errors by whole days of lead against what was measured at the hour, or else against the newest issue at or before it;
  /// hours without either, or whose issue is more than a day old, count nowhere.
  public static func errors(
    of variable: SeaVariable, in issues: [StoredIssue], until: Moment? = nil, measured: [Moment: Double]? = nil
  ) -> [Int: [Double]] {
    var values: [Moment: [Moment: Double]] = [:]
    for issue in issues {
      guard let column = issue.values[variable] else { continue }
      for (row, valid) in issue.times.enumerated() where !column[row].isNaN {
        values[valid, default: [:]][issue.issued] = column[row]
      }
    }
    let day = 24 * 3_600_000_000
    var errors: [Int: [Double]] = [:]
    for valid in values.keys.sorted() where until.map({ valid <= $0 }) ?? true {
      let forecasts = (values[valid] ?? [:]).filter { $0.key <= valid }
      let newest = measured == nil ? forecasts.keys.max() : nil
      guard let truth = newest.map({ forecasts[$0] }) ?? measured?[valid],
        newest.map({ valid.microseconds - $0.microseconds <= day }) ?? true
      else { continue }
      for (issued, value) in forecasts.ordered(by: { $0.key < $1.key }) where issued != newest {
        errors[(valid.microseconds - issued.microseconds) / day, default: []].append(
          variable.isDirection ? Direction.difference(value, truth) : value - truth)
      }
    }
    return errors
  }
}
