import FoundationEssentials
import PodiumTestKit
import Testing

/// `--format json`.
struct JSONTests {
  struct Line: Decodable {
    struct Failure: Decodable {
      var code: String
      var message: String
      var span: [Int]?
    }
    struct Part: Decodable { var kind: String }
    var v: Int
    var cell: Int
    var input: String
    var status: String
    var outputs: [Part]
    var error: Failure?
    var elapsed: Double

    enum CodingKeys: String, CodingKey {
      case v, cell, input, status, outputs, error
      case elapsed = "elapsed_ms"
    }
  }

  private func lines(_ run: ProgramRun) throws -> [Line] {
    try run.outputText.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test func `each command of a line gives an object`() throws {
    let run = try Home().run("load iris; label species; head 1", "set", options: ["--format", "json"])
    let lines = try lines(run)
    #expect(run.status == 0)
    #expect(lines.map(\.input) == ["load iris", "label species", "head 1", "set"])
    #expect(lines.map(\.cell) == [1, 2, 3, 4])
    #expect(lines.allSatisfy { $0.v == 1 && $0.status == "ok" && $0.error == nil && $0.elapsed >= 0 })
    #expect(lines[2].outputs.first?.kind == "table")
  }

  @Test func `an error is an object on standard output and text on standard error`() throws {
    let run = try Home().run("load iris; label \"né\" specis; head 1", "set", options: ["--format", "json"])
    let lines = try lines(run)
    #expect(run.status == 1)
    try #require(lines.map(\.status) == ["ok", "error"])
    #expect(lines[1].outputs.isEmpty)
    #expect(lines[1].error?.span == [11, 17])
    #expect(run.errorText.hasPrefix("error: "))
    #expect(run.errorText.contains("\n             ^^^^^^\n"))
  }

  @Test func `the span marks the wrong word`() throws {
    let run = try Home().run("load iris; label species", "cv tre k=3", options: ["--format", "json"])
    let error = try #require(try lines(run).last?.error)
    #expect(error.code == "unknown-learner")
    #expect(error.message == "unknown learner 'tre'; did you mean 'tree'?")
    #expect(error.span == [3, 6])
  }

  @Test func `a notebook gives only its commands`() throws {
    let home = try Home()
    home.write("# Title\n\n```podium\nload iris\nhead 1\n```\n\nEnd.\n", to: "n.podium.md")
    let run = try home.podium(["--format", "json", "run", "n.podium.md"])
    #expect(run.status == 0)
    #expect(try lines(run).map(\.input) == ["load iris", "head 1"])
  }

  @Test func `a cell with control characters and quotes stays one valid line`() throws {
    let home = try Home()
    home.write("h\n\"\u{1B}[31m\u{7}\"\"x\n\"\n", to: "odd.csv")
    let run = try home.run("load odd.csv; head", options: ["--format", "json"])
    #expect(try lines(run).count == 2)
    #expect(!run.output.contains(0x1B))
  }
}
