internal import PodiumCore
internal import PodiumPlugin

/// Where the next page of a list begins: the list, the last record's id and its values in the order, as a text that means
/// nothing to whoever passes it on.
enum PageToken {
  /// The most bytes of a token: an address has 8 KB, and clients put further parameters into it.
  private static let longest = 2048

  /// The token after a record; where its values are too long for an address, its id alone.
  static func text(_ record: Record, of asked: ResourceQuery) -> String {
    let id = JSONValue.string(record.id.text)
    let whole = text([id] + asked.query.order.map { JSONValue(record.everyField($0.field)) }, of: asked.list)
    return whole.utf8.count <= longest ? whole : text([id], of: asked.list)
  }

  private static func text(_ place: [JSONValue], of list: [String]) -> String {
    let bytes = JSONValue.array(place).bytes
    let text = Base64.text(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return digest(bytes, of: list) + text
  }

  /// What tells a place in a list from all others, and from one that was changed: `list` is the kind, its filters and order,
  /// and who reads it.
  private static func digest(_ place: [UInt8], of list: [String]) -> String {
    String(SHA256.hex(JSONValue.words(list).bytes + place).prefix(16))
  }

  /// The place that a token names; nil for what is none of this list, and for a record that has gone.
  static func place(
    _ token: String, of list: [String], _ order: [(field: String, descending: Bool)], _ shape: ResourceShape,
    in store: any RecordStore
  ) throws(Diagnostic) -> RecordQuery.Place? {
    guard token.utf8.count <= longest else { return nil }
    var text = String(token.dropFirst(16)).replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let bytes = Base64.bytes(text), token.prefix(16) == digest(bytes, of: list),
      let parts = (try? JSONReader.value(bytes))?.array, let id = parts.first?.string,
      parts.count == 1 || parts.count == order.count + 1
    else { return nil }
    if parts.count <= order.count {
      let record = try store.records(RecordQuery(shape.kind, where: [.ids([RecordID(id)])])).first
      return record.map { record in
        RecordQuery.Place(order, values: order.map { record.everyField($0.field) }, id: record.id)
      }
    }
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
