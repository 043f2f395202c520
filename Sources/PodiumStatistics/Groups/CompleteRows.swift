/// Columns of numbers without the rows in which one of them has none.
public struct CompleteRows: Sendable, Equatable {
  public let columns: [[Double]]
  /// For each column how many rows lack a finite number.
  public let missing: [Int]

  /// Takes columns of one length.
  public init(_ columns: [[Double]]) {
    missing = columns.map { $0.count { !$0.isFinite } }
    let rows = columns.first?.indices ?? 0..<0
    let complete = rows.filter { row in columns.allSatisfy { $0[row].isFinite } }
    self.columns = complete.count == rows.count ? columns : columns.map { column in complete.map { column[$0] } }
  }
}

/// The t-tests of each group against each other one, with p values for all of them (S. Holm, *A simple sequentially rejective
/// multiple test procedure*, Scandinavian Journal of Statistics 6, 1979).
public struct PairwiseTests: Sendable, Equatable {
  /// One test: of the group at `first` against that at `second`.
  public struct Test: Sendable, Equatable {
    public let first: Int
    public let second: Int
    public let mean: MeanTest
    /// The p value after Holm's correction; nil where the test is undefined.
    public internal(set) var adjusted: Double?
  }

  public private(set) var tests: [Test]

  /// The most groups that are compared in pairs.
  public static let mostGroups = 100

  /// Tests groups of finite numbers by Welch's t, or where they are paired by the paired one.
  public init(_ groups: [[Double]], arePaired: Bool) {
    tests = groups.indices.flatMap { first in
      groups.indices[(first + 1)...].map { second in
        Test(
          first: first, second: second,
          mean: arePaired
            ? MeanTest(differences: zip(groups[first], groups[second]).map { $0 - $1 }.filter(\.isFinite))
            : MeanTest(groups[first], groups[second]))
      }
    }
    // The smallest p is multiplied by the number of tests, the next by one less, and none falls below one before it.
    let order = tests.indices.filter { tests[$0].mean.p != nil }.sorted {
      (tests[$0].mean.p ?? 1, $0) < (tests[$1].mean.p ?? 1, $1)
    }
    var least = 0.0
    for (place, test) in order.enumerated() {
      least = max(least, min(1, (tests[test].mean.p ?? 1) * Double(order.count - place)))
      tests[test].adjusted = least
    }
  }
}
