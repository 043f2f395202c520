internal import PodiumCore

/// How much each condition counts: how far good rows of one person at a spot agree on it.
///
/// It is max(0, 1 − spread of good rows / the spread of as many rows drawn at random), meant over persons at spots by their
/// good rows, since tastes that differ have no spread in common. It is drawn to the mean of all conditions by n/(n + 10)
/// with n good rows, and is at least `least`, so that a condition can still count where its spread does not show it.
enum ConditionWeights {
  static let least = 0.05
  /// The number of good rows at which a concentration counts half.
  private static let shrinkage = 10.0
  /// Groups with fewer good rows have no spread.
  private static let fewest = 2

  /// Measures the columns of rows whose better half of classes is good.
  static func weights(_ rows: RatedRows, _ present: [Int]) -> [Double] {
    let least = present[(present.count + 1) / 2 < present.count ? (present.count + 1) / 2 : present.count - 1]
    let groups = Dictionary(grouping: rows.classes.indices) { [rows.spots[$0], rows.persons[$0]] }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
      .map { own in (own, own.filter { rows.classes[$0] >= least }) }
    let found = zip(rows.columns, rows.values).map { name, values -> Double? in
      let spread = ColumnSpread(name, values)
      var (sum, count) = (0.0, 0.0)
      for (own, good) in groups where good.count >= fewest {
        guard let agreement = spread.agreement(good.map { values[$0] }, among: own.map { values[$0] }) else { continue }
        sum += agreement * Double(good.count - 1)
        count += Double(good.count - 1)
      }
      return count > 0 ? max(0, sum / count) : nil
    }
    let known = found.compactMap { $0 }
    let mean = known.mean ?? 1
    let good = Double(groups.reduce(0) { $0 + $1.1.count })
    let share = good / (good + shrinkage)
    return found.map { max(ConditionWeights.least, share * ($0 ?? mean) + (1 - share) * mean) }
  }
}

/// The spread of a column, and how much closer few of its values are by chance.
private final class ColumnSpread {
  // Any variable of the kind will do: only its being circular counts.
  private let variable: ConditionVariable
  private let values: [Double]
  private let spread: Double
  private var ratios: [Int: Double] = [:]

  private static let draws = 200
  private static let most = 2000

  init(_ name: String, _ values: [Double]) {
    variable = name.hasSuffix("_deg") ? .swellDirection : .height
    let known = values.filter(\.isFinite)
    // Some thousand rows say the same as all of them.
    let step = max(1, known.count / ColumnSpread.most)
    self.values = stride(from: 0, to: known.count, by: step).map { known[$0] }
    spread = LearnedRange.spread(variable, self.values) ?? 0
  }

  /// 1 − spread of good values / the spread to expect of as many of all; nil where the values do not vary.
  func agreement(_ good: [Double], among all: [Double]) -> Double? {
    let good = good.filter(\.isFinite)
    guard good.count > 1, spread > 0, let own = LearnedRange.spread(variable, good),
      let background = LearnedRange.spread(variable, all), background > 0
    else { return nil }
    let ratio = ratio(good.count)
    return ratio > 0 ? 1 - own / (background * ratio) : nil
  }

  /// The expected spread of some values as a part of that of all.
  private func ratio(_ count: Int) -> Double {
    // Of many it is 1.
    if count >= 200 { return 1 }
    if let known = ratios[count] { return known }
    let chance = ChanceSpread(variable, of: values, count: count, draws: ColumnSpread.draws)
    let ratio = (chance?.expected ?? 0) / spread
    ratios[count] = ratio
    return ratio
  }
}
