internal import Glibc
public import PodiumCore

/// Compares ways to raise alerts, each trained on earlier days only.
public struct AlertStudy: Sendable {
  /// A way to raise alerts.
  public enum Method: String, Sendable, CaseIterable {
    /// The share of good windows by season and hour of the day.
    case climatology
    /// What the surfer says.
    case stated
    /// What the surfer says, each bound corrected by their sessions.
    case corrected
    /// The windows with the most similar conditions.
    case near
    /// A regression for each person alone.
    case own
    /// One regression for all people.
    case everyone
    /// A regression pooled over all, spots and persons at spots.
    case pooled
    /// An alert for every window: the line to beat.
    case always

    /// Whether it gives chances of windows; the others rank them, or say yes or no.
    public var hasChances: Bool { self != .stated && self != .corrected && self != .always }

    /// Whether it says yes or no, so that it has no threshold.
    public var isFixed: Bool { self == .stated || self == .always }
  }

  /// A window with what was forecast for it.
  public struct Row: Sendable, Equatable {
    public let alert: AlertRow
    public let conditions: Conditions
    /// Whether a stated preference of the person matches.
    public let matches: Bool
    /// Where each condition is in the stated range, from −1 at the lower end to 1 at the upper; missing where none is stated.
    public let position: Conditions
    /// From 0 to 23 by the clock of the spot, and the quarter of the year.
    public let hour: Int
    public let season: Int

    public init(
      _ alert: AlertRow, conditions: Conditions, matches: Bool, position: Conditions = Conditions(), hour: Int,
      season: Int
    ) {
      (self.alert, self.conditions, self.matches, self.position) = (alert, conditions, matches, position)
      (self.hour, self.season) = (hour, season)
    }
  }

  public let rows: [Row]
  public let variables: [ConditionVariable]
  /// Variables that someone states a range of.
  private let stated: [ConditionVariable]
  /// Neighbours of `near`.
  static let neighbours = 15

  /// Rows in the order of time.
  public init(_ rows: [Row], variables: [ConditionVariable]) {
    // Variables that some row knows.
    (self.rows, self.variables) = (
      rows, variables.filter { variable in rows.contains { !$0.conditions[variable].isNaN } }
    )
    stated = ConditionVariable.allCases.filter { variable in rows.contains { !$0.position[variable].isNaN } }
  }

  /// The chances of test rows, and those of training rows as if each had been held out.
  public struct Chances: Sendable, Equatable {
    public let test: [Double]
    public let training: [Double]
    /// The chosen strength of a regression.
    public var strength: PoolingStrength?
  }

  /// Trains on some rows and predicts others; throws `no-convergence` and `interrupted`.
  public func chances(
    _ method: Method, training: [Int], test: [Int], choice: PooledModel.Choice = .crossValidated,
    cancellation: Cancellation? = nil
  ) throws(Diagnostic) -> Chances {
    let base = Double(training.count { rows[$0].alert.isGood }) / Double(max(1, training.count))
    switch method {
    case .always:
      return Chances(test: test.map { _ in 1 }, training: training.map { _ in 1 })
    case .climatology: return climatology(training, test, base)
    case .stated:
      return Chances(
        test: test.map { rows[$0].matches ? 1 : 0 }, training: training.map { rows[$0].matches ? 1 : 0 })
    case .corrected:
      let ranges = corrections(training)
      func chance(_ row: Int, own: Bool?) -> Double {
        ranges[rows[row].alert.person].map { $0.chance(rows[row].position, own: own) } ?? base
      }
      return Chances(
        test: test.map { chance($0, own: nil) },
        training: training.map { chance($0, own: rows[$0].alert.isSurfed ? rows[$0].alert.isGood : nil) })
    case .near: return near(training, test, base)
    case .everyone, .pooled:
      return try regression(
        training, test, base, people: method == .pooled, choice: choice, cancellation: cancellation)
    case .own:
      var (tests, trainings): ([Int: Double], [Int: Double]) = ([:], [:])
      for person in Set(training.map { rows[$0].alert.person }).sorted() {
        let own = training.filter { rows[$0].alert.person == person }
        let asked = test.filter { rows[$0].alert.person == person }
        let found = try regression(own, asked, base, people: false, choice: choice, cancellation: cancellation)
        for (row, chance) in zip(asked, found.test) { tests[row] = chance }
        for (row, chance) in zip(own, found.training) { trainings[row] = chance }
      }
      return Chances(test: test.map { tests[$0] ?? base }, training: training.map { trainings[$0] ?? base })
    }
  }

