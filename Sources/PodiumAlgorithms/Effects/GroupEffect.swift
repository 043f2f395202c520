internal import PodiumCore
internal import PodiumLearn

/// An effect of each group in a linear model of classes: the `by=` of `logistic` and `ordinal`.
///
/// Groups are the categories of a column, which `encode` made features of. Each has an effect on the log odds, normal with
/// the mean 0; their deviation has the largest marginal likelihood (`ProportionalOdds`), so that effects are drawn to 0 by
/// how little is known of a group and how alike groups are. A group without training rows has the effect 0.
struct GroupEffect {
  static let hyperparameter = Hyperparameter(
    "by", .column, defaultValue: .unset,
    help:
      "category whose values have an effect each, drawn to their mean by how alike they are (a random intercept, by empirical Bayes)"
  )

  static let slopes = Hyperparameter(
    "slopes", .flag, defaultValue: .flag(false),
    help: "whether the coefficients of the features differ between the groups of by= too (random slopes)")

  private let groups: [CategoryIndicator]
  /// The features without those of groups.
  private let others: [Int]
  private let features: Matrix
  private let hasSlopes: Bool

  /// Takes the features apart; throws `no-features` where none say what group a row is of.
  init(_ column: String, slopes: Bool, in data: TrainingData, learner: String) throws(Diagnostic) {
    groups = CategoryIndicator.all(of: column, in: data).map(\.indicator)
    guard !groups.isEmpty else {
      throw Diagnostic(
        "no-features", "\(learner)(by=\(column)) needs '\(column)' as an encoded category among the features",
        help: "keep it in the features and type: encode")
    }
    let taken = Set(groups.map(\.column))
    others = (0..<data.features.columns).filter { !taken.contains($0) }
    features = data.features
    hasSlopes = slopes
  }

  /// A fit over all features: the effects of groups as coefficients of their columns, slopes apart.
  func solve(
    _ places: [Int], classes: Int, c: Double?, cancellation: Cancellation
  ) throws(Diagnostic) -> (coefficients: [Double], thresholds: [Double], groups: GroupSpread) {
    var own = Matrix(rows: features.rows, columns: others.count)
    for row in 0..<features.rows {
      for (place, column) in others.enumerated() { own[row, place] = features[row, column] }
    }
    let found = try ProportionalOdds(own, places, classes: classes, c: c).solve(
      groups: (0..<features.rows).map { row in groups.firstIndex { $0.holds(features, row) } ?? -1 },
      count: groups.count, slopes: hasSlopes, cancellation: cancellation)
    var coefficients = [Double](repeating: 0, count: features.columns)
    for (place, column) in others.enumerated() { coefficients[column] = found.coefficients[place] }
    var shift = 0.0
    for (group, effect) in zip(groups, found.effects) {
      let values = features.column(group.column)
      guard let low = values.min(), let high = values.max(), low < high else { continue }
      coefficients[group.column] = effect[0] / (high - low)
      shift += coefficients[group.column] * low
    }
    return (
      coefficients, found.thresholds.map { $0 + shift },
      GroupSpread(
        deviation: found.deviation, rows: features.rows,
        slopes: hasSlopes
          ? GroupSpread.Slopes(columns: others, groups: groups, values: found.effects.map { Array($0.dropFirst()) })
          : nil)
    )
  }
}

/// How far the effects of groups are apart, and what their coefficients have added.
public struct GroupSpread: Sendable, Codable, Equatable {
  /// For each group what the coefficients of some columns have added.
  struct Slopes: Sendable, Codable, Equatable {
    let columns: [Int]
    let groups: [CategoryIndicator]
    let values: [[Double]]
  }

  /// The standard deviation of the effects, in log odds.
  public let deviation: Double
  /// The training rows that it is of.
  public let rows: Int
  let slopes: Slopes?

  var figures: [ModelFigure] { [ModelFigure("group_sd", deviation, rows: rows)] }

  /// What the slopes of a row's group add to its sum.
  func part(_ features: Matrix, _ row: Int) -> Double {
    guard let slopes, let group = slopes.groups.firstIndex(where: { $0.holds(features, row) }) else { return 0 }
    return zip(slopes.columns, slopes.values[group]).reduce(0) { $0 + features[row, $1.0] * $1.1 }
  }

  /// Whether all parts fit a model of so many features, for one that was read from a file.
  func isWhole(_ width: Int) -> Bool {
    guard deviation.isFinite, let slopes else { return deviation.isFinite }
    return (slopes.columns + slopes.groups.map(\.column)).allSatisfy((0..<width).contains)
      && slopes.values.count == slopes.groups.count
      && slopes.values.allSatisfy { $0.count == slopes.columns.count && $0.allSatisfy(\.isFinite) }
  }
}
