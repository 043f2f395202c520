public import PodiumCore

/// Fills missing values with the mean, median or most frequent value of the fitted rows.
///
/// Numbers take the mean unless `strategy` says otherwise, categories always the most frequent. Equal counts:
/// the smallest number, the first name by code point. A number column without any value is filled with 0. A circular column
/// takes its circular mean, for `median` too.
public struct ImputeStep: Transformer {
  /// The values of the setting `strategy`.
  public enum Strategy: String, Sendable, CaseIterable {
    case mean
    /// The median: the middle value, or the mean of the middle two.
    case median
    case mostFrequent = "most-frequent"
  }

  public init() {}

  public var key: String { "impute" }
  /// What it does.
  public var summary: String { "replace missing values with the mean, median or most frequent value" }
  public var fittedType: (any FittedTransformer.Type)? { FittedImpute.self }

  /// Learns the values to fill in; throws `bad-value` for the strategy, `no-values` and `not-finite`.
  public func fit(_ frame: FeatureFrame, step: RecipeStep) throws(Diagnostic) -> any FittedTransformer {
    try step.checkSettings(["strategy"])
    var strategy = Strategy.mean
    if let text = step.settings["strategy"] {
      guard let named = Strategy(rawValue: text) else {
        throw Diagnostic("bad-value", "'strategy' must be mean, median or most-frequent, not '\(text)'")
      }
      strategy = named
    }
    var known: [FittedImpute.Known] = []
    for place in try step.places(in: frame, where: { _ in true }) {
      let column = frame.columns[place]
      switch column.values {
      case .numbers(let values):
        if let circle = column.circle, strategy != .mostFrequent, !values.contains(where: \.isInfinite) {
          if strategy == .median, step.columns != nil {
            throw Diagnostic(
              "no-median", "column '\(column.name)' is circular, so it has no median",
              help: "use strategy=mean or strategy=most-frequent")
          }
          let mean = CircularMean(values, on: circle)
          known.append(
            FittedImpute.Known(column: column.name, number: mean == nil ? 0 : mean?.direction, level: nil))
          continue
        }
        let filling = ImputeStep.filling(values.filter { !$0.isNaN }, strategy)
        guard filling.isFinite else {
          throw Diagnostic(
            "not-finite", "column '\(column.name)' has numbers that are infinite or too large to impute from",
            help: "remove it from the features")
        }
        known.append(FittedImpute.Known(column: column.name, number: filling, level: nil))
      case .categories(let values, _):
        if step.columns != nil, strategy != .mostFrequent, step.settings["strategy"] != nil {
          throw Diagnostic(
            "not-numeric", "column '\(column.name)' has categories, which have no \(strategy.rawValue)",
            help: "use strategy=most-frequent")
        }
        guard let level = ImputeStep.mostFrequent(values) else {
          throw Diagnostic(
            "no-values", "column '\(column.name)' has no values to impute from",
            help: "remove it from the features")
        }
        known.append(FittedImpute.Known(column: column.name, number: nil, level: level))
      }
    }
    return FittedImpute(known: known)
  }

  static func filling(_ values: [Double], _ strategy: Strategy) -> Double {
    guard !values.isEmpty else { return 0 }
    if strategy == .mean { return values.reduce(0, +) / Double(values.count) }
    let sorted = values.sorted()
    if strategy == .median {
      let middle = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2
    }
    var best = (value: sorted[0], count: 0)
    var start = 0
    for end in 1...sorted.count where end == sorted.count || sorted[end] != sorted[start] {
      if end - start > best.count { best = (sorted[start], end - start) }
      start = end
    }
    return best.value
  }

  static func mostFrequent(_ values: Categorical) -> String? {
    var counts = [Int](repeating: 0, count: values.levels.count)
    for code in values.codes where code >= 0 { counts[Int(code)] += 1 }
    var best: Int?
    for (place, count) in counts.enumerated() where count > 0 {
      guard let leader = best else {
        best = place
        continue
      }
      let wins =
        count > counts[leader]
        || count == counts[leader] && CodePointOrder.precedes(values.levels[place], values.levels[leader])
      if wins { best = place }
    }
    return best.map { values.levels[$0] }
  }
}

struct FittedImpute: FittedTransformer, Equatable {
  struct Known: Codable, Equatable {
    let column: String
    let number: Double?
    let level: String?
  }

  let known: [Known]

  var changesColumnsOneByOne: Bool { true }

  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame {
    var columns = frame.columns
    for (one, place) in zip(known, try frame.places(of: known.map(\.column), for: "impute")) {
      let column = columns[place]
      switch (column.values, one.number, one.level) {
      case (.numbers(let values), let filling?, _):
        columns[place] = FeatureColumn(
          name: column.name, source: column.source, values: .numbers(values.map { $0.isNaN ? filling : $0 }),
          circle: column.circle)
      case (.numbers(let values), nil, nil):
        // Only a circular column has no mean; without missing cells it needs none.
        guard values.contains(where: \.isNaN) else { continue }
        throw Diagnostic(
          "no-mean", "the values of the circular column '\(column.name)' cancel out, so they have no mean",
          help: "use strategy=most-frequent, or remove it from the features")
      case (.categories(let values, let isOrdered), _, let level?):
        columns[place] = FeatureColumn(
          name: column.name, source: column.source,
          values: .categories(FittedImpute.filled(values, with: level), isOrdered: isOrdered))
      default:
        throw .otherType(
          "bad-feature", column.name, has: column.values.kind.rawValue,
          wanted: one.level == nil ? .numbers : .categories,
          in: "impute")
      }
    }
    return FeatureFrame(columns: columns, rowCount: frame.rowCount)
  }

  func replaced(in frame: FeatureFrame) -> ReplacedCells {
    let places = frame.placesByName
    let counts = known.compactMap { one -> ReplacedCells.Count? in
      guard let place = places[one.column] else { return nil }
      let missing = frame.columns[place].values.missingCount
      return missing == 0 ? nil : ReplacedCells.Count(column: one.column, cells: missing)
    }
    return ReplacedCells(filled: counts)
  }

  private static func filled(_ values: Categorical, with level: String) -> Categorical {
    guard values.codes.contains(where: { $0 < 0 }) else { return values }
    var levels = values.levels
    let code: Int
    if let place = levels.firstIndex(of: level) {
      code = place
    } else {
      code = levels.count
      levels.append(level)
    }
    return Categorical(levels: levels, codes: values.codes.map { $0 < 0 ? Int32(clamping: code) : $0 })
  }
}
