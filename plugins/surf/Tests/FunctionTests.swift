import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import SurfPlugin

/// The functions that surf adds to expressions.
struct FunctionTests {
  private func session() throws -> Interpreter {
    try SurfFixture.session(files: [
      "dirs.csv": "id,dir,hs,at\n1,350,2,2026-03-02T12:00Z\n2,10,1,2026-03-02T03:00Z\n3,,3,2026-03-02T18:00Z\n"
    ])
  }

  private func value(_ report: CommandReport?) -> Value? {
    guard case .record(let record)? = report?.outputs.first else { return nil }
    return record.fields.first { $0.name == "value" }?.values.first
  }

  @Test(arguments: [
    ("surf.hs_total(2, 1.5)", 2.5), ("surf.dirdiff(350, 10)", -20), ("surf.dirdiff(10, 350)", 20),
    ("surf.power(2, 0.9 * 14)", 24.73), ("surf.steepness(1, 10)", 0.0064), ("surf.breaking(2, 14)", 3.08),
    ("surf.onshore(180, 10, 0)", -10), ("surf.convert(6.627, \"ft\", \"m\")", 2.02),
    ("surf.convert(10, \"kn\")", 19.44),
    ("surf.convert(60, \"F\", \"C\")", 15.56), ("surf.cmean(dir)", 0), ("surf.cspread(dir)", 10.03),
    ("surf.cmean(dir, hs)", 356.64),
  ])
  func `numbers are right`(expression: String, wanted: Double) throws {
    var session = try session()
    let report = session.report("load dirs.csv", "= \(expression)")
    #expect(report?.error == nil)
    let found = try #require(value(report)?.asNumber)
    #expect(abs(found - wanted) < 0.01, "\(found)")
  }

  @Test(arguments: [
    ("surf.compass(dir - 1.3) == \"NNW\"", 1), ("surf.compass(dir) == \"N\"", 2), ("surf.arc(dir, 290, 355)", 1),
    ("surf.arc(dir, 290, 20)", 2), ("surf.arc(dir, 20, 290)", 0),
    ("surf.wind_class(dir, 8, 0) == \"onshore\"", 2), ("surf.wind_class(dir, 1, 0) == \"glassy\"", 2),
    ("surf.wind_class(dir, 8, 180) == \"offshore\"", 2), ("surf.daylight(\"ramp\", at)", 1),
    ("surf.daylight(\"nowhere\", at)", 0),
  ])
  func `conditions choose rows, and a missing value chooses none`(condition: String, rows: Int) throws {
    var session = try session()
    let report = session.report(SurfSamples.spot, "load dirs.csv", "= count(id) if \(condition)")
    #expect(report?.error == nil)
    #expect(value(report) == .integer(rows))
  }

  @Test(arguments: [
    ("= surf.power(2)", "wrong-arguments"), ("= surf.power(\"a\", 2)", "wrong-type"),
    ("= surf.height(2)", "unknown-function"),
    ("= surf.convert(2, \"parsec\")", "unknown-unit"), ("= surf.convert(2, \"ft\", \"kn\")", "unknown-unit"),
    ("= surf.cmean(dir, dir, dir)", "wrong-arguments"), ("head if surf.cmean(dir) > 3", "wrong-function"),
    ("head if surf.power", "unexpected-word"),
  ])
  func `mistakes are reported at their position`(line: String, code: String) throws {
    var session = try session()
    let report = session.report("load dirs.csv", line)
    #expect(report?.error?.code == code)
    #expect(report?.error?.span != nil)
  }

  @Test func `the help knows the functions`() throws {
    var session = try session()
    let report = session.report("help surf.power")
    var text = ""
    if case .text(let page)? = report?.outputs.first { text = page }
    #expect(text.contains("surf.power(height, period)"))
  }
}
