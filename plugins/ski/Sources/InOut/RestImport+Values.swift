internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The values of the service's records; what is none is named with its place.
extension RestImport {
  func at(_ entry: Entry, _ field: String? = nil) -> SourcePlace {
    SourcePlace(source: "'\(name)' \(entry.list) \(entry.place + 1)", column: field)
  }

  /// Leaves out a record without a field that it needs.
  mutating func lacking(_ entry: Entry, _ field: String) {
    workspace.misfits.add(
      at(entry), "\(field) is missing; the record was left out", code: "missing-key",
      help: "add it, or remove the record")
    lost.insert(entry.list)
  }

  /// Leaves a field unknown.
  mutating func leave(_ entry: Entry, _ field: String, _ sentence: String, _ effect: String = "left unknown") {
    workspace.misfits.add(at(entry, field), sentence + "; it was " + effect)
  }

  /// A value that is there: neither null nor an empty text.
  func given(_ value: JSONValue?) -> JSONValue? {
    guard let value, value.string != "" else { return nil }
    if case .null = value { return nil }
    return value
  }

  static func shown(_ value: JSONValue) -> String { Abridged.quoted(value.string ?? value.text) }

  /// A text; a whole number is one too.
  static func text(_ value: JSONValue) -> String? { value.string ?? value.integer.map { String($0) } }

  /// The key of a record, given as a key or as the record.
  static func key(_ value: JSONValue) -> String? { text(value["pk"] ?? value["id"] ?? value) }

  /// The text of a field; nil without one and for anything else, which is named.
  mutating func text(_ entry: Entry, _ field: String, _ effect: String = "left unknown") -> Value? {
    guard let value = given(entry[field]) else { return nil }
    if let text = Self.text(value) { return .text(text) }
    leave(entry, field, "\(Self.shown(value)) is not a text", effect)
    return nil
  }

  /// The text of a field without which the record is left out.
  mutating func needed(_ entry: Entry, _ field: String) -> String? {
    let text = given(entry[field]).flatMap(Self.text)
    if text == nil { lacking(entry, field) }
    return text
  }

  /// Yes or no; nil without one and for anything else, which is named.
  mutating func flag(_ entry: Entry, _ field: String) -> Bool? {
    guard let value = given(entry[field]) else { return nil }
    if value.bool == nil { leave(entry, field, "\(Self.shown(value)) is neither true nor false") }
    return value.bool
  }

  /// The values of a list; anything else is named.
  mutating func list(_ entry: Entry, _ field: String) -> [JSONValue] {
    guard let value = given(entry[field]) else { return [] }
    if value.array == nil { leave(entry, field, "\(Self.shown(value)) is not a list") }
    return value.array ?? []
  }

  /// The code of the waxer that a value refers to; one that refers to nothing is named.
  mutating func waxer(_ entry: Entry, _ field: String) -> String? {
    guard let value = given(entry[field]) else { return nil }
    if let code = value["username"].flatMap(Self.text) { return code }
    let key = Self.key(value)
    let waxer = key.flatMap { byKey["waxer"]?[$0] }
    if let code = waxer.flatMap({ $0["username"].flatMap(Self.text) ?? key }) { return code }
    if lists["waxer"]?.contains(where: { $0["username"]?.string == key }) ?? true, let key { return key }
    leave(entry, field, "\(Self.shown(value)) is not a waxer of the file")
    return nil
  }

  /// The name of the record that a field refers to in a list; one that refers to nothing is named, and so is an empty one without
  /// which the record is left out (`orElse`).
  mutating func named(_ entry: Entry, _ field: String, in list: String, orElse effect: String? = nil) -> Value? {
    guard let value = given(entry[field]) else {
      if effect != nil { lacking(entry, field) }
      return nil
    }
    return name(of: value, entry, field, in: list, effect ?? "left unknown").map(Value.text)
  }

  mutating func name(
    of value: JSONValue, _ entry: Entry, _ field: String, in list: String, _ effect: String = "left unknown"
  ) -> String? {
    if let name = value["name"].flatMap(Self.text) { return name }
    if let key = Self.key(value) {
      if let name = byKey[list]?[key]?["name"].flatMap(Self.text) { return name }
      if lists[list]?.contains(where: { $0["name"]?.string == key }) == true { return key }
    }
    leave(entry, field, "\(Self.shown(value)) is not in the list \(list)", effect)
    return nil
  }

  /// The session of a record; nil for one that was left out.
  mutating func session(_ entry: Entry) -> String? {
    guard let session = given(entry["test_session"]).flatMap(Self.key) else {
      lacking(entry, "test_session")
      return nil
    }
    return lostSessions.contains(session) ? nil : session
  }

  /// The serial number of a pair; nil for one that was left out. Throws `unknown-pair`.
  mutating func serial(_ entry: Entry, _ field: String) throws(Diagnostic) -> String? {
    guard let value = given(entry[field]) else {
      lacking(entry, field)
      return nil
    }
    let pair = Self.key(value).flatMap { byKey["ski_pair"]?[$0] }
    if let serial = (value["serial_number"] ?? pair?["serial_number"]).flatMap(Self.text) { return serial }
    guard lost.contains("ski_pair") else {
      throw Diagnostic("unknown-pair", "\(at(entry, field).text) refers to a ski pair that is not in the file")
    }
    leave(entry, field, "the ski pair was left out or is not in the file", "left out")
    return nil
  }

  /// A number; the service writes decimals as text.
  mutating func number(_ entry: Entry, _ field: String) -> Value? {
    guard let value = given(entry[field]) else { return nil }
    if let number = value.number, number.isFinite { return .number(number) }
    if let number = value.string.flatMap({ SheetValues.number($0) }) { return .number(number) }
    leave(entry, field, "\(Self.shown(value)) is not a number")
    return nil
  }

  /// A moment; nil for anything else, which leaves out its record.
  mutating func time(_ entry: Entry, _ field: String) -> Value? {
    switch entry[field]?.string.map({ TextDates([]).reading($0) }) {
    case .moment(let moment, _): return .datetime(moment)
    case .day(let day): return .datetime(Moment(startOf: day))
    case .either, .some(.none), nil:
      leave(
        entry, field,
        entry[field].map { "\(Self.shown($0)) is not a time, such as 2018-01-08T09:00:00Z" } ?? "the time is missing",
        "left out")
      return nil
    }
  }
}
