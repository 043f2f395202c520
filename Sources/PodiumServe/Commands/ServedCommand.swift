internal import PodiumCore
internal import PodiumPlugin

/// A command that someone asks a service for, as one line.
struct ServedCommand: Sendable, Equatable {
  let line: String

  /// Takes a line as it was typed.
  init(_ line: String) { self.line = line }

  /// Writes a verb with its words and keys as a line: each stays the one argument that it is, whatever it holds.
  init(verb: String, words: [String] = [], keys: [(name: String, value: String)] = []) {
    let arguments = words.map(CommandText.word) + keys.map { $0.name + "=" + CommandText.word($0.value) }
    line = ([verb] + arguments).joined(separator: " ")
  }

  /// Reads `{"command": LINE}`, or `{"verb": VERB, "words": […], "keys": {…}}`; throws `bad-request`.
  init(json bytes: [UInt8]) throws(Diagnostic) {
    let body = try RequestBody.object(bytes)
    for (name, _) in body where !["command", "verb", "words", "keys"].contains(name) {
      throw Diagnostic.unknown("member", name, among: ["command", "verb", "words", "keys"]).renamed("bad-request")
    }
    let members = Dictionary(body) { first, _ in first }
    // A number is not a command, though its digits are kept as text.
    let isTyped = try JSONReader.value(bytes)["command"].map { $0.string != nil } ?? true
    if isTyped, let line = members["command"]?.string, members.count == 1 {
      self.init(line)
      return
    }
    guard let verb = members["verb"]?.string, members["command"] == nil, ServedCommand.isVerb(verb) else {
      throw RequestBody.bad("a command is {\"command\": …}, or {\"verb\": …, \"words\": […], \"keys\": {…}}")
    }
    guard members["words"].map({ $0.array != nil }) ?? true else { throw RequestBody.bad("'words' must be a list") }
    guard members["keys"].map({ $0.members != nil }) ?? true else { throw RequestBody.bad("'keys' must be an object") }
    var words: [String] = []
    for word in members["words"]?.array ?? [] {
      if word.bool != nil || word == .null { throw RequestBody.bad("a word is a text or a number") }
      words.append(try RequestBody.text(of: word, "words"))
    }
    var keys: [(name: String, value: String)] = []
    for (name, value) in members["keys"]?.members ?? [] {
      guard ServedCommand.isKey(name) else { throw RequestBody.bad("'\(Abridged.text(name))' cannot be a key") }
      keys.append((name, try RequestBody.text(of: value, name)))
    }
    self.init(verb: verb, words: words, keys: keys)
  }

  private static func isVerb(_ text: String) -> Bool { isKey(text.replacing(" ", with: "")) }

  /// Whether a text can be the key of an argument, so that nothing else gets into a line by it.
  static func isKey(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(letters.contains) }

  private static let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
}

enum RequestBody {
  /// The members of an object, numbers as texts of their digits, as they were sent; throws `bad-request` for what is none, or
  /// names one twice.
  static func object(_ bytes: [UInt8]) throws(Diagnostic) -> [(String, JSONValue)] {
    let value: JSONValue
    do throws(Diagnostic) { value = try JSONReader.value(bytes, keepingDigits: true) } catch {
      throw bad("the body is not JSON: " + error.message)
    }
    guard let members = value.members else { throw bad("the body must be a JSON object") }
    guard Set(members.map(\.0)).count == members.count else { throw bad("the body names a member twice") }
    return members
  }

  /// A value as it is typed in a command; lists have commas between their values.
  static func text(of value: JSONValue, _ name: String) throws(Diagnostic) -> String {
    switch value {
    case .string(let text): return text
    case .bool(let flag): return flag ? "yes" : "no"
    case .null: return ""
    case .array(let items):
      var parts: [String] = []
      for item in items {
        guard item.array == nil, item.members == nil else { throw bad("'\(Abridged.text(name))' is a list of lists") }
        parts.append(try text(of: item, name))
      }
      return parts.joined(separator: ",")
    case .object: throw bad("'\(Abridged.text(name))' cannot be an object")
    default: return value.text
    }
  }

  static func bad(_ message: String) -> Diagnostic { Diagnostic("bad-request", message) }
}

extension Diagnostic {
  func renamed(_ code: String) -> Diagnostic { Diagnostic(code, message, help: help) }
}