  private func climatology(_ training: [Int], _ test: [Int], _ base: Double) -> Chances {
    var counts: [[Int]: (good: Double, all: Double)] = [:]
    func key(_ row: Int) -> [Int] { [rows[row].season, rows[row].hour / 2, rows[row].alert.spot] }
    for row in training {
      let old = counts[key(row)] ?? (0, 0)
      counts[key(row)] = (old.good + (rows[row].alert.isGood ? 1 : 0), old.all + 1)
    }
    // Ten windows of the base rate are added, so that few windows do not decide.
    func chance(_ row: Int, without: Bool) -> Double {
      var (good, all) = counts[key(row)] ?? (0, 0)
      if without { (good, all) = (good - (rows[row].alert.isGood ? 1 : 0), all - 1) }
      return (good + 10 * base) / (all + 10)
    }
    return Chances(
      test: test.map { chance($0, without: false) }, training: training.map { chance($0, without: true) })
  }

  /// Conditions of which ranges are stated as positions in those, corrected by sessions; the others as they are.
  ///
  /// Tastes differ, statements are comparable: what is learned is how people's sessions keep to what they state. The
  /// conditions themselves beside it only add noise at 20 sessions a person.
  private func table(_ list: [Int], people: Bool, corrected: [Int: CorrectedRanges]? = nil) -> PooledModel.Rows {
    let own = corrected == nil ? [] : self.stated
    let raw = own.isEmpty ? variables : unstated
    var columns = raw.map(\.column) + own.map { "stated_" + $0.name }
    var values = raw.map { variable in list.map { rows[$0].conditions[variable] } }
    values += own.map { variable in list.map { rows[$0].position[variable] } }
    if !own.isEmpty {
      columns += ["stated_miss", "stated_edge", "stated_match", "stated_corrected"]
      values.append(list.map { AlertStudy.miss(rows[$0].position) })
      values.append(list.map { AlertStudy.edge(rows[$0].position) })
      values.append(list.map { rows[$0].matches ? 1 : 0 })
      values.append(list.map { AlertStudy.logOdds(rows[$0], corrected, isTraining: true) })
    }
    return PooledModel.Rows(
      columns: columns, values: values,
      classes: list.map { rows[$0].alert.isGood ? 1 : 0 }, spots: list.map { rows[$0].alert.spot },
      persons: list.map { people ? rows[$0].alert.person : 0 })
  }

  /// The root of the summed squares of how far conditions are outside of stated ranges, in half widths; at most 5.
  private static func miss(_ position: Conditions) -> Double {
    let sum = ConditionVariable.allCases.reduce(0.0) { sum, variable in
      let outside = max(0, position[variable].magnitude - 1)
      return sum + (outside.isFinite ? outside * outside : 0)
    }
    return min(5, sum.squareRoot())
  }

  /// How far the worst condition is from the middle of its stated range, in half widths: 1 at an end of it.
  private static func edge(_ position: Conditions) -> Double {
    ConditionVariable.allCases.reduce(0.0) { worst, variable in
      let own = position[variable].magnitude
      return own.isFinite ? max(worst, own) : worst
    }
  }

  /// The stated ranges of each person as training sessions correct them.
  private func corrections(_ training: [Int]) -> [Int: CorrectedRanges] {
    Dictionary(grouping: training) { rows[$0].alert.person }.mapValues { own in
      let known = stated.filter { variable in own.contains { !rows[$0].position[variable].isNaN } }
      return CorrectedRanges(
        known,
        sessions: own.filter { rows[$0].alert.isSurfed }.map { (rows[$0].position, rows[$0].alert.isGood) })
    }
  }

