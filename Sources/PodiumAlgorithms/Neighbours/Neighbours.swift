public import PodiumCore
public import PodiumLearn

/// The k nearest neighbours, for classes or numbers, with its settings.
///
/// Minimizes nothing: the training rows are kept, and a row is predicted from the k of them with the smallest Euclidean
/// distance. Rows as far away as the k-th share the places that nearer ones leave. With fewer training rows than k, all of them
/// are neighbours. Reference: T. M. Cover, P. E. Hart, Nearest neighbor pattern classification, 1967; weights by distance:
/// S. A. Dudani, The distance-weighted k-nearest-neighbor rule, 1976.
public struct Neighbours: Learner {
  /// How neighbours count.
  public enum Weights: String, Sendable, CaseIterable, Codable {
    /// All the same.
    case uniform
    /// By the inverse of their distance; where some have distance 0, only those count.
    case distance
  }

  /// The number of neighbours.
  public let k: Int
  /// How they count.
  public let weights: Weights

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    k = try values.integer("k")
    weights = Weights(rawValue: try values.text("weights")) ?? .uniform
  }

  public static let definition = LearnerDefinition(
    key: "knn", summary: "k nearest neighbours by Euclidean distance",
    hyperparameters: [
      Hyperparameter(
        "k", .integer(1...1_000_000_000), defaultValue: .integer(5),
        help:
          "number of neighbours; all training rows if there are fewer, and rows as far away as the last share its place"
      ),
      Hyperparameter(
        "weights", .choice(Weights.allCases.map(\.rawValue)), defaultValue: .text("uniform"),
        help: "weight of a neighbour: the same for all, or the inverse of its distance"),
    ],
    capabilities: Capabilities(targets: [.classes, .numbers], probabilities: true, needsScaling: true),
    reference:
      "T. M. Cover, P. E. Hart, Nearest neighbor pattern classification, IEEE Transactions on Information Theory 13, 1967",
    modelType: NeighboursModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Neighbours(values) })

  /// Keeps the rows; the seed is not used. Throws `not-finite` for features whose squares are too large, and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    try cancellation.check()
    let squares = NeighbourSearch.squares(data.features)
    if let row = squares.firstIndex(where: { !$0.isFinite }) { throw NeighbourSearch.overflow(row) }
    return NeighboursModel(k: k, weights: weights, features: data.features, target: data.target)
  }
}
