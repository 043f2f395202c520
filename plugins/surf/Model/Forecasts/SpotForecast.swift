public import PodiumCore

/// What the stored issues say about hours at a spot: for each hour the newest issue that was known.
public struct SpotForecast: Sendable {
  /// An hour and the issue it comes from.
  public struct Hour: Sendable {
    public let valid: Moment
    /// The issue of the waves where they are known, else of the wind or of what else there is.
    public var issued: Moment
    public var model: String
    public var values: [SeaVariable: Double]
    /// The model of the waves; nil where none is known.
    public fileprivate(set) var sea: String?
    /// In a consensus how many models have waves, and the standard deviation of their heights (divisor n).
    public var sources = 1
    public var spread: Double?
    fileprivate var leading: SeaGroup

    /// Hours from the issue; negative for hours before it, which are analysed and not forecast.
    public var lead: Double { Double(valid.microseconds - issued.microseconds) / 3_600_000_000 }

    public subscript(variable: SeaVariable) -> Double? { values[variable] }

    fileprivate mutating func lead(with group: SeaGroup, issued: Moment, model: String) {
      (self.issued, self.model, leading) = (issued, model, group)
    }
  }

  /// In order of time.
  public private(set) var hours: [Hour]
  /// The models whose values are shown, in the order in which they count.
  public let models: [String]
  /// How far away the farthest place is that values are forecast for, in kilometres; nil where all are near the spot.
  public private(set) var distance: Double?

  /// An issue older than this deserves a warning.
  public static let fresh = 24 * 3_600_000_000
  /// The name of the mean over all models.
  public static let consensus = "consensus"

  /// The hours of issues that have been read; the first of a model counts, so the newest come first.
  public init(_ issues: [StoredIssue], model: String?, from: Moment, until: Moment, isPure: Bool = true) {
    let names = SpotForecast.order(issues.map(\.model), first: model)
    if model == SpotForecast.consensus {
      self = SpotForecast(
        meanOf: names.map { name in
          SpotForecast(issues.filter { $0.model == name }, model: name, from: from, until: until)
        })
      return
    }
    var hours: [Moment: Hour] = [:]
    var used: Set<String> = []
    for name in names {
      // Of one model a later issue counts whole in what it forecasts: its gaps are not filled from an earlier one.
      var chosen: [SeaGroup: [Moment: Moment]] = [:]
      for issue in issues where issue.model == name {
        let groups = Dictionary(grouping: issue.values.map { ($0.key, $0.value) }) { $0.0.group }
        for (group, columns) in groups.ordered(by: { $0.key.rawValue < $1.key.rawValue }) {
          let isSea = group == .waves
          if isSea, isPure, name != names.first, model != nil { continue }
          var seen = chosen.removeValue(forKey: group) ?? [:]
          for (row, valid) in issue.times.enumerated() where valid >= from && valid < until {
            guard seen[valid] ?? issue.issued == issue.issued else { continue }
            // The height of one model with the period of another would be a sea that no one forecast.
            if isSea, let sea = hours[valid]?.sea, sea != name { continue }
            var isUsed = false
            for (variable, column) in columns where !column[row].isNaN {
              let new = Hour(valid: valid, issued: issue.issued, model: name, values: [:], leading: group)
              // Changed in place: a copy of every hour would take most of the time.
              if hours[valid]?.values[variable] == nil {
                hours[valid, default: new].values[variable] = column[row]
                isUsed = true
              }
            }
            guard isUsed else { continue }
            seen[valid] = issue.issued
            used.insert(name)
            if let away = issue.distance { distance = max(distance ?? 0, away) }
            if isSea { hours[valid]?.sea = name }
            if let leading = hours[valid]?.leading, group.rawValue < leading.rawValue {
              hours[valid]?.lead(with: group, issued: issue.issued, model: name)
            }
          }
          chosen[group] = seen
        }
      }
    }
    self.hours = hours.values.ordered { $0.valid < $1.valid }
    models = names.filter(used.contains)
  }

  /// The names of models in the order in which they count: the one that is asked for, Stormglass's own mixture before its
  /// sources, then by name.
  public static func order(_ given: [String], first: String? = nil) -> [String] {
    let names = Set(given).ordered { a, b in
      let mixture = "stormglass-sg"
      if a.hasPrefix("stormglass-"), b.hasPrefix("stormglass-"), a == mixture || b == mixture { return a == mixture }
      return CodePointOrder.precedes(a, b)
    }
    // Sources of Stormglass may be named without the service.
    guard let first, let place = names.firstIndex(of: first) ?? names.firstIndex(of: "stormglass-" + first) else {
      return names
    }
    return [names[place]] + names[..<place] + names[(place + 1)...]
  }

