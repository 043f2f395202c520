internal import PodiumCore

/// The code of a buoy or station: five letters and digits (`44013`, `SANF1`), in upper case.
enum StationCode {
  static let allowed = "five letters and digits, as in 44013 or SANF1"

  /// The code in upper case; nil for any other text.
  static func read(_ text: some StringProtocol) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes.allSatisfy(isLetterOrDigit) else { return nil }
    return text.uppercased()
  }

  /// The code in a file name (`44013.txt`, `46097h2019.txt`, `46097h201908qc.txt`); nil for any other name.
  ///
  /// NDBC writes the code nowhere else.
  static func ofFile(_ name: String) -> String? {
    let stem = FilePath(name).name.prefix { $0 != "." }
    guard let code = read(stem.prefix(5)) else { return nil }
    let rest = stem.dropFirst(5).lowercased()
    if rest.isEmpty { return code }
    guard rest.first == "h" else { return nil }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let ending = rest.dropFirst(1 + digits.count)
    return (digits.count == 4 || digits.count == 6) && (ending.isEmpty || ending == "qc") ? code : nil
  }

  /// The typed code, or else that of the file.
  ///
  /// Throws `bad-value` for typed text that is not a code, `no-station` when neither gives one.
  static func find(_ typed: String?, file: String) throws(Diagnostic) -> String {
    if let typed {
      guard let code = read(typed) else { throw .badStation(typed) }
      return code
    }
    guard let code = ofFile(file) else {
      throw Diagnostic(
        "no-station", "the file name '\(file)' does not start with a station code",
        help: "set it, as in station=44013; NDBC files do not contain it")
    }
    return code
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A)
  }
}

extension Diagnostic {
  static func badStation(_ typed: String) -> Diagnostic {
    Diagnostic("bad-value", "'station' must be \(StationCode.allowed), not '\(typed)'")
  }
}
