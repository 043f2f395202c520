internal import PodiumCore

/// A model is sent to other processes as tests and variances: everything else follows from one solution.
extension PairModel: Codable {
  private enum CodingKeys: String, CodingKey { case pairs, tests, variances, iterations, isSettled }

  /// Writes tests and variances.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(pairs, forKey: .pairs)
    try fields.encode(tests, forKey: .tests)
    try fields.encode(variances, forKey: .variances)
    try fields.encode(iterations, forKey: .iterations)
    try fields.encode(isSettled, forKey: .isSettled)
  }

  /// Reads tests and variances; throws if a test refers to a missing pair or entry.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let pairs = try fields.decode([TestedPair].self, forKey: .pairs)
    let tests = try fields.decode([SkiTest].self, forKey: .tests)
    for test in tests {
      guard test.entries.allSatisfy({ pairs.indices.contains($0.pair) }),
        test.glides.allSatisfy({ test.entries.indices.contains($0.winner) && test.entries.indices.contains($0.loser) })
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .tests, in: fields, debugDescription: "a test refers to a missing pair")
      }
    }
    let known = (
      variances: try fields.decode(PairVariances.self, forKey: .variances),
      iterations: try fields.decode(Int.self, forKey: .iterations),
      isSettled: try fields.decode(Bool.self, forKey: .isSettled)
    )
    try self.init(pairs, tests, known: known, cancellation: Cancellation())
  }
}
