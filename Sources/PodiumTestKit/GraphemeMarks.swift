/// Scalars that join with the character beside them, or part from it, in every way that Unicode knows.
public enum GraphemeMarks {
  /// One text a scalar: at least one of each grapheme-break class, all of the class Prepend, and marks that compose.
  public static let all: [String] = scalars.compactMap { Unicode.Scalar($0).map { String(Character($0)) } }

  /// Those that a name in a confined folder may hold: no control characters.
  public static let printable: [String] = all.filter { mark in
    mark.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  /// Whether a mark is of the class Prepend, which has most of them.
  public static func isPrepend(_ mark: String) -> Bool { mark.unicodeScalars.contains { prepend.contains($0.value) } }

  private static let scalars: [UInt32] =
    // CR, LF and Control; ZWJ, Regional_Indicator, SpacingMark; L, V, T, LV and LVT; Extended_Pictographic and Other.
    [0x0D, 0x0A, 0x01, 0x85, 0x200D, 0x1F1E6, 0x0903, 0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0x1F600, 0x78, 0xE9]
    // Extend; some compose with a letter, U+0338 with a sign.
    + [0x0300, 0x0301, 0x0302, 0x0338, 0x094D, 0x20DD, 0xFE0F, 0x1F3FB, 0xE0020]
    + prepend

  private static let prepend: [UInt32] =
    [0x0600, 0x0601, 0x0602, 0x0603, 0x0604, 0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x0D4E]
    + [0x110BD, 0x110CD, 0x111C2, 0x111C3, 0x113D1, 0x1193F, 0x11941, 0x11A3A, 0x11A84, 0x11A85, 0x11A86, 0x11A87]
    + [0x11A88, 0x11A89, 0x11D46, 0x11F02]
}
