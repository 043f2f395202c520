import PodiumCore
import PodiumFigure
import Testing

/// Rows in the cells of a grid, and the line through points.
struct RowCellsTests {
  private let cancellation = Cancellation()
  private let values = [0.5, 1.5, 1.7, 0.1, 9, 1.2]

  @Test func `each row is in the cell of its places`() throws {
    let bins = RowCells.Part.bins(HistogramBins(edges: [0, 1, 2]), of: values)
    let panels = RowCells.Part.categories([0, 1, 1, nil, 0, 0], count: 2)
    let cells = try RowCells([0, 1, 2, 3, 4, 5], [panels, nil, bins], cancellation: cancellation)
    #expect(cells.count == 4 && cells.counts == [1, 1, 0, 2])
    #expect(cells.groups == [[0], [5], [], [1, 2]])
    #expect(cells.groups(of: values) == [[0.5], [1.2], [], [1.5, 1.7]])
    #expect(cells.means(of: values) == [0.5, 1.2, 0, 1.6])
    let whole = try RowCells([4, 0], [nil], cancellation: cancellation)
    #expect(whole.counts == [2] && whole.groups == [[4, 0]])
    let none = try RowCells([0], [.bins(HistogramBins(edges: []), of: values)], cancellation: cancellation)
    #expect(none.count == 0 && none.counts.isEmpty)
  }

  @Test func `a line of least squares`() throws {
    let (x, y) = ([1.0, 2, 3, 4], [2.0, 4, 5, 8])
    let line = try #require(TrendLine([0, 1, 2, 3], x: x, y: y))
    #expect(abs(line.slope - 1.9) < 1e-12 && line.low == 1 && line.high == 4)
    #expect(abs(line.r - 0.981_155_781_039_212_3) < 1e-12)
    // R: predict(lm(y ~ x), data.frame(x = 2.5), interval = "confidence") has 4.75 ± 1.272742.
    let (mean, half) = line.height(at: 2.5)
    #expect(abs(mean - 4.75) < 1e-12 && abs(half - 1.272_741_841_408_457_7) < 1e-9)
    #expect(TrendLine([0, 1], x: x, y: y) == nil && TrendLine([0, 0, 0], x: x, y: y) == nil)
  }
}
