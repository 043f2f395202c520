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
    /// What the sessions of each say alone: stated ranges as corrected, or else how alike conditions are to good sessions.
    case learned
    /// One regression for all people.
    case everyone
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
  /// Days between training and test by default, so that one swell is not on both sides.
  public static let gap = 3

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
  }

  /// Trains on some rows and predicts others; throws `no-convergence` and `interrupted`.
  public func chances(
    _ method: Method, training: [Int], test: [Int], cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> Chances {
    try cancellation.check()
    // Half a row is added to each side: a share of some rows is never 0 or 1.
    let base = (Double(training.count { rows[$0].alert.isGood }) + 0.5) / Double(training.count + 1)
    switch method {
    case .always:
      return Chances(test: test.map { _ in 1 }, training: training.map { _ in 1 })
    case .climatology: return climatology(training, test, base)
    case .stated:
      return Chances(
        test: test.map { rows[$0].matches ? 1 : 0 }, training: training.map { rows[$0].matches ? 1 : 0 })
    case .corrected: return chances(corrections(training, test), training, test, base)
    case .learned: return chances(learned(training, test, variables: variables), training, test, base)
    case .everyone: return try everyone(training, test, base, cancellation)
    }
  }

  /// Training rows are predicted in five blocks of neighbours, so that a swell is not on both sides.
  private func everyone(
    _ training: [Int], _ test: [Int], _ base: Double, _ cancellation: Cancellation
  ) throws(Diagnostic) -> Chances {
    if let alike = alike(training, test, base) { return alike }
    let corrected = corrections(training, test)
    // Tastes differ, statements are comparable: of stated ranges count the places in them, and how sessions correct them.
    func features(_ place: Int, isOwn: Bool) -> CommonRegression.Features {
      let row = rows[place]
      let raw = variables.filter { !stated.contains($0) }
      var numbers = raw.filter { !$0.isCircular }.map { row.conditions[$0] }
      let positions = stated.map { row.position[$0] }
      if !stated.isEmpty {
        let outside = positions.map { max(0, $0.magnitude - 1) }.filter(\.isFinite)
        let own = isOwn && row.alert.isSurfed ? row.alert.isGood : nil
        numbers += positions + [min(5, outside.reduce(0) { $0 + $1 * $1 }.squareRoot())]
        numbers.append(
          corrected[row.alert.person]?.mean(row.conditions, position: row.position, own: own).map(LogOdds.of) ?? .nan)
      }
      let sea = (height: row.conditions[.height], period: row.conditions[.period])
      numbers.append(sea.height * sea.height * sea.period)
      return .init(numbers: numbers, directions: raw.filter(\.isCircular).map { row.conditions[$0] })
    }
    func chances(_ asked: some Sequence<Int>, by known: [Int], isOwn: Bool) throws(Diagnostic) -> [Double] {
      let isGood = known.map { rows[$0].alert.isGood }
      guard Set(isGood).count == 2 else { return asked.map { _ in base } }
      let model = try CommonRegression(known.map { features($0, isOwn: true) }, isGood: isGood, cancellation)
      return asked.map { Chance.bounded(model.chance(features($0, isOwn: isOwn)), of: known.count) }
    }
    var heldOut: [Double] = []
    for block in 0..<5 {
      let (start, end) = (training.count * block / 5, training.count * (block + 1) / 5)
      heldOut += try chances(training[start..<end], by: Array(training[..<start] + training[end...]), isOwn: true)
    }
    return Chances(test: try chances(test, by: training, isOwn: false), training: heldOut)
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

  /// What is said where training rows are all good, or none, which do not show which conditions count; nil with both.
  ///
  /// Days of one swell say the same, so that a week counts as one, and one more is added of which a third is good: a month of
  /// good days says little of other seas.
  private func alike(_ training: [Int], _ test: [Int], _ base: Double) -> Chances? {
    let isGood = Set(training.map { rows[$0].alert.isGood })
    guard isGood.count < 2 else { return nil }
    var (swells, first) = (0.0, Int.min)
    for day in training.map({ rows[$0].alert.day }).sorted() where swells == 0 || day - first >= 7 {
      (swells, first) = (swells + 1, day)
    }
    let chance = training.isEmpty ? base : ((isGood == [true] ? swells : 0) + 1.0 / 3) / (swells + 1)
    return Chances(test: test.map { _ in chance }, training: training.map { _ in chance })
  }

  /// The stated ranges of each person as training sessions correct them; of someone without sessions as they are stated.
  private func corrections(_ training: [Int], _ test: [Int]) -> [Int: LearnedChances] {
    learned(training, test, variables: [])
  }

  /// What each person's training sessions say alone, by stated ranges or else by some variables.
  private func learned(_ training: [Int], _ test: [Int], variables: [ConditionVariable]) -> [Int: LearnedChances] {
    let isTraining = Set(training)
    let people = Dictionary(grouping: training + test.filter { !isTraining.contains($0) }) { rows[$0].alert.person }
    return people.compactMapValues { own in
      let known = own.filter(isTraining.contains)
      // A study may have fewer windows than there were, and all that were surfed, which are better than most.
      let passed = known.filter { !rows[$0].alert.isSurfed }
      // The background only scales distances, for which some hundred hours are enough.
      let step = max(1, passed.count / PredictedRatings.background)
      return LearnedChances(
        known.filter { rows[$0].alert.isSurfed }.map {
          (rows[$0].conditions, rows[$0].position, rows[$0].alert.isGood)
        },
        stated: stated.filter { variable in own.contains { !rows[$0].position[variable].isNaN } },
        available: stride(from: 0, to: passed.count, by: step).map {
          (rows[passed[$0]].conditions, rows[passed[$0]].position)
        }, variables: variables)
    }
  }

  private func chances(
    _ people: [Int: LearnedChances], _ training: [Int], _ test: [Int], _ base: Double
  ) -> Chances {
    func chance(_ place: Int, isOwn: Bool) -> Double {
      let row = rows[place]
      return people[row.alert.person]?.mean(
        row.conditions, position: row.position, own: isOwn && row.alert.isSurfed ? row.alert.isGood : nil) ?? base
    }
    return Chances(
      test: test.map { chance($0, isOwn: false) }, training: training.map { chance($0, isOwn: true) })
  }
}
