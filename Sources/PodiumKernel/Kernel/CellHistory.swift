internal import PodiumCore

/// The cells that ran, for `history_request`; the oldest go where it becomes much.
struct CellHistory {
  private struct Item {
    let count: Int
    let code: String
    let output: String?
    var size: Int { 64 + code.utf8.count + (output?.utf8.count ?? 0) }
  }

  /// The number of the session; earlier ones are not kept.
  private static let session = 1
  private static let limit = 1_000_000
  private var items: [Item] = []
  private var size = 0

  mutating func add(_ count: Int, _ code: String, output: String?) {
    // A long output is not what people look for in a history.
    let item = Item(count: count, code: code, output: output.flatMap { $0.utf8.count > 10_000 ? nil : $0 })
    items.append(item)
    size += item.size
    guard size > CellHistory.limit else { return }
    // Half of it at once, so that a full history costs no more than a short one.
    var dropped = 0
    while size > CellHistory.limit / 2, dropped < items.count - 1 {
      size -= items[dropped].size
      dropped += 1
    }
    items.removeFirst(dropped)
  }

  /// What a request asks for: the last ones, a range of numbers, or what matches a pattern of `*` and `?`.
  func reply(to content: JSONValue) -> JSONValue {
    let withOutput = content["output"]?.bool ?? false
    let count = content["n"]?.integer
    var found: [Item]
    switch content["hist_access_type"]?.string {
    case "range":
      // 0 is the running session, and negative numbers count back from it.
      let session = content["session"]?.integer ?? 0
      let (start, stop) = (content["start"]?.integer ?? 0, content["stop"]?.integer ?? .max)
      found = [0, CellHistory.session].contains(session) ? items.filter { $0.count >= start && $0.count < stop } : []
    case "search":
      let pattern = Array((content["pattern"]?.string ?? "*").unicodeScalars)
      found = items.filter { CellHistory.matches(Array($0.code.unicodeScalars), pattern) }
      if content["unique"]?.bool ?? false {
        var seen: Set<String> = []
        found = found.reversed().filter { seen.insert($0.code).inserted }.reversed()
      }
      found = count.map { found.suffix(max(0, $0)) } ?? found
    default: found = items.suffix(max(0, count ?? 10))
    }
    let history = found.map { item -> JSONValue in
      let code = JSONValue.string(item.code)
      let shown: JSONValue = withOutput ? [code, item.output.map(JSONValue.string) ?? .null] : code
      return [.integer(CellHistory.session), .integer(item.count), shown]
    }
    return ["status": "ok", "history": .array(history)]
  }

  /// Whether a pattern of `*` and `?` fits a whole text; one step back at the last `*` is enough.
  private static func matches(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var (place, next) = (0, 0)
    var star: (text: Int, pattern: Int)?
    while place < text.count {
      if next < pattern.count, pattern[next] == "*" {
        star = (place, next + 1)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[place] {
        (place, next) = (place + 1, next + 1)
      } else if let last = star {
        star = (last.text + 1, last.pattern)
        (place, next) = (last.text + 1, last.pattern)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}
