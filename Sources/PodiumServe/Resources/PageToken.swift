internal import PodiumCore
internal import PodiumPlugin

/// Where the next page of a list begins: the last record's id and its values in the order, as a text that means nothing to
/// whoever passes it on.
enum PageToken {
  /// The token after a record.
  static func text(_ record: Record, _ order: [(field: String, descending: Bool)]) -> String {
    let values = order.map { RecordJSON.value(record.everyField($0.field)) }
    let json = JSONValue.array([.string(record.id.text)] + values).text
    return Base64.text(Array(json.utf8)).map { ["+": "-", "/": "_", "=": ""][$0] ?? String($0) }.joined()
  }

  /// The place that a token names; nil for what is none of this list and order.
  static func place(
    _ token: String, _ order: [(field: String, descending: Bool)], _ shape: ResourceShape
  ) throws(Diagnostic) -> RecordQuery.Place? {
    guard token.utf8.count <= 4096 else { return nil }
    var text = token.map { ["-": "+", "_": "/"][$0] ?? String($0) }.joined()
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let bytes = Base64.bytes(text), let parts = (try? JSONReader.value(bytes))?.array,
      parts.count == order.count + 1, let id = parts[0].string
    else { return nil }
    var values: [Value] = []
    for (step, part) in zip(order, parts.dropFirst()) {
      let kind = try shape.kind(of: step.field)
      if case .null = part {
        values.append(.missing)
        continue
      }
      let text = part.string ?? part.text
      guard let value = try? ResourceQuery.value(text, kind, step.field) else { return nil }
      values.append(value)
    }
    return RecordQuery.Place(order, values: values, id: RecordID(id))
  }
}

extension Record {
  /// The value of a field, those that every record has included.
  func everyField(_ name: String) -> Value {
    switch name {
    case "id": .text(id.text)
    case "revision": .integer(revision)
    case "created_at": .datetime(created.at)
    case "created_by": .text(created.by)
    case "changed_at": .datetime(changed.at)
    case "changed_by": .text(changed.by)
    default: self[name]
    }
  }
}

/// Records as JSON.
enum RecordJSON {
  /// What each record has beside its fields, in order.
  static let ofEveryRecord = ["id", "revision", "created_at", "created_by", "changed_at", "changed_by"]

  /// A value: moments and days as ISO text in UTC, what is missing as null.
  static func value(_ value: Value) -> JSONValue {
    switch value {
    case .missing, .bytes: .null
    case .number(let x): .number(x)
    case .integer(let number): .integer(number)
    case .boolean(let flag): .bool(flag)
    case .text(let text): .string(text)
    case .date, .datetime: .string(value.fileText)
    }
  }

  /// A record with what every record has and some of its fields.
  static func object(_ record: Record, _ fields: [String]) -> JSONValue {
    .object(
      ofEveryRecord.map { ($0, value(record.everyField($0))) } + fields.map { ($0, value(record[$0])) })
  }
}
