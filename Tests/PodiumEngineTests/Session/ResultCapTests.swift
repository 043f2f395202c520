import PodiumCore
import Testing

@testable import PodiumPlugin

/// Results are bounded by number and by size.
struct ResultCapTests {
  private func entry(_ cell: Int, doubles: Int) throws -> Results.Entry {
    let table = try Table([Column("x", .number([Double](repeating: Double(cell), count: doubles)))])
    return Results.Entry(cell: cell, name: nil, input: "r\(cell)", outputs: [.table(TableOutput(table))])
  }

  @Test func `the oldest results are dropped if all take too much, and the last is kept`() throws {
    var results = Results()
    for cell in 1...4 { #expect(results.keep(try entry(cell, doubles: 100), bytes: 3200) == []) }
    #expect(results.keep(try entry(5, doubles: 250), bytes: 3200) == [1, 2, 3])
    #expect(results.keep(try entry(6, doubles: 4000), bytes: 3200) == [4, 5])
    #expect(results.entries.map(\.cell) == [6])
  }

  @Test func `at most a thousand results are kept`() throws {
    var results = Results()
    for cell in 1...Results.limit { #expect(results.keep(try entry(cell, doubles: 1)) == []) }
    #expect(results.keep(try entry(Results.limit + 1, doubles: 1)) == [1])
  }
}
