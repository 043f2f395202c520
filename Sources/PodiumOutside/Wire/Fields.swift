internal import PodiumCore

/// The members of one object of an answer, read with words for what is wrong with them.
struct Fields {
  let value: JSONValue
  /// What messages call the program.
  let program: String
  /// What messages call the object (`importer 'club.table'`).
  let what: String

  func bad(_ text: String, _ allowed: [String] = []) -> Diagnostic {
    .badReply(program, what.isEmpty ? text : what + ": " + text, allowed)
  }

  /// The member, nil where there is none or null.
  subscript(key: String) -> JSONValue? {
    guard let found = value[key] else { return nil }
    if case .null = found { return nil }
    return found
  }

  func text(_ key: String) throws(Diagnostic) -> String? {
    guard let found = self[key] else { return nil }
    guard let text = found.string else { throw bad("'\(key)' is not a text") }
    guard text.utf8.count <= 10_000 else { throw bad("'\(key)' is longer than 10000 bytes") }
    return text
  }

  func required(_ key: String) throws(Diagnostic) -> String {
    guard let text = try text(key), !text.isEmpty else { throw bad("'\(key)' is missing") }
    return text
  }

  func flag(_ key: String) throws(Diagnostic) -> Bool? {
    guard let found = self[key] else { return nil }
    guard let flag = found.bool else { throw bad("'\(key)' is neither true nor false") }
    return flag
  }

  func integer(_ key: String) throws(Diagnostic) -> Int? {
    guard let found = self[key] else { return nil }
    guard let number = found.integer else { throw bad("'\(key)' is not a whole number") }
    return number
  }

  func number(_ key: String) throws(Diagnostic) -> Double? {
    guard let found = self[key] else { return nil }
    guard let number = found.number else { throw bad("'\(key)' is not a number") }
    return number
  }

  func texts(_ key: String) throws(Diagnostic) -> [String]? {
    guard let found = self[key] else { return nil }
    let list = found.array ?? []
    let texts = list.compactMap(\.string)
    guard found.array != nil, texts.count == list.count, texts.count <= 10_000 else {
      throw bad("'\(key)' is not a list of texts")
    }
    return texts
  }

  /// The objects of a list; none where it is left out.
  func list(_ key: String, _ kind: String) throws(Diagnostic) -> [Fields] {
    guard let found = self[key] else { return [] }
    guard let items = found.array, items.count <= 1000 else {
      throw bad("'\(key)' is not a list of at most 1000 entries")
    }
    var out: [Fields] = []
    for item in items {
      guard item.members != nil else { throw bad("'\(key)' has an entry that is not an object") }
      let name = item["key"]?.string ?? item["name"]?.string ?? "?"
      out.append(Fields(value: item, program: program, what: "\(kind) '\(name)'"))
    }
    return out
  }

  /// One of the words of a type; nil where it is left out.
  func choice<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type
  ) throws(Diagnostic) -> Word? where Word.RawValue == String {
    guard let text = try text(key) else { return nil }
    if let word = Word(rawValue: text) { return word }
    throw bad("'\(key)' cannot be '\(text)'", Word.allCases.map(\.rawValue))
  }
}
