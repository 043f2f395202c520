internal import PodiumCore
internal import PodiumPlugin

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

/// Records as JSON: what every record has, then some of its fields.
struct RecordJSON {
  private let fields: [(name: String, label: [UInt8])]

  /// What every record has, in order.
  static let ofEveryRecord = ["id", "revision", "created_at", "created_by", "changed_at", "changed_by"]

  init(_ fields: [String]) {
    self.fields = (RecordJSON.ofEveryRecord + fields).map { ($0, JSONValue.string($0).bytes + [UInt8(ascii: ":")]) }
  }

  /// Writes a record straight to bytes, since lists are asked for thousands of times.
  func write(_ record: Record, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "{"))
    for (place, field) in fields.enumerated() {
      if place > 0 { out.append(UInt8(ascii: ",")) }
      out.append(contentsOf: field.label)
      JSONValue(record.everyField(field.name)).write(to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }
}
