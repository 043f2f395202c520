import PodiumCore
import Testing

/// Sorting by digits, against the library's sort.
@Suite struct RadixSortTests {
  static func words(_ count: Int, _ word: (inout RandomSource) -> UInt64) -> [UInt64] {
    var random = Seed(11).source()
    return (0..<count).map { _ in word(&random) }
  }

  /// The log shows its name alone.
  struct List: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: [UInt64]
  }

  /// Keys in which few and many bits differ, with runs that the high bits do not tell apart.
  static let lists = [
    ("none", []), ("one", [3]), ("equal", [5, 5, 5]),
    ("small", words(5000) { UInt64($0.uniform() * 50) }),
    ("wide", words(40_000) { $0.next() }),
    ("numbers", words(70_000) { RadixSort.key(($0.uniform() - 0.5) * 1e3) }),
    ("far apart", words(3000) { UInt64($0.uniform() * 1e6) } + [1 << 62]),
    ("two runs", words(3000) { ($0.next() & 1 << 60) | UInt64($0.uniform() * 40) }),
    ("missing", words(3000) { $0.uniform() < 0.3 ? RadixSort.missing : $0.next() >> 1 }),
    ("only missing", [RadixSort.missing, RadixSort.missing]),
    ("greatest", [RadixSort.missing - 1, RadixSort.missing, 0, RadixSort.missing - 1]),
  ].map(List.init)

  @Test(arguments: lists, [1, 2, 3])
  func `places come in the order of their keys, equal ones as they were`(
    _ list: List, _ threads: Int
  ) throws {
    let words = list.words
    var order = words.indices.map { UInt32($0) }
    try RadixSort.sort(&order, by: words, threads: threads, cancellation: Cancellation())
    #expect(
      order.map { Int($0) } == words.indices.sorted { (words[$0], $0) < (words[$1], $1) }, "\(list.testDescription)")
  }

  @Test(arguments: lists, [1, 2])
  func `keys come in order`(_ list: List, _ threads: Int) throws {
    var keys = list.words
    try RadixSort.sort(&keys, threads: threads, cancellation: Cancellation())
    #expect(keys == list.words.sorted(), "\(list.testDescription)")
  }

  @Test func `numbers come back from their keys`() {
    for x in [0, 1.5, -1.5, .infinity, -.infinity, Double.leastNonzeroMagnitude, -1e300] {
      #expect(RadixSort.number(RadixSort.key(x)) == x)
    }
    #expect(RadixSort.key(-0.0) == RadixSort.key(0.0) && RadixSort.key(Double.nan) == RadixSort.missing)
    for x in [0, 1, -1, .max, .min + 1] { #expect(RadixSort.whole(RadixSort.key(x)) == x) }
    #expect(RadixSort.key(Int.min) == RadixSort.missing)
  }

  @Test func `few and many numbers are sorted without the missing ones`() throws {
    var random = Seed(5).source()
    for count in [0, 3, 10_000] {
      let x = (0..<count).map { $0 % 9 == 1 ? .nan : (random.uniform() - 0.5) * 1e9 }
      #expect(try SortedNumbers.of(x, cancellation: Cancellation()) == x.filter { !$0.isNaN }.sorted())
      let whole = x.map { $0.isNaN ? ColumnValues.missingInteger : Int($0) }
      #expect(
        try SortedNumbers.of(whole, cancellation: Cancellation())
          == whole.filter { $0 != ColumnValues.missingInteger }.sorted())
    }
  }

  @Test func `an interrupted sort says so`() {
    let cancellation = Cancellation()
    cancellation.cancel()
    var keys = RadixSortTests.lists[4].words
    let error = #expect(throws: Diagnostic.self) { try RadixSort.sort(&keys, cancellation: cancellation) }
    #expect(error?.code == "interrupted")
  }
}
