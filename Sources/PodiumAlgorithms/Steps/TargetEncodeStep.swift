public import PodiumCore
public import PodiumLearn

/// Target encoding: a category column is replaced by what the target is like among the rows of each category.
///
/// The mean of a numeric target, or the share of a class (the second of two, each of more), drawn to that of all rows by how few
/// rows the category has: λ·own + (1 − λ)·all with λ = n·v / (n·v + w), v the variance of all rows and w that within the category.
/// A training row is encoded by the other rows: in five folds, assigned at random, so that the target does not leak into its own
/// row. Reference: D. Micci-Barreca, A preprocessing scheme for high-cardinality categorical attributes, 2001; the folds and λ as in
/// scikit-learn's `TargetEncoder`.
public struct TargetEncodeStep: Transformer {
  public init() {}

  static let folds = 5

  /// `target-encode`.
  public var key: String { "target-encode" }
  /// What it does.
  public var summary: String { "replace a category by the mean of the target among its rows" }
  public var fittedType: (any FittedTransformer.Type)? { FittedTargetEncode.self }

  /// Takes means; throws `no-target`, `not-categorical` and `interrupted`. A missing category counts as one.
  public func fit(_ training: StepTraining, step: RecipeStep) throws(Diagnostic) -> StepFit {
    try step.checkSettings([])
    let target = try training.requireTarget(for: key)
    let places = try step.places(in: training.frame) {
      if case .categories = $0.values { true } else { false }
    }
    for place in places {
      if case .categories = training.frame.columns[place].values { continue }
      throw Diagnostic(
        "not-categorical", "column '\(training.frame.columns[place].name)' has numbers, but \(key) takes categories",
        help: "omit it from \(key)")
    }
    let names = places.map { training.frame.columns[$0].name }
    let all = Array(0..<training.frame.rowCount)
    let fitted = FittedTargetEncode(known: TargetEncodeStep.known(training.frame, names, target, rows: all))
    let parts = fitted.known.flatMap(\.parts)
    guard parts.allSatisfy({ ($0.encodings + [$0.missing, $0.all]).allSatisfy(\.isFinite) }) else {
      throw Diagnostic(
        "not-finite", "the target is too large to take its variance", help: "omit those rows: if abs(COLUMN) < 1e150")
    }
    // The training rows of each fold by those of the others.
    var order = all
    var random = training.seed.derived("target-encode").source()
    random.shuffle(&order)
    let count = min(TargetEncodeStep.folds, all.count)
    guard count > 1 else { return StepFit(fitted) }
    var foldOfRow = [Int](repeating: 0, count: all.count)
    for (place, row) in order.enumerated() { foldOfRow[row] = place % count }
    var columns = try fitted.apply(training.frame).columns
    for fold in 0..<count {
      try training.cancellation.check()
      let known = TargetEncodeStep.known(training.frame, names, target, rows: all.filter { foldOfRow[$0] != fold })
      let tested = all.filter { foldOfRow[$0] == fold }
      let own = try FittedTargetEncode(known: known).apply(training.frame.selecting(rows: tested)).columns
      for (place, column) in own.enumerated() where names.contains(column.source) {
        guard case .numbers(let values) = column.values, case .numbers(var held) = columns[place].values else {
          continue
        }
        for (row, value) in zip(tested, values) { held[row] = value }
        columns[place] = FeatureColumn(name: column.name, source: column.source, values: .numbers(held))
      }
    }
    return StepFit(fitted, frame: FeatureFrame(columns: columns, rowCount: training.frame.rowCount))
  }

  private static func known(
    _ frame: FeatureFrame, _ names: [String], _ target: Target, rows: [Int]
  ) -> [FittedTargetEncode.Known] {
    let places = frame.placesByName
    return names.compactMap { name in
      guard let place = places[name], case .categories(let values, _) = frame.columns[place].values else { return nil }
      var occurs = [Bool](repeating: false, count: values.levels.count)
      for row in rows where values.codes[row] >= 0 { occurs[Int(values.codes[row])] = true }
      let levels = values.levels.indices.filter { occurs[$0] }
      return FittedTargetEncode.Known(
        column: name, levels: levels.map { values.levels[$0] },
        parts: target.numbers.map { part in
          let own = encodings(of: values, part.values, rows)
          return FittedTargetEncode.Part(
            name: part.name, encodings: levels.map { own.levels[$0] }, missing: own.missing, all: own.all)
        })
    }
  }

