internal import PodiumCore

/// Counts remarks, each with the first place where it applies.
public struct SeaTally: Sendable {
  private var counts: [SeaCheck.Remark: (count: Int, place: String)] = [:]

  public init() {}

  public mutating func add(_ remark: SeaCheck.Remark, _ place: String) {
    let known = counts[remark]
    counts[remark] = ((known?.count ?? 0) + 1, known?.place ?? place)
  }

  /// One sentence for each kind, in a fixed order: `3 hours with waves above 15 m (first at …)`.
  public func sentences(_ noun: String) -> [String] {
    SeaCheck.Remark.allCases.compactMap { remark in
      counts[remark].map { "\($0.count.counted(noun)) \(remark.rawValue) (first: \($0.place))" }
    }
  }
}
