import PodiumCore
import Testing

@testable import PodiumPlotting

/// Bins of histograms.
struct HistogramBinsTests {
  @Test func `no value has no bins`() {
    #expect(HistogramBins(sorted: []) == nil)
  }
}
