import Glibc
import PodiumBenchmarks
import PodiumCore
import PodiumLinear

/// What the machine can do at most: the yardstick beside which the figures of a run are read.
struct MachineSpeed: Codable {
  /// GFLOP/s of the matrix product of the library, 64 bits, on one thread and on all of them.
  let product: Double
  let products: Double
  /// GB/s of copying, what is read and what is written added, on one thread and on all of them.
  let copy: Double
  let copies: Double
  let threads: Int

  private static let order = 1536
  private static let bytes = 256 << 20

  /// Measures for about a second.
  static func measure(threads: Int) throws -> MachineSpeed {
    func best(_ work: Double, _ count: Int, _ body: @escaping @Sendable () -> Void) -> Double {
      let runs = (0..<3).map { _ in
        ContinuousClock().measure { _ = Parallel.map(count: count, threads: count) { _ in body() } } / .seconds(1)
      }
      return Double(count) * work / (runs.min() ?? .nan) / 1e9
    }
    let blas = try BLAS.load()
    let n = order
    let matrix = Matrix(rows: n, columns: n, elements: (0..<(n * n)).map { Double($0 % 17) / 17 })
    let flops = 2 * Double(n) * Double(n) * Double(n)
    let multiply: @Sendable () -> Void = { _ = blas.product(matrix, matrix) }
    let bytes = bytes
    let move: @Sendable (Int) -> Double = { _ in
      let from = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      let to = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      memset(from, 1, bytes)
      memset(to, 1, bytes)
      let start = ContinuousClock.now
      var read = 0
      for run in 0..<4 {
        memcpy(to, from, bytes)
        // What is read afterwards must have been copied.
        read += Int(to.load(fromByteOffset: run * 4096, as: UInt8.self))
        from.storeBytes(of: UInt8(truncatingIfNeeded: read), toByteOffset: run * 4096, as: UInt8.self)
      }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      precondition(read > 0)
      from.deallocate()
      to.deallocate()
      return 4 * 2 * Double(bytes) / seconds / 1e9
    }
    func speed(_ count: Int) -> Double { Parallel.map(count: count, threads: count, move).reduce(0, +) }
    return MachineSpeed(
      product: best(flops, 1, multiply), products: best(flops, threads, multiply), copy: speed(1),
      copies: speed(threads), threads: threads)
  }

  /// A line for people.
  var sentence: String {
    func fixed(_ value: Double) -> String { NumberText.fixed(value, 0) }
    return "this machine: matrix product \(fixed(product)) GFLOP/s on 1 thread, \(fixed(products)) on \(threads); "
      + "memory copy \(fixed(copy)) GB/s, \(fixed(copies))"
  }
}
