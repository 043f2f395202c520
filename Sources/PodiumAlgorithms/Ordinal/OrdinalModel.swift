internal import Glibc
public import PodiumCore
public import PodiumLearn

/// Fitted thresholds between ordered classes.
public struct OrdinalModel: Model {
  /// How the thresholds are known.
  public enum Thresholds: Sendable {
    /// The logarithm of the odds of a class up to j is threshold j less the weighted sum of the columns.
    case odds(coefficients: [Double], thresholds: [Double])
    /// For each threshold a model of whether the class is above it, all of one learner.
    case models([any Model], of: String)
  }

  /// The classes that had rows, in order.
  public let present: [Int]
  public let classCount: Int
  /// The columns it was fitted on, in order.
  public let featureNames: [String]
  public let thresholds: Thresholds
  /// How far the effects of groups are apart; nil where there are none.
  public let groups: GroupSpread?

  public var figures: [ModelFigure] { groups?.figures ?? [] }

  public var byteCount: Int {
    switch thresholds {
    case .odds(let coefficients, let thresholds): (coefficients.count + thresholds.count) * MemoryLayout<Double>.stride
    case .models(let models, _): models.reduce(0) { $0 + $1.byteCount }
    }
  }

  init(present: [Int], classCount: Int, featureNames: [String], thresholds: Thresholds, groups: GroupSpread? = nil) {
    self.groups = groups
    self.present = present
    self.classCount = classCount
    self.featureNames = featureNames
    self.thresholds = thresholds
  }

  /// The most probable class; ties go to the first. Classes without training rows have probability 0.
  public func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(featureNames.count)
    // Rows × thresholds probabilities of a class above.
    let above = try chancesAbove(features)
    let count = present.count - 1
    var codes: [Int] = []
    var table: [Double] = []
    for row in 0..<features.rows {
      var own = [Double](repeating: 0, count: classCount)
      var sum = 0.0
      for place in present.indices {
        let upper = place == 0 ? 1 : above[row * count + place - 1]
        let lower = place == count ? 0 : above[row * count + place]
        // Models of neighbouring thresholds need not agree.
        own[present[place]] = max(0, upper - lower)
        sum += own[present[place]]
      }
      for code in own.indices { own[code] /= sum }
      var best = present[0]
      for code in present where own[code] > own[best] { best = code }
      codes.append(best)
      table += own
    }
    return .classes(codes, probabilities: Matrix(rows: features.rows, columns: classCount, elements: table))
  }

  private func chancesAbove(_ features: Matrix) throws(Diagnostic) -> [Double] {
    let count = present.count - 1
    var above = [Double](repeating: 0, count: features.rows * count)
    switch thresholds {
    case .odds(let coefficients, let thresholds):
      for row in 0..<features.rows {
        var sum = 0.0
        for c in coefficients.indices { sum += coefficients[c] * features[row, c] }
        sum += groups?.part(features, row) ?? 0
        guard sum.isFinite else { throw .tooLargeFeatures(row) }
        for place in 0..<count { above[row * count + place] = ProportionalOdds.chance(sum - thresholds[place]) }
      }
    case .models(let models, _):
      for (place, model) in models.enumerated() {
        guard case .classes(_, let found?) = try model.predict(features) else {
          throw Diagnostic("bad-prediction", "the model of a threshold gives no probabilities")
        }
        for row in 0..<features.rows { above[row * count + place] = found[row, 1] }
      }
    }
    return above
  }
}

extension OrdinalModel: Codable {
  public func predicts(classes: Int?) -> Bool { classes == classCount }

  private enum CodingKeys: String, CodingKey {
    case present, classCount, featureNames, coefficients, thresholds, learner, models, groups
  }

  /// Writes the parts.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(present, forKey: .present)
    try fields.encode(classCount, forKey: .classCount)
    try fields.encode(featureNames, forKey: .featureNames)
    try fields.encodeIfPresent(groups, forKey: .groups)
    switch thresholds {
    case .odds(let coefficients, let thresholds):
      try fields.encode(coefficients, forKey: .coefficients)
      try fields.encode(thresholds, forKey: .thresholds)
    case .models(let models, let learner):
      try fields.encode(learner, forKey: .learner)
      var list = fields.nestedUnkeyedContainer(forKey: .models)
      for model in models { try model.encode(to: list.superEncoder()) }
    }
  }

  /// Reads a saved model, whose parts are checked.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    present = try fields.decode([Int].self, forKey: .present)
    classCount = try fields.decode(Int.self, forKey: .classCount)
    featureNames = try fields.decode([String].self, forKey: .featureNames)
    groups = try fields.decodeIfPresent(GroupSpread.self, forKey: .groups)
    if let learner = try fields.decodeIfPresent(String.self, forKey: .learner) {
      guard Ordinal.learners.contains(learner) else {
        throw Diagnostic.unknown("learner", learner, among: Ordinal.learners)
      }
      let definition = try Algorithms.catalogue.require(learner)
      var list = try fields.nestedUnkeyedContainer(forKey: .models)
      var models: [any Model] = []
      while !list.isAtEnd { models.append(try definition.decodeModel(from: list.superDecoder())) }
      thresholds = .models(models, of: learner)
    } else {
      thresholds = .odds(
        coefficients: try fields.decode([Double].self, forKey: .coefficients),
        thresholds: try fields.decode([Double].self, forKey: .thresholds))
    }
  }

  public var flaw: String? {
    let isSound =
      switch thresholds {
      case .models(let models, _):
        models.count == present.count - 1 && models.allSatisfy { $0.predicts(classes: 2) }
      case .odds(let coefficients, let places):
        coefficients.count == featureNames.count && places.count == present.count - 1
          && (coefficients + places).allSatisfy(\.isFinite)
          && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
      }
    guard isSound, groups?.isWhole(featureNames.count) ?? true, !present.isEmpty,
      present.allSatisfy({ (0..<max(0, classCount)).contains($0) }),
      zip(present, present.dropFirst()).allSatisfy({ $0 < $1 })
    else { return "the parts do not form thresholds of classes" }
    return nil
  }
}
