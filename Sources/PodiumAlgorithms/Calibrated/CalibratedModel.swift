public import PodiumCore
public import PodiumLearn

/// A fitted model with a curve for the probability of each class.
public struct CalibratedModel: Model {
  /// From a probability of the model to how often it came true.
  public enum Curve: Sendable, Equatable, Codable {
    case isotonic(IsotonicCurve)
    case sigmoid(PlattSigmoid)

    func chance(_ score: Double) -> Double {
      switch self {
      case .isotonic(let curve): curve.chance(score)
      case .sigmoid(let curve): curve.chance(score)
      }
    }

    var isWhole: Bool {
      switch self {
      case .isotonic(let curve): curve.isWhole
      case .sigmoid(let curve): curve.a.isFinite && curve.b.isFinite
      }
    }
  }

  /// The key of the learner that was calibrated.
  public let learner: String
  public let model: any Model
  /// The classes that had rows.
  public let present: [Int]
  public let classCount: Int
  /// One for each class that had rows; of two classes that of the second, and none for one class.
  public let curves: [Curve]

  public var byteCount: Int { model.byteCount }

  /// The class with the largest corrected probability; ties go to the first.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    guard
      case .classes(let codes, let found?) = try model.predict(features, threads: threads, cancellation: cancellation)
    else { throw Diagnostic("bad-prediction", "learner '\(learner)' gives no probabilities") }
    if curves.isEmpty { return .classes(codes, probabilities: found) }
    var table = Matrix(rows: features.rows, columns: classCount)
    var chosen: [Int] = []
    for row in 0..<features.rows {
      if present.count == 2 {
        let second = curves[0].chance(found[row, present[1]])
        (table[row, present[0]], table[row, present[1]]) = (1 - second, second)
      } else {
        for (code, curve) in zip(present, curves) { table[row, code] = curve.chance(found[row, code]) }
        let sum = present.reduce(0) { $0 + table[row, $1] }
        for code in present { table[row, code] = sum > 0 ? table[row, code] / sum : 1 / Double(present.count) }
      }
      var best = present[0]
      for code in present where table[row, code] > table[row, best] { best = code }
      chosen.append(best)
    }
    return .classes(chosen, probabilities: table)
  }
}

extension CalibratedModel: Codable {
  public func predicts(classes: Int?) -> Bool { classes == classCount }

  private enum CodingKeys: String, CodingKey { case learner, model, present, classCount, curves }

  /// Writes the parts.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(learner, forKey: .learner)
    try model.encode(to: fields.superEncoder(forKey: .model))
    try fields.encode(present, forKey: .present)
    try fields.encode(classCount, forKey: .classCount)
    try fields.encode(curves, forKey: .curves)
  }

  /// Reads a saved model, whose parts are checked.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    learner = try fields.decode(String.self, forKey: .learner)
    guard Calibrated.learners.contains(learner) else {
      throw Diagnostic.unknown("learner", learner, among: Calibrated.learners)
    }
    model = try Algorithms.catalogue.require(learner).decodeModel(from: fields.superDecoder(forKey: .model))
    present = try fields.decode([Int].self, forKey: .present)
    classCount = try fields.decode(Int.self, forKey: .classCount)
    curves = try fields.decode([Curve].self, forKey: .curves)
  }

  public var flaw: String? {
    guard !present.isEmpty, present.allSatisfy({ (0..<max(0, classCount)).contains($0) }),
      zip(present, present.dropFirst()).allSatisfy({ $0 < $1 }), model.predicts(classes: classCount),
      curves.count == (present.count < 3 ? present.count - 1 : present.count), curves.allSatisfy(\.isWhole)
    else { return "the parts do not form a calibrated model" }
    return nil
  }
}
