public import PodiumCore

/// Standardization: (x − mean) / sd, with the mean and sd (divisor n) of the fitted rows.
///
/// Missing values are skipped in fitting and stay missing. A constant column is only centred; constant is
/// one whose variance is within rounding of zero, as in scikit-learn.
public struct ScaleStep: Transformer {
  public init() {}

  public var key: String { "scale" }
  /// What it does.
  public var summary: String { "standardize numbers to mean 0 and standard deviation 1" }
  public var fittedType: (any FittedTransformer.Type)? { FittedScale.self }

  /// Learns means and deviations; throws `not-numeric` for a named category column, and `not-finite`.
  public func fit(_ frame: FeatureFrame, step: RecipeStep) throws(Diagnostic) -> any FittedTransformer {
    try step.checkSettings([])
    let places = try step.places(in: frame) {
      if case .numbers = $0.values { true } else { false }
    }
    var known: [FittedScale.Known] = []
    for place in places {
      let column = frame.columns[place]
      guard case .numbers(let values) = column.values else {
        throw Diagnostic(
          "not-numeric", "column '\(column.name)' has categories, but scale takes numbers",
          help: "put an encode step before scale, or omit the column from scale")
      }
      known.append(try ScaleStep.moments(values, of: column.name))
    }
    return FittedScale(known: known)
  }

  static func moments(_ values: [Double], of name: String) throws(Diagnostic) -> FittedScale.Known {
    var sum = 0.0
    var count = 0
    for x in values where !x.isNaN {
      sum += x
      count += 1
    }
    if count == 0 { return FittedScale.Known(column: name, mean: 0, sd: 1) }
    let n = Double(count)
    let mean = sum / n
    var squares = 0.0
    var rest = 0.0
    for x in values where !x.isNaN {
      squares += (x - mean) * (x - mean)
      rest += x - mean
    }
    // Without rounding the rest is 0; subtracting it corrects the rounding of the mean.
    let variance = (squares - rest * rest / n) / n
    guard mean.isFinite, variance.isFinite else {
      throw Diagnostic(
        "not-finite", "column '\(name)' has numbers that are infinite or too large to scale",
        help: "remove it from the features")
    }
    let rounding = n * mean * 0x1p-52
    let isConstant = variance <= n * 0x1p-52 * variance + rounding * rounding
    return FittedScale.Known(column: name, mean: mean, sd: isConstant ? 1 : variance.squareRoot())
  }
}

struct FittedScale: FittedTransformer, Equatable {
  struct Known: Codable, Equatable {
    let column: String
    let mean: Double
    let sd: Double
  }

  let known: [Known]

  var changesColumnsOneByOne: Bool { true }

  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame {
    var columns = frame.columns
    for (one, place) in zip(known, try frame.places(of: known.map(\.column), for: "scale")) {
      guard case .numbers(let values) = columns[place].values else {
        throw .otherType("not-numeric", one.column, has: "categories", wanted: .numbers, in: "scale")
      }
      let (mean, sd) = (one.mean, one.sd)
      columns[place] = FeatureColumn(
        name: columns[place].name, source: columns[place].source,
        values: .numbers(values.map { ($0 - mean) / sd }))
    }
    return FeatureFrame(columns: columns, rowCount: frame.rowCount)
  }
}
