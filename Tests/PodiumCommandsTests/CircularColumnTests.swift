import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Columns whose numbers come round again, from the file to what commands print.
struct CircularColumnTests {
  private let folder = TemporaryFolder()

  /// A session with four directions around north; the file has the form of podium's own tables.
  private func session() throws -> Interpreter {
    let path = folder.path + "/wind.json"
    let text = """
      {"kind":"table","columns":[{"name":"d","type":"number","period":360},{"name":"x","type":"number"},\
      {"name":"e","type":"integer","period":360}],"rows":[[350,1,0],[10,2,90],[340,0.5,180],[20,3,270],[null,1,10]],\
      "total_rows":5}
      """
    try CommandFixture.files.write(Array(text.utf8), to: path, shown: path, mode: .replace)
    var session = CommandFixture.session(folder: folder.path)
    #expect(session.report("load \(path) as wind")?.error == nil)
    return session
  }

  private func table(_ report: CommandReport?) -> Table? {
    for output in report?.outputs ?? [] { if case .table(let output) = output { return output.table } }
    return nil
  }

  @Test func `describe gives the circular mean and sd, and no quantiles`() throws {
    var session = try session()
    let report = session.report("describe")
    let found = try #require(table(report))
    let mean = found["mean"]?.numbers?[0] ?? .nan
    #expect(min(mean, 360 - mean) < 1e-9)
    #expect((found["sd"]?.numbers?[0] ?? 0) > 15 && (found["sd"]?.numbers?[0] ?? 99) < 17)
    #expect(found["median"]?.numbers?[0].isNaN == true && found["median"]?.numbers?[1] == 1)
    #expect(text(report).contains("d, e: circular, so mean and sd are circular"))
    #expect(found["histogram"]?[0].fileText.first != " " && found["histogram"]?[0].fileText.last == "█")
  }

  @Test func `describe says when directions cancel out`() throws {
    var session = try session()
    let report = session.report("describe e in 1..4")
    #expect(table(report)?["mean"]?.numbers?[0].isNaN == true)
    #expect(text(report).contains("e: the values cancel out, so mean and sd are undefined"))
  }

  @Test func `correlate goes by sine and cosine`() throws {
    var session = try session()
    let report = session.report("correlate d x")
    #expect(report?.error == nil && text(report).contains("circular-linear"))
    let json = report.map { JSONRenderer().render($0) } ?? ""
    #expect(json.contains("\"low95\":null") && json.contains("\"rows\":4"))
    #expect(text(session.report("correlate d e")).contains("circular-circular"))
    #expect(text(session.report("correlate")).contains("'d', 'e': circular; with a linear column"))
    #expect(session.report("correlate d x method=spearman")?.error?.code == "wrong-column-type")
    #expect(text(session.report("correlate method=spearman")).contains("circular, so no ranks"))
  }

  @Test func `files, saved tables and JSON keep the period`() throws {
    var session = try session()
    let path = folder.path + "/again.json"
    #expect(session.report("head 2 to \(path)")?.error == nil)
    #expect(session.report("load \(path) as again")?.error == nil)
    #expect(session.state.current?.table["d"]?.circle == .degrees && session.state.current?.table["x"]?.circle == nil)
    #expect(session.report("head 1").map { JSONRenderer().render($0).contains("\"period\":360") } == true)
    #expect(session.report("save kept")?.error == nil && session.report("load saved kept")?.error == nil)
    #expect(session.state.current?.table["d"]?.circle == .degrees)
  }
}
