public import PodiumCore

/// JSON of a file, and what its values say.
public enum SurfJSON {
  /// The value of a file of some kinds, which may begin with a byte order mark.
  ///
  /// Throws `other-format` for a file of another product or without JSON, `no-rows` for an empty file and `malformed-json`.
  public static func value(
    _ bytes: [UInt8], name: String, of kinds: Set<SurfFileKind>, wanted: String
  ) throws(Diagnostic) -> JSONValue {
    let content = bytes[SurfText.start(of: bytes)...]
    guard let first = content.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) else {
      throw Diagnostic("no-rows", "'\(name)' is empty", help: "download it again")
    }
    try SurfFileKind.require(kinds, bytes, name: name, wanted: wanted)
    guard first == 0x7B || first == 0x5B else { throw SurfFileKind.unknown(name, wanted: wanted) }
    return try JSONReader.value(content, file: name)
  }
}

extension JSONValue {
  /// A text without spaces at its ends; nil for an empty one.
  public var words: String? {
    guard let text = string?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// A number, also one in a text (`"-0.71"`); nil for all else.
  public var measure: Double? {
    if let text = string { return InstrumentNumber.read(text.trimmed) }
    return number
  }

  /// The members by key; of equal keys the last counts.
  public var dictionary: [String: JSONValue] {
    Dictionary(members ?? [], uniquingKeysWith: { _, last in last })
  }

  /// A moment in whole seconds since 1970, up to the year 9999.
  public var epoch: Moment? {
    guard let seconds = integer, (0...253_402_300_799).contains(seconds) else { return nil }
    return Moment(microseconds: seconds * 1_000_000)
  }
}

extension Coordinate {
  /// A place from two numbers, or nil: where either is missing, and for a place that does not exist.
  init?(_ latitude: JSONValue?, _ longitude: JSONValue?) {
    guard let latitude = latitude?.measure, let longitude = longitude?.measure else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}
