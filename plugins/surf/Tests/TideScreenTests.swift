import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Testing

/// The curve of a day's tide as it is drawn. The file is made.
struct TideScreenTests {
  private static let hilo = """
    {"predictions": [
      {"t": "2026-03-02 01:00", "v": "0.20", "type": "L"}, {"t": "2026-03-02 07:00", "v": "1.60", "type": "H"},
      {"t": "2026-03-02 13:00", "v": "0.40", "type": "L"}, {"t": "2026-03-02 19:00", "v": "1.80", "type": "H"},
      {"t": "2026-03-03 01:00", "v": "0.20", "type": "L"}
    ]}
    """

  private func drawn(_ width: Int, before: String...) throws -> [String] {
    var session = try SurfFixture.session(files: ["tide.json": Self.hilo])
    for line in before { session.report(line) }
    session.report("surf import coops tide.json station=TIDE1 units=m datum=MLLW zone=gmt")
    let report = session.report("surf tide TIDE1 2026-03-02 now=2026-03-02T12:00Z")
    let output = try #require(report?.outputs.first)
    let text = TextRenderer(style: .terminal(width: width, rows: 100, colour: false)).render(output)
    return text.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [(100, 72), (79, 72), (78, 52), (60, 52), (58, 30), (40, 30)])
  func `the curve takes the widest form that fits`(_ width: Int, _ columns: Int) throws {
    let lines = try drawn(width)
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    // A curve that is full at the foot of its highest hour has all of its columns up to there.
    let curve = lines.filter { $0.contains("█") }
    #expect(curve.count == 7 || curve.count == 8)
    #expect(curve.map(\.count).max() == 7 + columns, "\(lines)")
    #expect(lines.contains { $0.contains("▲ 12:00") } && lines.contains { $0.contains("1.80") })
    #expect(lines.filter { $0.hasPrefix("high ") || $0.hasPrefix("low  ") }.count == 4)
  }

  @Test func `heights are in the unit of the profile, and the table keeps metres`() throws {
    let lines = try drawn(80, before: "surf profile height=ft")
    // 1.8 m are 5.91 ft.
    #expect(lines.contains { $0.hasPrefix("high 19:00  5.91 ft") }, "\(lines)")
    // The curve is labelled with its highest and lowest columns, whose middles may miss the events by minutes.
    #expect(lines.contains { $0.hasPrefix("  5.9") } && lines.contains { $0.hasPrefix("  0.6") })
    #expect(!lines.contains { $0.contains("1.80") })
    #expect(lines.contains { $0.contains("heights in the table are metres above MLLW") })
  }
}
