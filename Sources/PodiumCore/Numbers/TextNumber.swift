/// Numbers in text, as people write them.
public enum TextNumber {
  /// A decimal number with a point or a comma, U+2212 or - as its sign, blanks around it; nil for any other text.
  public static func value(_ text: String) -> Double? {
    var bytes: [UInt8] = []
    var marks = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{2212}": bytes.append(UInt8(ascii: "-"))
      case ",", ".":
        marks += 1
        bytes.append(UInt8(ascii: "."))
      case "0"..."9", "+", "-", "e", "E": bytes.append(UInt8(scalar.value))
      case " ", "\t", "\u{A0}", "\u{202F}": bytes.append(UInt8(ascii: " "))
      default: return nil
      }
    }
    guard marks <= 1, bytes.count <= 400 else { return nil }
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }
}