  private static func logOdds(_ row: Row, _ corrected: [Int: CorrectedRanges]?, isTraining: Bool) -> Double {
    guard let ranges = corrected?[row.alert.person] else { return .nan }
    return LogOdds.of(
      ranges.chance(row.position, own: isTraining && row.alert.isSurfed ? row.alert.isGood : nil))
  }

  /// Conditions of which no one states a range.
  private var unstated: [ConditionVariable] { variables.filter { !stated.contains($0) } }

  /// The columns of a row in the order of `table`.
  private func value(_ row: Int, _ place: Int, _ corrected: [Int: CorrectedRanges]) -> Double {
    let raw = unstated
    if place < raw.count { return rows[row].conditions[raw[place]] }
    let own = place - raw.count
    if own < stated.count { return rows[row].position[stated[own]] }
    switch own - stated.count {
    case 0: return AlertStudy.miss(rows[row].position)
    case 1: return AlertStudy.edge(rows[row].position)
    case 2: return rows[row].matches ? 1 : 0
    default: return AlertStudy.logOdds(rows[row], corrected, isTraining: false)
    }
  }

  private func regression(
    _ training: [Int], _ test: [Int], _ base: Double, people: Bool, choice: PooledModel.Choice,
    cancellation: Cancellation?
  ) throws(Diagnostic) -> Chances {
    guard Set(training.map { rows[$0].alert.isGood }).count > 1 else {
      return Chances(test: test.map { _ in base }, training: training.map { _ in base })
    }
    let corrected = corrections(training)
    let learned = try PooledModel.learn(
      table(training, people: people, corrected: corrected), classCount: 2, choice: choice, cancellation: cancellation)
    let chances = test.map { row -> Double in
      let alert = rows[row].alert
      return learned.model.probabilities(spot: alert.spot, person: people ? alert.person : 0) {
        value(row, $0, corrected)
      }[1]
    }
    return Chances(
      test: chances, training: learned.heldOut.map { $0.isNaN ? base : $0 }, strength: learned.model.strength)
  }

  private func near(_ training: [Int], _ test: [Int], _ base: Double) -> Chances {
    guard training.count > 1 else { return Chances(test: test.map { _ in base }, training: training.map { _ in base }) }
    let scales = table(training, people: true).distanceScales
    func chance(_ row: Int) -> Double {
      let own = rows[row]
      var list: [(distance: Double, isGood: Bool)] = []
      list.reserveCapacity(training.count)
      for other in training where other != row {
        let seen = rows[other]
        // A row of the same swell would be its own neighbour.
        if (seen.alert.day - own.alert.day).magnitude <= RollingOrigin.gap { continue }
        var distance = 0.0
        for (place, variable) in variables.enumerated() where scales[place] > 0 {
          let (a, b) = (own.conditions[variable], seen.conditions[variable])
          guard a.isFinite, b.isFinite else { continue }
          let apart = variable.isCircular ? 2 * sin(Direction.difference(a, b).magnitude * .pi / 360) : a - b
          distance += apart * apart * scales[place] * scales[place]
        }
        if seen.alert.spot != own.alert.spot { distance += 1 }
        if seen.alert.person != own.alert.person { distance += 1 }
        list.append((distance, seen.alert.isGood))
      }
      guard !list.isEmpty else { return base }
      list.sort { ($0.distance, $0.isGood ? 0 : 1) < ($1.distance, $1.isGood ? 0 : 1) }
      let limit = list[min(AlertStudy.neighbours, list.count) - 1].distance
      var (good, all) = (0.0, 0.0)
      for entry in list where entry.distance <= limit {
        let weight = exp(-(entry.distance - list[0].distance) / 2)
        all += weight
        if entry.isGood { good += weight }
      }
      return good / all
    }
    return Chances(test: test.map(chance), training: training.map(chance))
  }
}
