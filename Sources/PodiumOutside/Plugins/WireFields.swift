internal import PodiumCore
internal import PodiumWire

/// The members of an object in an answer, with error messages for invalid ones.
struct WireFields {
  let value: JSONValue
  /// The program's name in messages.
  let program: String
  /// The object's name in messages (`importer 'club.table'`).
  let what: String
  /// The error of what is wrong, with the values allowed.
  var refusal: @Sendable (_ program: String, _ text: String, _ allowed: [String]) -> Diagnostic = {
    .badReply($0, $1, $2)
  }

  func bad(_ text: String, _ allowed: [String] = []) -> Diagnostic {
    refusal(program, what.isEmpty ? text : what + ": " + text, allowed)
  }

  /// The member; nil if it is missing or null.
  subscript(key: String) -> JSONValue? {
    guard let found = value[key] else { return nil }
    if case .null = found { return nil }
    return found
  }

  func text(_ key: String) throws(Diagnostic) -> String? {
    guard let found = self[key] else { return nil }
    guard let text = found.string else { throw bad("'\(key)' is not a string") }
    guard text.utf8.count <= 10_000 else { throw bad("'\(key)' is longer than 10000 bytes") }
    return text
  }

  func required(_ key: String) throws(Diagnostic) -> String {
    guard let text = try text(key), !text.isEmpty else { throw bad("'\(key)' is missing") }
    return text
  }

  func flag(_ key: String) throws(Diagnostic) -> Bool? { try member(key, self[key]?.bool, "neither true nor false") }
  func integer(_ key: String) throws(Diagnostic) -> Int? { try member(key, self[key]?.integer, "not a whole number") }
  func number(_ key: String) throws(Diagnostic) -> Double? { try member(key, self[key]?.number, "not a number") }

  private func member<Found>(_ key: String, _ found: Found?, _ lack: String) throws(Diagnostic) -> Found? {
    if found == nil, self[key] != nil { throw bad("'\(key)' is \(lack)") }
    return found
  }

  func texts(_ key: String) throws(Diagnostic) -> [String]? {
    guard let found = self[key] else { return nil }
    let list = found.array ?? []
    let texts = list.compactMap(\.string)
    guard found.array != nil, texts.count == list.count, texts.count <= 10_000 else {
      throw bad("'\(key)' is not a list of strings")
    }
    return texts
  }

  /// The objects of a list; none if it is missing.
  func list(_ key: String, _ kind: String) throws(Diagnostic) -> [WireFields] {
    guard let found = self[key] else { return [] }
    guard let items = found.array, items.count <= 1000 else {
      throw bad("'\(key)' is not a list of at most 1000 entries")
    }
    var out: [WireFields] = []
    for item in items {
      guard item.members != nil else { throw bad("'\(key)' has an entry that is not an object") }
      let name = item["key"]?.string ?? item["name"]?.string ?? "?"
      out.append(WireFields(value: item, program: program, what: "\(kind) '\(name)'"))
    }
    return out
  }

  /// A case of an enumeration; nil if it is missing.
  func choice<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type
  ) throws(Diagnostic) -> Word? where Word.RawValue == String {
    guard let text = try text(key) else { return nil }
    if let word = Word(rawValue: text) { return word }
    throw bad("'\(key)' cannot be '\(text)'", Word.allCases.map(\.rawValue))
  }
}
