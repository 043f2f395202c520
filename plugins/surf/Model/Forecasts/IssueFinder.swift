public import PodiumCore

/// Finds the newest issue that was known at a moment and covers a span of time.
public struct IssueFinder: Sendable {
  /// The model of the waves by `ModelChoice`.
  public let model: String
  /// The issues by the models whose waves count: one, or all of a consensus; empty without waves.
  private let members: [[StoredIssue]]
  private let others: [StoredIssue]

  /// Issues with the newest first, and the model of their waves or `SpotForecast.consensus`.
  public init(_ issues: [StoredIssue], model chosen: String?) {
    model = chosen ?? ""
    let names =
      chosen == SpotForecast.consensus
      ? SpotForecast.order(issues.filter { $0.values[.waveHeight] != nil }.map(\.model)) : chosen.map { [$0] } ?? []
    members = names.map { name in issues.filter { $0.model == name } }
    others = issues.filter { !names.contains($0.model) }
  }

  /// Means over a span, circular for directions, each from the newest issue known at a moment; nil without waves.
  ///
  /// A consensus is the mean of its models; its issue is the oldest of theirs.
  public func conditions(
    from: Moment, to: Moment, known: Moment
  ) -> (values: [SeaVariable: Double], issued: Moment)? {
    let found = members.compactMap { conditions($0, from: from, to: to, known: known) }
    guard found.count > 1, let issued = found.map(\.issued).min() else { return found.first }
    var values: [SeaVariable: Double] = [:]
    for variable in Set(found.flatMap(\.values.keys)) where variable.group != .verdict && variable != .weatherCode {
      values[variable] = variable.mean(found.map(\.values))
    }
    return (values, issued)
  }

  /// The waves of one model; what else it lacks, such as wind, is taken from the others.
  private func conditions(
    _ own: [StoredIssue], from: Moment, to: Moment, known: Moment
  ) -> (values: [SeaVariable: Double], issued: Moment)? {
    var values: [SeaVariable: Double] = [:]
    var issued: Moment?
    for isOwn in [true, false] {
      let list = isOwn ? own : others
      if !isOwn, issued == nil { return nil }
      for place in IssueFinder.first(in: list, issuedBy: known)..<list.count {
        if values[.waveHeight] != nil, values[.windSpeed] != nil { break }
        // An older issue may add wind to waves, but not one of another day; those of other models follow.
        if let issued, issued.microseconds - list[place].issued.microseconds > 24 * 3_600_000_000 { break }
        guard list[place].known <= known else { continue }
        let rows = list[place].rows(from: from, to: to)
        guard !rows.isEmpty else { continue }
        let columns = list[place].values
        let hours = rows.map { row in columns.compactMapValues { $0[row].isNaN ? nil : $0[row] } }
        for variable in columns.keys where values[variable] == nil && (isOwn || variable.group != .waves) {
          if let mean = variable.mean(hours) { values[variable] = mean }
        }
        if issued == nil, values[.waveHeight] != nil { issued = list[place].issued }
      }
    }
    guard let issued, values[.waveHeight] != nil else { return nil }
    return (values, issued)
  }

  /// The place of the newest issue that was made by a moment.
  private static func first(in issues: [StoredIssue], issuedBy known: Moment) -> Int {
    issues.partitioningIndex { $0.issued <= known }
  }
}
