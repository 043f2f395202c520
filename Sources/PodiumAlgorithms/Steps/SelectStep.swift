public import PodiumCore
public import PodiumLearn

/// Feature selection: only the K numeric features that say most of the target stay.
///
/// By the F statistic or the mutual information (`FeatureScore`); of equal ones the earlier stays.
public struct SelectStep: Transformer {
  public init() {}

  /// `select-features`.
  public var key: String { "select-features" }
  /// What it does.
  public var summary: String { "keep the features that say most of the target, each by itself" }
  public var fittedType: (any FittedTransformer.Type)? { FittedSelect.self }

  /// Scores the features; throws `no-target`, `not-numeric`, `missing-values`, `bad-value` and `interrupted`.
  public func fit(_ training: StepTraining, step: RecipeStep) throws(Diagnostic) -> StepFit {
    try step.checkSettings(["k", "by"])
    let target = try training.requireTarget(for: key)
    guard let count = Int(step.settings["k"] ?? ""), count > 0,
      let score = FeatureScore(rawValue: step.settings["by"] ?? "f")
    else { throw Diagnostic("bad-value", "select-features takes k=, a number above 0, and by=f or by=mutual") }
    var scores: [(score: Double, place: Int)] = []
    for (place, values) in try step.numbers(in: training.frame, for: key) {
      let found = try score.score(values, target, training.cancellation)
      scores.append((found.isNaN ? -.infinity : found, place))
    }
    let order = scores.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
    return StepFit(
      FittedSelect(dropped: order.dropFirst(count).map(\.place).sorted().map { training.frame.columns[$0].name }))
  }
}

struct FittedSelect: FittedTransformer, Equatable {
  let dropped: [String]

  var changesColumnsOneByOne: Bool { true }

  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame {
    let out = Set(dropped)
    return FeatureFrame(columns: frame.columns.filter { !out.contains($0.name) }, rowCount: frame.rowCount)
  }
}

extension RecipeStep {
  /// The numeric columns that a step is for, with their places.
  ///
  /// Throws `unknown-column`, `not-numeric` for categories, also where none are named, and `missing-values`.
  func numbers(in frame: FeatureFrame, for key: String) throws(Diagnostic) -> [(place: Int, values: [Double])] {
    var found: [(place: Int, values: [Double])] = []
    for place in try places(in: frame, where: { _ in true }) {
      let column = frame.columns[place]
      guard case .numbers(let values) = column.values else {
        throw Diagnostic(
          "not-numeric", "column '\(column.name)' has categories, but \(key) takes numbers",
          help: "put an encode step before \(key), or name the columns")
      }
      if values.contains(where: \.isNaN) {
        throw Diagnostic.missingValues(column.name, count: column.values.missingCount, before: key)
      }
      guard values.allSatisfy(\.isFinite) else {
        throw Diagnostic(
          "not-finite", "column '\(column.name)' has infinite numbers", help: "remove it from the features")
      }
      found.append((place, values))
    }
    return found
  }
}
