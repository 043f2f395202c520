/// The name of a table or column in a foreign database, which may have bytes that are not UTF-8.
struct ForeignName {
  /// The bytes in the file.
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The name; of one that is not UTF-8 each byte beyond ASCII is written `\xE9`, so that no two names are shown alike.
  var text: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// The name quoted for SQL.
  var quoted: [UInt8] {
    let quote = UInt8(ascii: "\"")
    return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}