  /// What each level and a missing value are encoded as, and the mean of all.
  private static func encodings(
    of values: Categorical, _ target: [Double], _ rows: [Int]
  ) -> (levels: [Double], missing: Double, all: Double) {
    let n = Double(rows.count)
    let all = rows.reduce(0) { $0 + target[$1] / n }
    let variance = rows.reduce(0) { $0 + (target[$1] - all) * (target[$1] - all) / n }
    // The place after the levels is that of missing values.
    var (counts, sums, squares) = (
      [Double](repeating: 0, count: values.levels.count + 1), [Double](repeating: 0, count: values.levels.count + 1),
      [Double](repeating: 0, count: values.levels.count + 1)
    )
    func place(_ row: Int) -> Int { values.codes[row] < 0 ? values.levels.count : Int(values.codes[row]) }
    for row in rows {
      counts[place(row)] += 1
      sums[place(row)] += target[row]
    }
    for row in rows {
      let rest = target[row] - sums[place(row)] / counts[place(row)]
      squares[place(row)] += rest * rest
    }
    let found = counts.indices.map { level -> Double in
      guard counts[level] > 0 else { return all }
      let within = squares[level] / counts[level]
      let known = variance * counts[level]
      return known + within > 0 ? all + known / (known + within) * (sums[level] / counts[level] - all) : all
    }
    return (Array(found.dropLast()), found[found.count - 1], all)
  }
}

extension Target {
  /// What is averaged: the numbers, or 1 for a class and 0 for the others.
  fileprivate var numbers: [(name: String, values: [Double])] {
    switch self {
    case .numbers(let values): [("mean", values)]
    case .classes(let target):
      (target.classes.count == 2 ? 1..<2 : 0..<target.classes.count).map { code in
        (target.classes[code], target.codes.map { $0 == code ? 1 : 0 })
      }
    }
  }
}

struct FittedTargetEncode: FittedTransformer, Equatable {
  struct Part: Codable, Equatable {
    let name: String
    let encodings: [Double]
    let missing: Double
    let all: Double
  }

  struct Known: Codable, Equatable {
    let column: String
    let levels: [String]
    let parts: [Part]
  }

  let known: [Known]

  var changesColumnsOneByOne: Bool { true }

  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame {
    var wanted: [Int: Known] = [:]
    for (one, place) in zip(known, try frame.places(of: known.map(\.column), for: "target-encode")) {
      wanted[place] = one
    }
    var out: [FeatureColumn] = []
    for (place, column) in frame.columns.enumerated() {
      guard let one = wanted[place] else {
        out.append(column)
        continue
      }
      guard case .categories(let values, _) = column.values else {
        throw Diagnostic(
          "not-categorical", "column '\(column.name)' has numbers, but had categories when target-encode was fitted",
          help: "type: type \(CommandText.column(column.name)) category")
      }
      let places = Dictionary(one.levels.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      let placeOfCode = values.levels.map { places[$0] }
      for part in one.parts {
        let numbers = values.codes.map { code -> Double in
          if code < 0 { return part.missing }
          let place = placeOfCode[Int(code)] ?? -1
          return part.encodings.indices.contains(place) ? part.encodings[place] : part.all
        }
        out.append(
          FeatureColumn(name: column.name + ":" + part.name, source: column.source, values: .numbers(numbers)))
      }
    }
    return FeatureFrame(columns: out, rowCount: frame.rowCount)
  }

  func replaced(in frame: FeatureFrame) -> ReplacedCells {
    ReplacedCells(unseen: known.map { ($0.column, $0.levels) }, in: frame)
  }
}
