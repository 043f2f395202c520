import PodiumCore
import PodiumShaping
import Testing

/// Tables that are refused before they are made.
struct ShapedSizeTests {
  private func error(rows: Int, columns: Int, free: Int = .max) -> Diagnostic? {
    do throws(Diagnostic) {
      try ShapedSize.check("the table", rows: rows, columns: columns) { MemoryRoom(bytes: free) }
      return nil
    } catch { return error }
  }

  @Test func `a table has at most so many cells`() {
    #expect(error(rows: 400_000_000, columns: 1) == nil)
    #expect(error(rows: 400_000_000, columns: 0) == nil)
    #expect(error(rows: 400_000_001, columns: 0)?.code == "too-many-rows")
    #expect(error(rows: 200_000_001, columns: 2)?.message == "the table would have 200000001 rows of 2 columns")
    #expect(error(rows: .max, columns: 2)?.message == "the table would have too many rows of 2 columns")
  }

  @Test func `a table fits into the free memory`() {
    #expect(error(rows: 10_000_000, columns: 2, free: 200 << 20) == nil)
    #expect(
      error(rows: 10_000_000, columns: 2, free: 100 << 20)?.message
        == "the table would have 10000000 rows of 2 columns: more than the 100 MB that the free memory of this machine leaves"
    )
    // A small table is not worth asking.
    #expect(error(rows: 1000, columns: 2, free: 0) == nil)
  }
}
