/// A text between the tags of XML, where quotes stay as they are.
enum XMLContent {
  /// The text with `&`, `<` and `>` as entities.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { entity($0) != nil }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 32)
    for byte in text.utf8 {
      if let entity = entity(byte) { bytes.append(contentsOf: entity.utf8) } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func entity(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    default: nil
    }
  }
}
