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

  /// Writes a record straight to bytes, since lists are asked for thousands of times.
  func write(_ record: Record, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "{"))
    for (place, field) in fields.enumerated() {
      if place > 0 { out.append(UInt8(ascii: ",")) }
      out.append(contentsOf: field.label)
      RecordJSON.write(record.everyField(field.name), to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  private static func write(_ value: Value, to out: inout [UInt8]) {
    switch value {
    case .missing, .bytes: out.append(contentsOf: "null".utf8)
    case .text(var text):
      // Most texts have nothing to escape.
      let isPlain = text.withUTF8 { bytes in
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
        else { return false }
        out.append(UInt8(ascii: "\""))
        out.append(contentsOf: bytes)
        out.append(UInt8(ascii: "\""))
        return true
      }
      if !isPlain { out.append(contentsOf: JSONValue.string(text).bytes) }
    default: out.append(contentsOf: RecordJSON.value(value).bytes)
    }
  }
}
