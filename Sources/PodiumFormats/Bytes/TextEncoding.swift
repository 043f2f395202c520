/// The encoding of a text file; the raw value is the name shown to the user.
public enum TextEncoding: String, Sendable, Hashable, Codable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// UTF-16, low byte first.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16, high byte first.
  case utf16BigEndian = "utf-16be"
  /// ISO 8859-1; the name used for `windows1252` if no byte distinguishes them.
  case latin1 = "latin-1"
  /// Windows code page 1252: Latin-1 with letters and quotes in 0x80 to 0x9F.
  case windows1252 = "windows-1252"
}
