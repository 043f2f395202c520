import Glibc
import PodiumCore
import Testing

@Suite struct ParallelTests {
  @Test(arguments: [-1, 0, 1, 2, 3, 8, 100])
  func `results are in order for any number of threads`(_ threads: Int) {
    #expect(Parallel.map(count: 50, threads: threads) { $0 * $0 } == (0..<50).map { $0 * $0 })
  }

  @Test(arguments: [-5, 0])
  func `no work gives nothing`(_ count: Int) {
    #expect(Parallel.map(count: count, threads: 4) { $0 }.isEmpty)
  }

  @Test func `results that are nil are kept`() {
    let results: [Int?] = Parallel.map(count: 9, threads: 3) { $0 % 2 == 0 ? $0 : nil }
    #expect(results == (0..<9).map { $0 % 2 == 0 ? $0 : nil })
  }

  @Test func `parallel work may be nested`() {
    let sums = Parallel.map(count: 4, threads: 4) { i in
      Parallel.map(count: 10, threads: 2) { $0 * i }.reduce(0, +)
    }
    #expect(sums == [0, 45, 90, 135])
  }

  @Test func `a cancelled flag throws and stays`() throws {
    let flag = Cancellation()
    try flag.check()
    flag.cancel()
    flag.cancel()
    #expect(flag.isCancelled)
    #expect(throws: Diagnostic.interrupted) { try flag.check() }
  }

  /// `taskset -c 0` once still counted every processor of the machine.
  @Test func `the number of processors follows the affinity mask`() {
    #expect(Pinned.processors() == [1, Parallel.processors])
  }
}

/// Counts processors on a thread that may use one of them, and again when it may use all of before.
private enum Pinned {
  static func processors() -> [Int] {
    var before = [UInt64](repeating: 0, count: 1024)
    guard affinity(&before, "sched_getaffinity") else { return [1, Parallel.processors] }
    var one = [UInt64](repeating: 0, count: 1024)
    if let word = before.firstIndex(where: { $0 != 0 }) { one[word] = before[word] & (~before[word] &+ 1) }
    guard affinity(&one, "sched_setaffinity") else { return [1, Parallel.processors] }
    let pinned = Parallel.processors
    _ = affinity(&before, "sched_setaffinity")
    return [pinned, Parallel.processors]
  }

  private static func affinity(_ mask: inout [UInt64], _ name: String) -> Bool {
    typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32
    guard let symbol = dlsym(nil, name) else { return false }
    let call = unsafeBitCast(symbol, to: Affinity.self)
    let bytes = mask.count * MemoryLayout<UInt64>.size
    return mask.withUnsafeMutableBytes { call(0, bytes, $0.baseAddress) } >= 0
  }
}
