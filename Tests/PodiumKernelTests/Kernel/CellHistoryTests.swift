import PodiumCore
import Testing

@testable import PodiumKernel

@Suite struct CellHistoryTests {
  private func texts(_ reply: JSONValue) -> [String] { (reply["history"]?.array ?? []).map(\.text) }

  @Test func `the last, a range, and what matches`() {
    var history = CellHistory()
    for (count, code) in ["load iris", "head 1", "head 2", "head 1"].enumerated() {
      history.add(count + 1, code, output: code.hasPrefix("head") ? "out" : nil)
    }
    #expect(
      texts(history.reply(to: ["hist_access_type": "tail", "n": 2])) == ["[1,3,\"head 2\"]", "[1,4,\"head 1\"]"])
    for session in [0, 1] {
      let range: JSONValue = ["hist_access_type": "range", "session": .integer(session), "start": 1, "stop": 3]
      #expect(texts(history.reply(to: range)) == ["[1,1,\"load iris\"]", "[1,2,\"head 1\"]"])
    }
    #expect(texts(history.reply(to: ["hist_access_type": "range", "session": 7, "start": 1, "stop": 3])) == [])
    func found(_ pattern: String, _ more: [(String, JSONValue)] = []) -> [String] {
      texts(history.reply(to: .object([("hist_access_type", "search"), ("pattern", .string(pattern))] + more)))
    }
    #expect(found("head*").count == 3 && found("head").isEmpty && found("*i?is").count == 1)
    #expect(found("h*1", [("unique", true)]) == ["[1,4,\"head 1\"]"])
    #expect(found("*", [("n", 3), ("output", true)]).first == "[1,2,[\"head 1\",\"out\"]]")
    #expect(found("*", [("n", -5)]) == [])
  }

  @Test func `it stays small`() {
    var history = CellHistory()
    for count in 1...10_000 { history.add(count, String(repeating: "x", count: 500), output: nil) }
    let kept = texts(history.reply(to: ["hist_access_type": "tail", "n": 100_000]))
    #expect(kept.count < 2500 && kept.last?.contains("[1,10000,") == true)
  }
}
