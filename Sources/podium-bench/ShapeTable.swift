import FoundationEssentials
import PodiumCore
import PodiumFiles
import PodiumFormats
import PodiumPlugin

/// The tables of `podium-bench shape`, the same for the same number of rows.
enum ShapeTable {
  /// Writes both to a folder, `made.csv` and `other.csv`, which podium and its peers read.
  static func write(to folder: String, rows: Int) throws {
    for (name, table) in [("made.csv", try made(rows)), ("other.csv", try other())] {
      try DiskFiles().write(CSVWriter.write(table), to: folder + "/" + name, shown: name, mode: .replace)
    }
  }

  private static func made(_ rows: Int) throws -> Table {
    var random = Seed(7).source()
    func number() -> Double { random.uniform() }
    let names = (0..<1000).map { "k\($0)" }.inCodePointOrder()
    let words = ["alpha", "beta, gamma", "delta", "epsilon zeta", "eta", "iota", "kappa", "lambda mu"]
    func codes(_ count: Double) -> [Int32] { (0..<rows).map { _ in Int32(number() * count) } }
    return try Table([
      Column("id", .integer(Array(0..<rows))),
      Column("day", .date((0..<rows).map { _ in CalendarDate(days: 18_262 + Int(number() * 2000)) })),
      Column("cat8", .category(Categorical(levels: "ABCDEFGH".map { String($0) }, codes: codes(8)))),
      Column("cat1000", .category(Categorical(levels: names, codes: codes(1000)))),
      Column("f1", .number((0..<rows).map { _ in (number() + number() + number() - 1.5) * 2 })),
      Column("f2", .number((0..<rows).map { _ in number() < 0.05 ? .nan : 100 + 30 * number() })),
      Column("f3", .number((0..<rows).map { _ in 9 * number() })),
      Column("i1", .integer((0..<rows).map { _ in Int(number() * 2e6) - 1_000_000 })),
      Column(
        "i2", .integer((0..<rows).map { _ in number() < 0.05 ? ColumnValues.missingInteger : Int(number() * 10_000) })),
      Column("text", .category(Categorical(levels: words.inCodePointOrder(), codes: codes(8)))),
    ])
  }

  /// A thousand rows with the keys of `cat1000`, and numbers that ascend.
  private static func other() throws -> Table {
    try Table([
      Column("cat1000", .text((0..<1000).map { "k\($0)" })),
      Column("weight", .number((0..<1000).map { Double($0) / 7 })),
      Column("f1", .number((0..<1000).map { Double($0) / 200 - 2.5 })),
    ])
  }
}
