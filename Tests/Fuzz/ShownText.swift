/// What may reach a terminal.
enum ShownText {
  /// Whether a terminal shows a character and does nothing else with it.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x09: true
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x2028, 0x2029: false
    default: true
    }
  }

  static func isHarmless(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isHarmless) }
}
