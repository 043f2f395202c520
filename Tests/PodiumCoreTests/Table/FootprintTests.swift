import PodiumCore
import Testing

/// The memory that tables take together.
struct FootprintTests {
  @Test func `what tables share counts once`() throws {
    let table = try Table([
      Column("x", .number([Double](repeating: 1, count: 1000))), Column("i", .integer(Array(0..<1000))),
    ])
    var footprint = Footprint()
    footprint.add(table)
    #expect(footprint.bytes == 16_000)
    footprint.add(table)
    // A change of one column leaves the other where it is.
    footprint.add(try table.setting(Column("x", .number([Double](repeating: 2, count: 1000)))))
    #expect(footprint.bytes == 24_000)
  }

  @Test func `long texts count with what they hold, short ones with their place`() throws {
    var footprint = Footprint()
    footprint.add(try Table([Column("t", .text([String?](repeating: "short", count: 100)))]))
    #expect(footprint.bytes == 1600)
    var long = Footprint()
    long.add(try Table([Column("t", .text((0..<100).map { _ in String(repeating: "x", count: 1000) }))]))
    #expect(long.bytes > 100_000)
    var levels = Footprint()
    levels.add(
      try Table([Column("c", .category(Categorical(levels: ["a"], codes: [Int32](repeating: 0, count: 100))))]))
    #expect(levels.bytes == 416)
  }

  @Test func `a table without rows takes nothing`() throws {
    var footprint = Footprint()
    footprint.add(Table.empty)
    footprint.add(try Table([Column("x", .number([]))]))
    #expect(footprint.bytes == 0)
  }
}
