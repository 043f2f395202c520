import PodiumFigure
import Testing

struct HistogramBinsTests {
  @Test func `bins have round edges and hold every value once`() throws {
    let values = (0..<150).map { Double($0 * $0 % 97) / 10 }.sorted()
    let bins = try #require(HistogramBins(sorted: values))
    #expect(bins.counts(of: values).reduce(0, +) == 150)
    #expect((5...40).contains(bins.edges.count - 1))
    let width = bins.edges[1] - bins.edges[0]
    #expect([0.1, 0.2, 0.5, 1, 2].contains { ($0 - width).magnitude < 1e-9 })
  }

  @Test func `an edge belongs to the bin above, the last one to the last bin`() {
    let bins = HistogramBins(edges: [0, 1, 2])
    #expect(bins.counts(of: [0, 1, 2, 2.5, -1]) == [1, 2])
  }

  @Test(arguments: [1, 7, 1000])
  func `a given number of bins is kept, of equal width`(_ count: Int) throws {
    let bins = try #require(HistogramBins(sorted: [0, 3, 10], count: count))
    #expect(bins.edges.count == count + 1)
    #expect(bins.edges.first == 0 && bins.edges.last == 10)
  }

  @Test func `whole numbers have bins around them`() throws {
    let bins = try #require(HistogramBins(sorted: [1, 2, 2, 3], wholeNumbers: true))
    #expect(bins.edges == [0.5, 1.5, 2.5, 3.5])
    #expect(HistogramBins(sorted: [5], wholeNumbers: true)?.edges == [4.5, 5.5])
    #expect(HistogramBins(sorted: [1e300], wholeNumbers: true)?.counts(of: [1e300]) == [1])
    #expect(bins.counts(of: [1, 2, 2, 3]) == [1, 2, 1])
  }

  @Test(
    arguments: [
      [0, 0, 0], [1e-300, 2e-300], [-1e300, 1e300], [-1.7e308, 1.7e308],
      [.leastNonzeroMagnitude, .leastNonzeroMagnitude], [1e300], [1e15, 1e15 + 1],
      [1, 1 + 2e-16],
    ] as [[Double]])
  func `extreme values have bins that rise and hold them`(_ values: [Double]) throws {
    let bins = try #require(HistogramBins(sorted: values))
    #expect(zip(bins.edges, bins.edges.dropFirst()).allSatisfy { $0 < $1 })
    #expect(bins.counts(of: values).reduce(0, +) == values.count)
  }

  @Test func `logarithmic bins are equally wide in the logarithm, and need values above 0`() throws {
    let bins = try #require(HistogramBins(sorted: [1, 10, 100, 1000], count: 3, isLog: true))
    #expect(bins.edges.map { $0.rounded() } == [1, 10, 100, 1000])
    #expect(HistogramBins(sorted: [0, 1], isLog: true) == nil)
  }

  @Test func `days have bins of whole days, weeks from a Monday, or months`() throws {
    // 2024-02-28 to 2024-03-02: across a leap day.
    let short = try #require(TimeBins.bins([19_781, 19_782, 19_783, 19_784], isDays: true))
    #expect(short.counts(of: [19_781, 19_782, 19_783, 19_784]) == [1, 1, 1, 1])
    let long = try #require(TimeBins.bins([0, 20_000], isDays: true))
    #expect(long.edges.allSatisfy { $0 == $0.rounded() })
    #expect(long.counts(of: [0, 20_000]).reduce(0, +) == 2)
  }
}
