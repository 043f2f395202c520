extension StringProtocol {
  /// Without white space and byte order marks at both ends.
  public var trimmed: String { trimming { $0.isWhitespace || $0 == "\u{FEFF}" } }

  /// Without some characters at both ends.
  public func trimming(where isBlank: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
