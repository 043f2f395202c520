/// The offsets of a time zone from UTC, read from a file of the IANA database (TZif, RFC 9636).
///
/// Moments after the last listed change follow the rule in the file's footer (`CET-1CEST,M3.5.0,M10.5.0/3`).
public struct ZoneRules: Sendable, Equatable {
  /// The moments of changes in seconds since 1970, increasing.
  private let changes: [Int]
  /// The offset in seconds from each change on.
  private let offsets: [Int]
  /// The offset before the first change.
  private let first: Int
  private let rule: ZoneRule?
  /// The file.
  let bytes: [UInt8]

  /// The largest file that is read; the largest of the database has 4 KB.
  public static let sizeLimit = 1 << 20

  /// Reads the bytes of a file.
  ///
  /// Throws `bad-zone` for anything but a complete TZif file of version 1 to 4.
  public init(_ bytes: [UInt8]) throws(Diagnostic) {
    self.bytes = bytes
    var reader = ZoneReader(bytes)
    var block = try reader.block(wide: false)
    if block.version >= 2 {
      block = try reader.block(wide: true)
      rule = try reader.footer()
    } else {
      rule = nil
    }
    changes = block.changes
    offsets = block.offsets
    first = block.first
  }

  /// The seconds that local time is ahead of UTC at a moment.
  public func offset(at moment: Moment) -> Int {
    let seconds = moment.microseconds.flooredQuotient(by: 1_000_000)
    let low = changes.partitioningIndex { $0 > seconds }
    if low == changes.count, let rule { return rule.offset(at: seconds) }
    return low == 0 ? first : offsets[low - 1]
  }
}

/// What a TZif block holds.
private struct ZoneBlock {
  var version: Int
  var changes: [Int]
  var offsets: [Int]
  var first: Int
}

/// Reads a TZif file from its start.
private struct ZoneReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static func bad(_ why: String) -> Diagnostic {
    Diagnostic("bad-zone", "the zone file cannot be read: \(why)", help: "install the Debian package tzdata again")
  }

  private mutating func take(_ count: Int) throws(Diagnostic) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else { throw ZoneReader.bad("it is cut off") }
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// A big-endian signed number of 4 or 8 bytes.
  private mutating func number(wide: Bool) throws(Diagnostic) -> Int {
    let value = try take(wide ? 8 : 4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return wide ? Int(Int64(bitPattern: value)) : Int(Int32(truncatingIfNeeded: value))
  }

  mutating func block(wide: Bool) throws(Diagnostic) -> ZoneBlock {
    guard Array(try take(4)) == Array("TZif".utf8) else { throw ZoneReader.bad("it does not begin with TZif") }
    let mark = try take(16).first ?? 0
    // Version 1 has a zero byte in place of a digit.
    let version = mark == 0 ? 1 : Int(mark) - 0x30
    guard (1...9).contains(version) else { throw ZoneReader.bad("its version is unknown") }
    var counts: [Int] = []
    for _ in 0..<6 { counts.append(try number(wide: false)) }
    guard counts.allSatisfy({ (0...1_000_000).contains($0) }) else { throw ZoneReader.bad("a count is out of range") }
    let (utc, standard, leaps, times, types, names) =
      (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
    var changes: [Int] = []
    for _ in 0..<times { changes.append(try number(wide: wide)) }
    let indexes = Array(try take(times))
    var offsets: [Int] = []
    for _ in 0..<types {
      offsets.append(try number(wide: false))
      _ = try take(2)
    }
    _ = try take(names + leaps * ((wide ? 8 : 4) + 4) + standard + utc)
    guard let first = offsets.first, indexes.allSatisfy({ Int($0) < offsets.count }),
      zip(changes, changes.dropFirst()).allSatisfy(<), offsets.allSatisfy({ abs($0) <= 93_600 })
    else { throw ZoneReader.bad("its tables do not match") }
    return ZoneBlock(version: version, changes: changes, offsets: indexes.map { offsets[Int($0)] }, first: first)
  }

  /// The rule between two line feeds; nil where it is empty.
  mutating func footer() throws(Diagnostic) -> ZoneRule? {
    guard try take(1).first == 0x0A, let end = bytes[place...].firstIndex(of: 0x0A) else {
      throw ZoneReader.bad("its footer is missing")
    }
    if end == place { return nil }
    guard let rule = ZoneRule(String(decoding: bytes[place..<end], as: UTF8.self)) else {
      throw ZoneReader.bad("its footer is not a valid rule")
    }
    return rule
  }
}

extension Int {
  /// The quotient rounded down, whatever the sign.
  public func flooredQuotient(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
