internal import PodiumCore

/// What makes shortlists of classes that hold the actual class with a wanted probability: how unusual the actual class looked
/// to models that had not seen its row.
///
/// Split conformal prediction with the score 1 − probability of the class (V. Vovk, A. Gammerman, G. Shafer, *Algorithmic
/// Learning in a Random World*, 2005; M. Sadinle, J. Lei, L. Wasserman, *Least ambiguous set-valued classifiers with bounded
/// error levels*, JASA 114, 2019). It holds on average over rows like those of the calibration, not for each class.
public struct ConformalCalibration: Sendable, Codable, Equatable {
  /// The scores, rising.
  public let scores: [Double]

  /// Takes the scores in any order; those that are not finite are left out.
  public init(scores: [Double]) { self.scores = scores.filter(\.isFinite).sorted() }

  /// Takes the score of each row of some predictions; nil where one has no probabilities.
  public init?(_ parts: [(prediction: Prediction, target: Target)]) {
    var scores: [Double] = []
    for part in parts {
      guard case .classes(_, let probabilities?) = part.prediction, case .classes(let target) = part.target,
        probabilities.rows == target.codes.count
      else { return nil }
      for (row, code) in target.codes.enumerated() { scores.append(1 - probabilities[row, code]) }
    }
    self.init(scores: scores)
  }

  /// The largest score of a class on a shortlist: the ⌈(n + 1) · confidence⌉-th smallest; nil where n is too small for it.
  public func limit(_ confidence: Double) -> Double? {
    // The product may lie above a whole number by rounding.
    let place = Int(((Double(scores.count) + 1) * confidence - 1e-9).rounded(.up))
    return (1...max(1, scores.count)).contains(place) && !scores.isEmpty ? scores[place - 1] : nil
  }

  /// The classes on the shortlist of a row, the most probable first; all where there are too few scores.
  ///
  /// A list that would be empty holds the most probable class, which makes it right more often, never less.
  public func shortlist(_ probabilities: ArraySlice<Double>, confidence: Double) -> [Int] {
    let chances = Array(probabilities)
    let order = chances.indices.sorted { (chances[$1], $0) < (chances[$0], $1) }
    guard let limit = limit(confidence) else { return order }
    let kept = order.filter { 1 - chances[$0] <= limit }
    return kept.isEmpty ? Array(order.prefix(1)) : kept
  }

  private enum CodingKeys: String, CodingKey { case scores }

  /// Writes the scores packed.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(PackedNumbers.text(scores), forKey: .scores)
  }

  /// Reads what `encode` wrote.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard let scores = PackedNumbers.doubles(try fields.decode(String.self, forKey: .scores)) else {
      throw DecodingError.dataCorruptedError(forKey: .scores, in: fields, debugDescription: "not a list of numbers")
    }
    self.init(scores: scores)
  }
}

/// Shortlists of an evaluation: for each tested row the classes that its model could not rule out.
public struct Shortlists: Sendable, Codable, Equatable {
  /// The wanted share of rows whose actual class is on the list.
  public let confidence: Double
  /// For each row its classes, the most probable first; empty where the training rows gave no calibration.
  public let lists: [[Int]]
  /// The number of rows whose calibration was too small, so that every class is listed.
  public let unlimited: Int

  func selecting(_ kept: [Int]) -> Shortlists {
    Shortlists(confidence: confidence, lists: kept.map { lists[$0] }, unlimited: unlimited)
  }

  /// How often lists hold the actual class, and how long they are.
  public struct Coverage: Sendable, Equatable {
    /// The rows with a list.
    public let rows: Int
    /// Those whose list holds the actual class.
    public let covered: Int
    /// Wilson's 95 % interval of the share.
    public let low95: Double
    public let high95: Double
    /// The mean number of classes of a list.
    public let meanSize: Double
    /// The number of lists of 1, 2, … classes.
    public let sizes: [Int]
    /// For each class its rows with a list.
    public let classRows: [Int]
    /// How many of those are covered.
    public let classCovered: [Int]
  }

  /// The coverage for the actual classes of the rows; nil without a list.
  public func coverage(_ truth: [Int], classCount: Int) -> Coverage? {
    var sizes = [Int](repeating: 0, count: classCount)
    var (classRows, classCovered) = (sizes, sizes)
    for (list, code) in zip(lists, truth) where !list.isEmpty && sizes.indices.contains(code) {
      classRows[code] += 1
      if list.contains(code) { classCovered[code] += 1 }
      if sizes.indices.contains(list.count - 1) { sizes[list.count - 1] += 1 }
    }
    let rows = classRows.reduce(0, +)
    guard rows > 0 else { return nil }
    let covered = classCovered.reduce(0, +)
    let interval = Wilson.interval(successes: covered, of: rows)
    let total = sizes.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }
    return Coverage(
      rows: rows, covered: covered, low95: interval.low, high95: interval.high,
      meanSize: Double(total) / Double(rows), sizes: sizes, classRows: classRows, classCovered: classCovered)
  }
}

/// The wanted shortlists of an evaluation, and the inner folds that calibrate them.
public struct ShortlistRequest: Sendable, Hashable {
  /// The wanted share of rows whose actual class is on the list.
  public let confidence: Double
  /// The folds of each training set whose test rows give the scores.
  public let inner: InnerFolds

  public init(confidence: Double, inner: InnerFolds = InnerFolds()) {
    self.confidence = confidence
    self.inner = inner
  }
}
