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

  /// The errors by whole days of lead against the newest issue at or before the hour; hours without one at most a day old
  /// count nowhere.
  public static func errors(
    of variable: SeaVariable, in issues: [StoredIssue], until: Moment? = nil
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
      guard let newest = forecasts.keys.max(), let truth = forecasts[newest],
        valid.microseconds - newest.microseconds <= day
      else { continue }
      for (issued, value) in forecasts.sorted(by: { $0.key < $1.key }) where issued != newest {
        errors[(valid.microseconds - issued.microseconds) / day, default: []].append(
          variable.isDirection ? Direction.difference(value, truth) : value - truth)
      }
    }
    return errors
  }
}
