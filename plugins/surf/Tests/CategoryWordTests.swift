import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import SurfPlugin

/// Ratings by the words of a category, and what becomes of the words when a category changes.
struct CategoryWordTests {
  private func session() throws -> Interpreter {
    var session = try SurfFixture.session(files: [:], now: "2026-05-20T12:00Z")
    session.report(
      "surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid",
      "surf category add stoke 1..5 \"1 awful\" \"2 so so\" \"5 epic\"")
    return session
  }

  private func words(_ report: CommandReport?) -> String? {
    for case .table(let output) in report?.outputs ?? [] { return output.table["words"]?[0].fileText }
    return nil
  }

  @Test(arguments: ["epic", "Epic", "5", "so-so", "awful"]) func `a word stands for its number`(_ word: String) throws {
    var session = try session()
    #expect(session.report("surf log ramp \"2026-05-12 09:00\" 1h 5 rate=stoke:\(word)")?.error == nil)
    #expect(session.report("surf session edit 1 rate=power:solid,stoke:\(word)")?.error == nil)
  }

  @Test(arguments: ["great", "6"]) func `another word is refused with those that there are`(_ word: String) throws {
    var session = try session()
    let error = session.report("surf log ramp \"2026-05-12 09:00\" 1h 5 rate=stoke:\(word)")?.error
    #expect(
      error?.code == "bad-value" && error?.message.contains("awful, so so, epic") == true, "\(error?.message ?? "")")
  }

  @Test func `words that are not typed stay, those outside of the scale are dropped with a note`() throws {
    var session = try session()
    #expect(words(session.report("surf category add stoke 1..5 \"1 bad\"")) == "1 bad, 2 so so, 5 epic")
    let report = session.report("surf category add stoke 1..3")
    #expect(words(report) == "1 bad, 2 so so")
    #expect(report?.remarks == ["dropped the words of steps outside 1..3: 5 epic"])
    session.report("surf category add kelp 0..3 good=low")
    let kelp = session.report("surf category add kelp 0..4")
    for case .table(let output) in kelp?.outputs ?? [] { #expect(output.table["good"]?[0].fileText == "low") }
  }

  @Test(arguments: ["\"1 fine\" \"2 Fine\"", "\"3 epic\"", "\"1 bad\" \"1 worse\""])
  func `two steps do not share a word, nor has a step two`(_ typed: String) throws {
    var session = try session()
    #expect(session.report("surf category add stoke 1..5 \(typed)")?.error?.code == "bad-value")
    #expect(words(session.report("surf category stoke")) == "1 awful, 2 so so, 5 epic")
  }
}