  /// The mean over models of each hour, of directions the circular one; verdicts and codes do not average.
  private init(meanOf all: [SpotForecast]) {
    var known: [Moment: [Hour]] = [:]
    for hour in all.flatMap(\.hours) { known[hour.valid, default: []].append(hour) }
    hours = known.ordered { $0.key < $1.key }.map { valid, members in
      var values: [SeaVariable: Double] = [:]
      for variable in Set(members.flatMap(\.values.keys)) where variable.group != .verdict && variable != .weatherCode {
        values[variable] = variable.mean(members.map(\.values))
      }
      let heights = members.compactMap { $0[.waveHeight] }
      let mean = heights.mean ?? 0
      let squares = heights.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return Hour(
        valid: valid, issued: members.map(\.issued).min() ?? valid, model: SpotForecast.consensus, values: values,
        sea: heights.isEmpty ? nil : SpotForecast.consensus, sources: heights.count,
        spread: heights.count < 2 ? nil : (squares / Double(heights.count)).squareRoot(), leading: .waves)
    }
    models = hours.isEmpty ? [] : [SpotForecast.consensus]
    distance = all.compactMap(\.distance).max()
  }

  /// Whose the waves are, from which hour on: one entry, and a further one wherever the model changes, or in a consensus
  /// the number of its models.
  public var seas: [(from: Moment, name: String)] {
    var found: [(from: Moment, name: String)] = []
    for hour in hours {
      guard let sea = hour.sea else { continue }
      let name = sea == SpotForecast.consensus ? "the mean of \(hour.sources.counted("model"))" : sea
      if found.last?.name != name { found.append((hour.valid, name)) }
    }
    return found
  }

  /// The hours from a moment on until another.
  public func within(from: Moment, until: Moment) -> SpotForecast {
    var part = self
    part.hours = hours.filter { $0.valid >= from && $0.valid < until }
    return part
  }

  /// Steps of a forecast longer than this leave the hours between unknown.
  public static let longestStep = 6 * 3_600_000_000

  /// The same with hours between steps of up to six hours: numbers go straight from one step to the next, directions
  /// turn through unit vectors weighted by energy or speed. Rain and codes are not known between steps.
  public func hourly() -> SpotForecast {
    let hour = 3_600_000_000
    var filled = self
    var rows: [Hour] = []
    for (place, one) in hours.enumerated() {
      rows.append(one)
      guard place + 1 < hours.count else { break }
      let length = hours[place + 1].valid.microseconds - one.valid.microseconds
      guard length > hour, length <= SpotForecast.longestStep else { continue }
      for time in stride(from: one.valid.microseconds + hour, to: hours[place + 1].valid.microseconds, by: hour) {
        rows.append(
          Hour(
            valid: Moment(microseconds: time), issued: one.issued, model: one.model, values: [:], sea: one.sea,
            sources: one.sources, leading: one.leading))
      }
    }
    let variables = Set(hours.flatMap(\.values.keys)).filter(\.isSteady)
    let isWhole = rows.count == hours.count && rows.allSatisfy { row in variables.allSatisfy { row[$0] != nil } }
    if isWhole { return self }
    // Speeds and heights are needed as they were given to weigh directions, so directions come from the given rows.
    let given = rows
    for variable in variables {
      var last: Int?
      for place in given.indices where given[place].values[variable] != nil {
        defer { last = place }
        guard let start = last, place > start + 1,
          let a = given[start].values[variable], let b = given[place].values[variable]
        else { continue }
        let (from, to) = (given[start].valid.microseconds, given[place].valid.microseconds)
        guard to - from <= SpotForecast.longestStep else { continue }
        func weight(_ row: Int) -> Double {
          guard let name = variable.weight, let value = given[row].values[name] else { return 1 }
          return max(1e-6, name == .windSpeed ? value : value * value)
        }
        for row in (start + 1)..<place {
          let part = Double(given[row].valid.microseconds - from) / Double(to - from)
          rows[row].values[variable] =
            variable.isDirection
            ? CircularMean([a, b], weights: [(1 - part) * weight(start), part * weight(place)])?.direction
            : a + part * (b - a)
        }
      }
    }
    filled.hours = rows.filter { !$0.values.isEmpty }
    return filled
  }
}
