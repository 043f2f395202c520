import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// The coach's page, and what measured properties cannot show.
struct ChoiceTests {
  private static let ask = "ski choice type=Klister air=5 new=50 wet=50"

  private func output(_ line: String) throws -> TableOutput {
    var fixture = try SkiFixture.thesis()
    guard case .table(let output)? = try fixture.does(line).outputs.first else { throw Missing() }
    return output
  }

  private struct Missing: Error {}

  @Test func `the coach reads what to take, three columns, why with n, and what is not known`() throws {
    let output = try output(Self.ask)
    #expect(output.title == "95 %: take these two: 023, 024")
    #expect(output.table.names == ["Top pick", "Ok", "Rejected"])
    let pairs = output.table.columns.flatMap { column in (0..<output.table.rowCount).map { column[$0].fileText } }
    #expect(Set(pairs.filter { !$0.isEmpty }.map { $0.prefix(3) }) == Set((17...24).map { "0\($0)" }))
    #expect(output.footer.contains { $0.hasPrefix("For Klister, 5 °C, new 50, wet 50: ") && $0.contains("8 pairs") })
    #expect(
      output.footer.contains {
        $0.hasPrefix("023: 58 %, n = 6 tests, 4 in like conditions; for it: base White, grinding C")
      })
    #expect(output.footer.contains { $0.hasPrefix("Not known: how far ahead in cm") })
    // No chance of 0 or 100 %, and no number with a tail.
    let words = ([output.title] + pairs + output.footer).joined(separator: "\n")
    #expect(!words.contains(" 0 %") && !words.contains("100 %"))
    #expect(words.firstMatch(of: /\d\.\d{3}/) == nil, "\(words)")
  }

  @Test func `a longer list stays in one column, and all pairs need no choice`() throws {
    let four = try output(Self.ask + " shortlist=4")
    #expect(four.title.hasPrefix(">99 %: take these four: 023, 024, 022, 019"))
    #expect((0..<4).map { four.table["Top pick"]?[$0].fileText.prefix(3) ?? "" } == ["023", "024", "022", "019"])
    #expect(try output(Self.ask + " shortlist=20").title.hasPrefix("Take all 8"))
    let cold = try output("ski choice type=Klister air=-25 new=100")
    #expect(cold.title.hasPrefix("Beyond all tests: "))
    #expect(cold.footer.contains { $0.hasPrefix("Not known: how pairs glide in such conditions") }, "\(cold.footer)")
  }

  @Test func `the page has no script and no column of figures`() throws {
    let fixture = try SkiFixture(
      "ski pair add 101 102 103 type=Classic",
      "ski session new Oslo at=2026-01-10T09:00Z type=Classic air=-5 new=50 old=50",
      "ski rank last 101 102 103 add=yes",
      "ski session new Oslo at=2026-01-11T09:00Z type=Classic air=-5 new=50 old=50",
      "ski rank last 101 102 103 add=yes",
      "ski session new Oslo at=2026-01-12T09:00Z type=Classic air=-5 new=50 old=50",
      "ski rank last 101 102 103 add=yes",
      "ski choice air=-5 new=50 old=50 to choice.html")
    let page = try #require(fixture.file("choice.html"))
    #expect(page.contains("take th") && page.contains("Rejected") && page.contains("Not known: "))
    #expect(!page.contains("<script") && page.contains("color-scheme") && page.contains("@media print"))
    #expect(page.firstMatch(of: /\d\.\d{4}/) == nil)
  }

  // MARK: Properties

  private func regression(_ values: [[Double?]], effect: Int) -> PropertyRegression {
    PropertyRegression(
      values.enumerated().map { place, values in
        (values, (value: 3 * (values[effect] ?? 0) + (place.isMultiple(of: 2) ? 0.1 : -0.1), weight: 1))
      }, of: ["half", "stiffness", "full"], fewest: 30)
  }

  @Test func `two properties that go together are named, and neither is said to matter`() throws {
    // Stiffness is a curve of the height while the full height is the same.
    let heights: [Double] = (1...40).map { Double($0) / 20 + 0.3 }
    let values: [[Double?]] = heights.map { [$0, 400 / ($0 - 0.2), 0.2] }
    let found = regression(values, effect: 0)
    let alike = try #require(found.alike.first)
    #expect(found.alike.count == 1 && alike.names == ["half", "stiffness"] && alike.count == 40)
    #expect((alike.correlation ?? 0) < -0.999)
    #expect(found.constant.map(\.name) == ["full"] && found.constant.map(\.count) == [40])
    #expect(found.rows.contains { $0.p < 0.05 } && found.rows.allSatisfy { $0.range == nil })
    // Where they vary apart, the one that matters has its range.
    func row(_ number: Int, _ first: Int, _ second: Int) -> [Double?] {
      [Double(number), Double(number * first % 40), Double(number * second % 40)]
    }
    let apart = (1...40).map { row($0, 7, 11) }
    let clear = regression(apart, effect: 0)
    #expect(clear.alike.isEmpty && clear.rows.first { $0.name == "half" }?.range != nil)
    // Few pairs with both cannot tell.
    let few = apart.enumerated().map { place, row -> [Double?] in
      [place < 34 ? row[0] : nil, (6...10).contains(place) ? row[1] : nil, 0]
    }
    #expect(regression(few, effect: 0).alike.map(\.count) == [5])
  }

  @Test func `ski wish names both, the correlation and n`() throws {
    var lines = ["ski session new Oslo at=2026-01-10T09:00Z air=-5 new=100"]
    for place in 0..<12 {
      let half = 80 + 7 * place
      lines.append(
        "ski pair add \(101 + place) weight=75 full=0.2 half=\(half / 100).\(half % 100 < 10 ? "0" : "")\(half % 100)"
      )
    }
    let serials = (101...112).map(String.init).joined(separator: " ")
    var fixture = try SkiFixture()
    for line in lines { try fixture.does(line) }
    try fixture.does("ski rank last \(serials) add=yes")
    for day in 11...12 {
      try fixture.does("ski session new Oslo at=2026-01-\(day)T09:00Z air=-5 new=100")
      try fixture.does("ski rank last \(serials) add=yes")
    }
    let report = try fixture.does("ski wish air=-5 new=100")
    #expect(report.record["answer"] == "not enough")
    #expect(
      report.remarked.contains {
        $0.hasPrefix(
          "height_half_weight_mm and stiffness_n_per_mm cannot be separated: their rank correlation is -1.00")
          && $0.contains("n = 12 pairs")
      }, "\(report.remarked)")
    #expect(report.remarked.contains { $0.hasPrefix("height_full_weight_mm is the same in all 12 pairs") })
    // One owner's pairs alone.
    for line in [
      "ski athlete add \"Anna Nilsson\"", "ski pair edit 101 owner=Nilsson", "ski pair edit 102 owner=Nilsson",
    ] {
      try fixture.does(line)
    }
    #expect(try fixture.does("ski wish owner=Nilsson air=-5 new=100").record["pairs"] == "2")
    #expect(try fixture.does("ski wish owner=nobody air=-5 new=100").record["pairs"] == "10")
    try fixture.refuses("ski wish owner=Berg air=-5 new=100", "unknown-athlete")
  }
}
