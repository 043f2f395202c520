internal import PodiumCore
internal import PodiumPlugin

/// JSON values in a flat list, by their positions in the text: no tree to build, walk or free.
///
/// Strict RFC 8259: everything else is `malformed-json` with line and byte. Nesting is bounded by
/// `JSONReader.depthLimit`.
struct JSONTape: Sendable {
  enum Kind: UInt8 {
    case null, yes, no, number, string, escaped, array, object
  }

  /// One value; the contents of an array or object follow it, in an object keys and values alternate.
  struct Node {
    var kind: Kind
    /// Its range in the text; a string without its quotes.
    var start: Int
    var end: Int
    /// The node after it and its contents.
    var next: Int
    /// Number of items or members.
    var count: Int32
  }

  private(set) var nodes: [Node] = []
  /// Where the scan stopped.
  private(set) var place: Int

  /// Maximum number of nodes of one text.
  static let mostNodes = 1 << 26
  /// The bytes of a node: 40 in a list that grows, and its place in the list of an array's items.
  static let nodeBytes = 96

  private let budget: ReadBudget?
  /// The bytes that were counted; free them when the tape is not needed any more.
  private(set) var counted = 0

  /// Reads one value from a position on; what follows it is left to the caller.
  init(
    _ text: Span<UInt8>, from start: Int, to end: Int, line: Int, name: String,
    cancellation: Cancellation,
    budget: ReadBudget? = nil
  ) throws(Diagnostic) {
    place = start
    self.budget = budget
    do throws(JSONFault) { try scan(text, start, end, cancellation) } catch {
      switch error {
      case .malformed(let what, let offset):
        throw JSONTape.malformed(text, from: start, at: offset, line: line, name: name, what)
      case .stopped(let diagnostic): throw diagnostic
      }
    }
  }

  static func malformed(
    _ text: Span<UInt8>, from start: Int, at place: Int, line firstLine: Int, name: String, _ what: String
  ) -> Diagnostic {
    var line = firstLine
    var lineStart = start
    for i in start..<max(start, min(place, text.count)) where text[i] == 0x0A {
      line += 1
      lineStart = i + 1
    }
    return Diagnostic(
      "malformed-json", "byte \(place - lineStart + 1) of the line: \(what)",
      help: "export the file again, or name its format with format="
    ).inFile(name, line: line)
  }

  private mutating func scan(
    _ text: Span<UInt8>, _ start: Int, _ end: Int, _ cancellation: Cancellation
  ) throws(JSONFault) {
    var open: [Int] = []
    var i = start
    var nextPoll = start
    values: while true {
      if i >= nextPoll {
        if cancellation.isCancelled { throw .stopped(.interrupted) }
        try count()
        nextPoll = i + 1 << 16
      }
      guard nodes.count < JSONTape.mostNodes else {
        throw .stopped(
          Diagnostic(
            "too-large", "the file holds more than \(JSONTape.mostNodes) values",
            help: "split it, or write it as JSON Lines"))
      }
      // A value begins here.
      i = JSONLexer.behindBlanks(text, from: i, to: end)
      guard i < end else { throw .malformed("the text ends where a value must follow", at: i) }
      switch text[i] {
      case 0x7B, 0x5B:
        let isObject = text[i] == 0x7B
        guard open.count < JSONReader.depthLimit else {
          throw .malformed("values are nested more than \(JSONReader.depthLimit) levels deep", at: i)
        }
        open.append(nodes.count)
        append(isObject ? .object : .array, i, i)
        i = JSONLexer.behindBlanks(text, from: i + 1, to: end)
        if i < end, text[i] == (isObject ? 0x7D : 0x5D) { break }
        if isObject { try key(text, &i, end) }
        continue values
      case 0x22: try string(text, &i, end)
      case 0x74: try word("true", .yes, text, &i, end)
      case 0x66: try word("false", .no, text, &i, end)
      case 0x6E: try word("null", .null, text, &i, end)
      case 0x2D, 0x30...0x39: try number(text, &i, end)
      default: throw .malformed("this is not the start of a value", at: i)
      }
      // A value has ended; close what it closes.
      while let top = open.last {
        i = JSONLexer.behindBlanks(text, from: i, to: end)
        let isObject = nodes[top].kind == .object
        guard i < end else {
          throw .malformed("the text ends inside an \(isObject ? "object" : "array")", at: i)
        }
        // An empty array or object counts nothing.
        if nodes.count > top + 1 { nodes[top].count = nodes[top].count &+ 1 }
        if text[i] == 0x2C, nodes.count > top + 1 {
          i = JSONLexer.behindBlanks(text, from: i + 1, to: end)
          if isObject { try key(text, &i, end) }
          continue values
        }
        guard text[i] == (isObject ? 0x7D : 0x5D) else {
          throw .malformed(
            isObject ? "',' or '}' must follow a member of an object" : "',' or ']' must follow an item of an array",
            at: i)
        }
        i += 1
        nodes[top].end = i
        nodes[top].next = nodes.count
        open.removeLast()
      }
      place = i
      // A line of a few values is not worth the count.
      if nodes.count > 256 { try count() }
      return
    }
  }

  /// Counts the nodes that were made since they were last counted.
  private mutating func count() throws(JSONFault) {
    let bytes = nodes.count * JSONTape.nodeBytes
    do throws(Diagnostic) { try budget?.use(bytes - counted) } catch { throw .stopped(error) }
    counted = bytes
  }

  private mutating func append(_ kind: Kind, _ start: Int, _ end: Int) {
    nodes.append(Node(kind: kind, start: start, end: end, next: nodes.count + 1, count: 0))
  }

  private mutating func word(
    _ word: StaticString, _ kind: Kind, _ text: Span<UInt8>, _ i: inout Int, _ end: Int
  ) throws(JSONFault) {
    let start = i
    try JSONLexer.word(word, text, &i, end)
    append(kind, start, i)
  }

  private mutating func key(
    _ text: Span<UInt8>, _ i: inout Int, _ end: Int
  ) throws(JSONFault) {
    guard i < end, text[i] == 0x22 else { throw .malformed("a key in quotes is missing", at: i) }
    try string(text, &i, end)
    i = JSONLexer.behindBlanks(text, from: i, to: end)
    guard i < end, text[i] == 0x3A else { throw .malformed("':' must follow a key", at: i) }
    i += 1
  }

  private mutating func number(_ text: Span<UInt8>, _ i: inout Int, _ end: Int) throws(JSONFault) {
    let start = i
    _ = try JSONLexer.number(text, &i, end)
    append(.number, start, i)
  }

  /// Reads a string; its escapes are checked here and resolved when needed.
  private mutating func string(_ text: Span<UInt8>, _ i: inout Int, _ end: Int) throws(JSONFault) {
    let (content, isEscaped) = try JSONLexer.string(text, &i, end)
    append(isEscaped ? .escaped : .string, content.lowerBound, content.upperBound)
  }
}
