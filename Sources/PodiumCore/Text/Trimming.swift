extension StringProtocol {
  /// Without white space and byte order marks at both ends.
  public var trimmed: String {
    let text = String(self)
    // Most cells have a sign of ASCII at both ends, which cannot be white space, whatever is beside it.
    if let first = text.utf8.first, let last = text.utf8.last, (0x21...0x7E).contains(first),
      (0x21...0x7E).contains(last)
    {
      return text
    }
    return text.trimming { $0.isWhitespace || $0 == "\u{FEFF}" }
  }

  /// Without some characters at both ends.
  public func trimming(where isBlank: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
