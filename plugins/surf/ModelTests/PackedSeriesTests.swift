import PodiumCore
import PodiumTestKit
import Testing

@testable import SurfModel

/// Series in bytes.
struct PackedSeriesTests {
  private func moments(_ count: Int, step: Int = 600) -> [Moment] {
    (0..<count).map { Moment(microseconds: (1_700_000_000 + $0 * step) * 1_000_000) }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what was packed comes back`(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let count = random.below(200)
    var time = random.below(2_000_000_000) - 1_000_000_000
    let times = (0..<count).map { _ in
      time += 1 + random.below(seed % 2 == 0 ? 1 : 5000)
      return Moment(microseconds: time * 1_000_000)
    }
    let columns = (0..<random.below(6)).map { place in
      let decimals = random.below(5)
      let power = ScaledNumbers.powers[decimals]
      let spread = [1, 10, 300, 70_000, 5_000_000_000][random.below(5)]
      return PackedSeries.Column(
        code: place * 3, decimals: decimals,
        values: (0..<count).map { _ in
          random.below(3) == 0 ? .nan : Double(random.below(spread) - spread / 2) / power
        })
    }
    let series = try #require(PackedSeries(times: times, columns: columns))
    #expect(PackedSeries(series.bytes) == series)
    #expect(try #require(PackedSeries(series.bytes)).bytes == series.bytes)
  }

  @Test func `numbers come back to their decimals, huge ones as they are`() throws {
    let values = [1.0 / 3, -2.0 / 3, 1e300, .nan]
    let times = moments(4)
    let kept = try #require(
      PackedSeries(times: times, columns: [.init(code: 1, decimals: 4, values: Array(values.prefix(2)) + [0, 1])]))
    #expect(try #require(PackedSeries(kept.bytes))[1] == [0.3333, -0.6667, 0, 1])
    let huge = try #require(PackedSeries(times: times, columns: [.init(code: 1, decimals: 4, values: values)]))
    #expect(PackedSeries(huge.bytes) == huge)
  }

  @Test func `a day of a buoy takes a few bytes a row`() throws {
    let columns = (0..<6).map { code in
      PackedSeries.Column(
        code: code, decimals: 3, values: (0..<144).map { Double(($0 * (code + 7)) % 90) / 10 })
    }
    let series = try #require(PackedSeries(times: moments(144), columns: columns))
    #expect(series.bytes.count < 144 * 6 + 60)
  }

  @Test func `bytes that nothing wrote are refused`() throws {
    let series = try #require(
      PackedSeries(
        times: moments(50),
        columns: [.init(code: 3, decimals: 2, values: (0..<50).map { $0 % 7 == 0 ? .nan : Double($0) })]))
    let bytes = series.bytes
    for count in 0..<bytes.count { #expect(PackedSeries(Array(bytes.prefix(count))) == nil) }
    #expect(PackedSeries(bytes + [0]) == nil)
    // A flipped bit gives other numbers or nothing, never a crash.
    for place in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        _ = PackedSeries(damaged)
      }
    }
    // A few bytes that promise a billion rows.
    #expect(PackedSeries([1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 1]) == nil)
  }

  @Test func `moments out of order and columns of other lengths make no series`() {
    let times = moments(3)
    #expect(PackedSeries(times: times.reversed(), columns: []) == nil)
    #expect(PackedSeries(times: [times[0], times[0]], columns: []) == nil)
    #expect(PackedSeries(times: times, columns: [.init(code: 1, decimals: 1, values: [1])]) == nil)
  }
}
