internal import PodiumCore

/// A model is sent to other processes as tests and variances: everything else follows from one solution.
extension PairModel: Codable {
  private struct Sent: Codable {
    let pairs: [TestedPair]
    let tests: [SkiTest]
    let variances: PairVariances
    let iterations: Int
    let isSettled: Bool
  }

  public func encode(to encoder: any Encoder) throws {
    try Sent(pairs: pairs, tests: tests, variances: variances, iterations: iterations, isSettled: isSettled)
      .encode(to: encoder)
  }

  /// Throws if a test refers to a missing pair or entry.
  public init(from decoder: any Decoder) throws {
    let sent = try Sent(from: decoder)
    for test in sent.tests {
      guard test.entries.allSatisfy({ sent.pairs.indices.contains($0.pair) }),
        test.glides.allSatisfy({ test.entries.indices.contains($0.winner) && test.entries.indices.contains($0.loser) })
      else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a test refers to a missing pair"))
      }
    }
    let known = (sent.variances, sent.iterations, sent.isSettled)
    try self.init(sent.pairs, sent.tests, known: known, cancellation: Cancellation())
  }
}
