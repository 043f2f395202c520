/// Numbers as instruments write them: a sign, digits and a decimal point, nothing else.
public enum InstrumentNumber {
  /// The number, or nil: no words (`nan`, `inf`), no hexadecimal digits, no exponent, no more than 24 characters.
  public static func read(_ text: some StringProtocol) -> Double? {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= 24 else { return nil }
    guard bytes.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B }) else {
      // Pages write a true minus sign.
      return text.hasPrefix("−") ? read("-" + text.dropFirst()) : nil
    }
    return Double(String(text)).flatMap { $0.isFinite ? $0 : nil }
  }
}
