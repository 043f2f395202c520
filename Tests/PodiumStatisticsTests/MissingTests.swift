import PodiumCore
import PodiumStatistics
import Testing

/// What is missing in columns, and what looks as if it were.
struct MissingTests {
  private static let gap = Double.nan

  @Test func `combinations of missing values are counted, the most frequent first`() throws {
    let columns = [
      Column("a", .number([1, Self.gap, Self.gap, 4, Self.gap, 6])),
      Column("b", .text(["x", nil, "y", nil, nil, "z"])),
      Column("c", .integer([1, 2, ColumnValues.missingInteger, 4, 5, 6])),
    ]
    let found = try MissingPatterns(columns, rowCount: 6, cancellation: Cancellation())
    #expect(found.complete == 2)
    #expect(found.combinations.map(\.columns) == [[0, 1], [0, 2], [1]])
    #expect(found.combinations.map(\.rows) == [2, 1, 1])
    let none = try MissingPatterns([], rowCount: 3, cancellation: Cancellation())
    #expect(none.complete == 3 && none.combinations.isEmpty)
  }

  @Test func `each row of a wide table may lack others`() throws {
    let size = 300
    let columns = (0..<size).map { column in
      Column("c\(column)", .number((0..<size).map { row in row >= column ? Self.gap : 1 }))
    }
    let found = try MissingPatterns(columns, rowCount: size, cancellation: Cancellation())
    #expect(found.complete == 0 && found.combinations.count == size)
    #expect(Set(found.combinations.map(\.columns)) == Set((0..<size).map { Array(0...$0) }))
  }

  @Test func `a code for missing values is far from all others`() throws {
    let ages = (1...20).map(Double.init)
    let found = try #require(MissingCode(ages + [-999, -999, Self.gap, .infinity]))
    #expect(found.codes == [-999] && found.count == 2 && found.least == 1 && found.largest == 20)
    #expect(MissingCode(ages + [99])?.codes == [99])
    let answers = (0..<20).map { Double(1 + $0 % 5) }
    for codes in [[-99, -98], [97, 98, 99], [-88, -99], [-999, 99], [77, 88, 99]] as [[Double]] {
      let found = try #require(MissingCode(answers + codes + codes), "\(codes)")
      #expect(found.codes == codes.sorted() && found.count == 2 * codes.count && found.largest == 5, "\(codes)")
    }
    // Incomes: below 0 there are only codes.
    let incomes = ages.map { 1000 + 200 * $0 }
    #expect(MissingCode(incomes + [-999, -999])?.codes == [-999])
    #expect(MissingCode(incomes + [-998, -999])?.codes == [-999, -998])
    #expect(MissingCode(ages.map { $0 * 50 } + [-99])?.codes == [-99])
    #expect(MissingCode(incomes + [-999, -50]) == nil && MissingCode(incomes + [-998]) == nil)
    // Numbers within the others are none, whatever is beyond; and no nines, no code.
    #expect(MissingCode(ages.map { 5 * $0 } + [88, 98, 999])?.codes == [999])
    #expect(MissingCode(answers + [88]) == nil && MissingCode(answers + [7, 8, 9]) == nil)
    for others in [ages, ages.dropLast(11) + [-999], ages.map { $0 * 50 } + [-50], ages + [30]] {
      #expect(MissingCode(others) == nil)
    }
  }
}
