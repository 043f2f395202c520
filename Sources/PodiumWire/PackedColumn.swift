internal import PodiumCore

/// A column in binary, as base64 of little-endian values: `data`, and for texts `utf8`.
///
/// | type | `data` | missing |
/// |---|---|---|
/// | `number` | doubles | not a number |
/// | `integer` | 64 bits | the least one |
/// | `boolean` | bytes | 255 |
/// | `date` | 32 bits, days since 1970-01-01 | the least one |
/// | `datetime` | 64 bits, microseconds since 1970-01-01T00:00Z | the least one |
/// | `category`, `ordered` | 32 bits, places in `levels` | -1 |
/// | `text` | 32 bits, lengths in bytes of the texts in `utf8` | -1 |
enum PackedColumn {
  /// The values of a column; nil where the bytes are not whole values, or not values of the type.
  static func values(
    _ type: ColumnType, _ data: [UInt8], utf8: [UInt8]?, levels: [String]
  ) -> ColumnValues? {
    switch type {
    case .number: return numbers(data).map { .number($0) }
    case .integer: return whole(data, Int.self).map { .integer($0) }
    case .boolean: return data.allSatisfy { $0 < 2 || $0 == 255 } ? .boolean(data.map { $0 > 1 ? nil : $0 == 1 }) : nil
    case .date:
      return whole(data, Int32.self).map {
        .date($0.map { $0 == .min ? nil : CalendarDate(days: Int($0)) })
      }
    case .datetime:
      return whole(data, Int.self).map {
        .datetime($0.map { $0 == .min ? nil : Moment(microseconds: $0) })
      }
    case .category, .ordered:
      guard let codes = whole(data, Int32.self), codes.allSatisfy({ $0 >= -1 && Int($0) < levels.count }) else {
        return nil
      }
      let values = Categorical(levels: levels, codes: codes)
      return type == .ordered ? .ordered(values) : .category(values)
    case .text:
      guard let lengths = whole(data, Int32.self), let utf8 else { return nil }
      return texts(lengths, utf8).map { .text($0) }
    }
  }

  private static func texts(_ lengths: [Int32], _ utf8: [UInt8]) -> [String?]? {
    var (texts, place): ([String?], Int) = ([], 0)
    texts.reserveCapacity(lengths.count)
    for length in lengths {
      guard length >= 0 else {
        texts.append(nil)
        continue
      }
      let end = place + Int(length)
      guard end <= utf8.count, let text = String(validating: utf8[place..<end], as: UTF8.self) else { return nil }
      texts.append(text)
      place = end
    }
    return place == utf8.count ? texts : nil
  }

  private static func numbers(_ data: [UInt8]) -> [Double]? {
    whole(data, UInt64.self).map { $0.map { Double(bitPattern: $0) } }
  }

  private static func whole<Number: FixedWidthInteger>(_ data: [UInt8], _ type: Number.Type) -> [Number]? {
    let width = Number.bitWidth / 8
    guard data.count.isMultiple(of: width) else { return nil }
    return data.withUnsafeBytes { bytes in
      (0..<data.count / width).map {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * width, as: Number.self))
      }
    }
  }

  // MARK: Writing

  /// Appends the members of a column's values.
  static func write(_ values: ColumnValues, to out: inout [UInt8]) {
    switch values {
    case .number(let list): append(list.map(\.bitPattern), &out)
    case .integer(let list): append(list, &out)
    case .boolean(let list): append(list.map { $0.map { $0 ? UInt8(1) : 0 } ?? 255 }, &out)
    case .date(let list): append(list.map { $0.map { Int32(clamping: $0.days) } ?? .min }, &out)
    case .datetime(let list): append(list.map { $0?.microseconds ?? .min }, &out)
    case .category(let list), .ordered(let list): append(list.codes, &out)
    case .text(let list):
      append(list.map { $0.map { Int32(clamping: $0.utf8.count) } ?? -1 }, &out)
      var utf8: [UInt8] = []
      for case let text? in list { utf8.append(contentsOf: text.utf8) }
      out.appendMember("utf8", text: Base64.text(utf8))
    }
  }

  private static func append<Number: FixedWidthInteger>(_ numbers: [Number], _ out: inout [UInt8]) {
    let text = numbers.map(\.littleEndian).withUnsafeBytes { Base64.text($0) }
    out.appendMember("data", text: text)
  }
}
