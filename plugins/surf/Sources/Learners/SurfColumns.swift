internal import PodiumCore
internal import PodiumLearn
internal import SurfModel

/// Which features say where and who, and which are conditions.
struct SurfColumns: Sendable, Codable, Equatable {
  let width: Int
  let spots: [CategoryIndicator]
  let persons: [CategoryIndicator]
  /// Places of all other features.
  let conditions: [Int]
  /// Their names; one that ends in `_deg` is a direction in degrees.
  let names: [String]

  /// Detects the columns that `encode` makes of `spot` and `person`.
  ///
  /// A column of directions that was scaled is no longer one.
  init(_ data: TrainingData) {
    (spots, persons) = (
      CategoryIndicator.all(of: "spot", in: data).map(\.indicator),
      CategoryIndicator.all(of: "person", in: data).map(\.indicator)
    )
    let taken = Set((spots + persons).map(\.column))
    var (conditions, names): ([Int], [String]) = ([], [])
    for (column, name) in data.featureNames.enumerated() where !taken.contains(column) {
      let values = data.features.column(column)
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      conditions.append(column)
      let isDirection = name.hasSuffix("_deg") && low >= 0 && high <= 360 && (high > 10 || high == low)
      names.append(isDirection || !name.hasSuffix("_deg") ? name : name + " scaled")
    }
    width = data.features.columns
    (self.conditions, self.names) = (conditions, names)
  }

  /// The number of a row's spot; −1 for one that training does not know.
  func spot(_ features: Matrix, _ row: Int) -> Int { spots.firstIndex { $0.holds(features, row) } ?? -1 }

  func person(_ features: Matrix, _ row: Int) -> Int { persons.firstIndex { $0.holds(features, row) } ?? -1 }

  /// Whether a model that was read from a file can look up all its columns.
  var isValid: Bool {
    width >= 0 && width <= 1_000_000 && names.count == conditions.count
      && ((spots + persons).map(\.column) + conditions).sorted() == Array(0..<width)
      && (spots + persons).allSatisfy { $0.above.isFinite }
  }

  /// Rows as distances read them.
  func rows(_ features: Matrix, classes: [Int]) -> RatedRows {
    RatedRows(
      columns: names, values: conditions.map { features.column($0) }, classes: classes,
      spots: (0..<features.rows).map { spot(features, $0) }, persons: (0..<features.rows).map { person(features, $0) })
  }

  /// The classes of a target as steps from 0, the worst: ordered classes are best first.
  static func steps(_ target: ClassTarget) -> [Int] { target.codes.map { target.classes.count - 1 - $0 } }

  /// A prediction from the probabilities of each row's steps.
  static func prediction(_ shares: [[Double]], count: Int) -> Prediction {
    var codes: [Int] = []
    var probabilities = Matrix(rows: shares.count, columns: count)
    for (row, steps) in shares.enumerated() {
      var best = 0
      for code in 0..<count {
        probabilities[row, code] = steps[count - 1 - code]
        if probabilities[row, code] > probabilities[row, best] { best = code }
      }
      codes.append(best)
    }
    return .classes(codes, probabilities: probabilities)
  }
}
