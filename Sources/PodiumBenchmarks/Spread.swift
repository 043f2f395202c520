/// The times of something over many runs, in milliseconds.
public struct Spread: Sendable {
  private let sorted: [Double]

  public init(_ durations: [Duration]) {
    sorted = durations.map { $0 / .milliseconds(1) }.sorted()
  }

  public var minimum: Double { sorted.first ?? .nan }
  public var median: Double { quantile(0.5) }
  /// The 95th percentile.
  public var high: Double { quantile(0.95) }

  /// The smallest value that this share of the runs did not exceed.
  private func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }
}
