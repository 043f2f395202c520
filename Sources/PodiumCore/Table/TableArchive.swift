/// A table as bytes and back: every type, role, level order and missing value, column by column.
///
/// The bytes: `podium-t`, the version, the counts of rows and columns, each column with its name, role, type and
/// values, and a sum over all of it. Whole numbers, days, moments and codes take 1, 2, 4 or 8 bytes each, as their
/// range needs; 0 stands for missing. The same table gives the same bytes on every machine. Version 2 has the period of each
/// column after its type, 0 where it is not circular; tables without circular columns are written in version 1. Version 3
/// has, after the period, what each column was made from: 0 for nothing, else 1, or 2 where other rows counted, and the
/// names; tables without such columns are written in version 1 or 2. Version 4 is version 3 with −1 for durations and −2 for
/// times of day in place of a period, and with 3 and 4 in place of 1 and 2 where the names of the columns that chose the rows
/// follow. Version 5 is version 4 with −3 for moments that show the clock of a zone, after which its name and rules follow.
public enum TableArchive {
  static let magic = Array("podium-t".utf8)
  static let version: UInt8 = 5
  static let types: [ColumnType] = [.number, .integer, .category, .ordered, .text, .boolean, .date, .datetime]
  static let roles: [Role] = [.target, .feature, .group, .time, .id, .ignored]

  /// The sum at the end.
  public enum Sum: Sendable {
    /// Byte by byte, as in all that is kept.
    case bytes
    /// Over words of 64 bits, eight times as fast, for what processes of one podium send each other.
    case words

    func callAsFunction(_ bytes: [UInt8], in part: Range<Int>) -> UInt64 {
      switch self {
      case .bytes: FNV.sum(bytes[part])
      case .words: FNV.ofWords(bytes, in: part)
      }
    }
  }

  /// The table as bytes.
  public static func bytes(of table: Table, sum: Sum = .bytes) -> [UInt8] {
    var writer = ArchiveWriter()
    let hasZones = table.columns.contains { $0.zone != nil }
    let isNamed = hasZones || table.columns.contains { $0.scale?.name != nil || $0.origin?.chosenBy.isEmpty == false }
    let hasScales = table.columns.contains { $0.scale != nil }
    let hasOrigins = isNamed || table.columns.contains { $0.origin != nil }
    writer.bytes = magic + [hasZones ? 5 : isNamed ? 4 : hasOrigins ? 3 : hasScales ? 2 : 1]
    writer.put(count: table.rowCount)
    writer.put(count: table.columns.count)
    for column in table.columns {
      writer.put(text: column.name)
      writer.bytes.append(UInt8(clamping: roles.firstIndex(of: column.role) ?? 0))
      writer.bytes.append(UInt8(clamping: types.firstIndex(of: column.type) ?? 0))
      if hasScales || hasOrigins { writer.put(word: (column.scale?.code ?? 0).bitPattern) }
      if let zone = column.zone { writer.put(zone) }
      if hasOrigins { writer.put(column.origin) }
      writer.put(column.values)
    }
    writer.put(word: sum(writer.bytes, in: writer.bytes.indices))
    return writer.bytes
  }

  /// The table that bytes hold, or a part of them.
  ///
  /// Throws `damaged-table` for bytes that no table was written as, `newer-table` for those of a newer podium.
  public static func table(
    _ bytes: [UInt8], in part: Range<Int>? = nil, sum: Sum = .bytes
  ) throws(Diagnostic) -> Table {
    let part = part ?? bytes.indices
    let start = part.lowerBound + magic.count
    guard part.count >= magic.count + 9, bytes[part].starts(with: magic) else {
      throw damaged("the header is missing")
    }
    let found = bytes[start]
    guard (1...version).contains(found) else {
      throw Diagnostic(
        "newer-table", "the table has format \(found), but this version of podium reads format \(version)",
        help: "update podium")
    }
    let body = part.upperBound - 8
    var end = ArchiveReader(bytes: bytes, place: body, end: part.upperBound)
    guard try end.word() == sum(bytes, in: part.lowerBound..<body) else { throw damaged("the checksum does not match") }
    var reader = ArchiveReader(bytes: bytes, place: start + 1, end: body)
    let rows = try reader.count()
    var columns: [Column] = []
    for _ in 0..<(try reader.count(atMost: body)) {
      let name = try reader.text()
      let role = Int(try reader.byte())
      let type = Int(try reader.byte())
      guard roles.indices.contains(role), types.indices.contains(type) else {
        throw damaged("the type of a column is unknown")
      }
      let code = found < 2 ? 0 : Double(bitPattern: try reader.word())
      let isZoned = found > 4 && code == NumberScale.zoneCode
      let scale = isZoned ? .zone(try reader.zone()) : NumberScale(code: code)
      guard scale != nil || code == 0, scale?.suits(types[type]) != false, scale?.name == nil || found > 3 else {
        throw damaged("the period of a column is invalid")
      }
      let origin = found < 3 ? nil : try reader.origin(withChoosers: found > 3)
      columns.append(
        Column(name, try reader.values(types[type], rows), role: roles[role], scale: scale, origin: origin))
    }
    guard reader.place == body else { throw damaged("there is data after the last column") }
    do throws(Diagnostic) { return try Table(columns, rowCount: rows) } catch { throw damaged(error.message) }
  }

  static func damaged(_ why: String) -> Diagnostic {
    Diagnostic("damaged-table", "the bytes of the table are damaged: \(why)")
  }
}

/// A growing buffer.
struct ArchiveWriter {
  var bytes: [UInt8] = []

  /// Seven bits per byte, lowest first; a set high bit says that more follow.
  mutating func put(count: Int) {
    var rest = UInt64(clamping: count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func put(text: String) {
    put(count: text.utf8.count)
    bytes += text.utf8
  }

  mutating func put(word: UInt64, width: Int = 8) {
    for shift in 0..<width { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))) }
  }

  mutating func put(_ zone: Zone) {
    put(text: zone.name)
    put(count: zone.bytes.count)
    bytes += zone.bytes
  }

  mutating func put(_ origin: ColumnOrigin?) {
    bytes.append(origin.map { ($0.usesOtherRows ? 2 : 1) + ($0.chosenBy.isEmpty ? 0 : 2) } ?? 0)
    guard let origin else { return }
    for names in [origin.columns] + (origin.chosenBy.isEmpty ? [] : [origin.chosenBy]) {
      put(count: names.count)
      for name in names { put(text: name) }
    }
  }

  mutating func put(_ values: ColumnValues) {
    switch values {
    case .number(let x): put(numbers: x)
    case .integer(let x): put(whole: x.map { $0 == ColumnValues.missingInteger ? nil : $0 })
    case .category(let x), .ordered(let x):
      put(count: x.levels.count)
      for level in x.levels { put(text: level) }
      put(whole: x.codes.map { $0 < 0 ? nil : Int($0) })
    case .text(let x):
      for text in x {
        guard let text else {
          put(count: 0)
          continue
        }
        put(count: text.utf8.count + 1)
        bytes += text.utf8
      }
    case .boolean(let x):
      var packed: UInt8 = 0
      for (row, value) in x.enumerated() {
        packed |= (value.map { $0 ? 2 : 1 } ?? 0) << UInt8(2 * (row & 3))
        if row & 3 == 3 || row == x.count - 1 {
          bytes.append(packed)
          packed = 0
        }
      }
    case .date(let x): put(whole: x.map { $0?.days })
    case .datetime(let x): put(whole: x.map { $0?.microseconds })
    }
  }

  /// Numbers that are all whole and small are written as such, the rest as their bits.
  private mutating func put(numbers: [Double]) {
    let limit = 1 << 31
    let whole = numbers.map { Int(exactly: $0) }
    let fits = zip(numbers, whole).allSatisfy { x, i in
      x.isNaN || i.map { $0.magnitude < limit && (x != 0 || x.sign == .plus) } ?? false
    }
    bytes.append(fits ? 1 : 0)
    if fits { return put(whole: whole) }
    for x in numbers { put(word: x.isNaN ? Double.nan.bitPattern : x.bitPattern) }
  }

  /// The width, the least value, and for each row its distance from that plus 1, or 0 when it is missing.
  private mutating func put(whole: [Int?]) {
    let present = whole.compactMap(\.self)
    let least = present.min() ?? 0
    let span = UInt64(bitPattern: Int64((present.max() ?? 0) &- least))
    let width = span < 0xFF ? 1 : span < 0xFFFF ? 2 : span < 0xFFFF_FFFF ? 4 : 8
    bytes.append(UInt8(width))
    put(word: UInt64(bitPattern: Int64(least)))
    for value in whole {
      // With 8 bytes the whole range is in use: the value itself is written, and Int.min for missing.
      let code = width == 8 ? value ?? Int.min : value.map { $0 &- least &+ 1 } ?? 0
      put(word: UInt64(bitPattern: Int64(code)), width: width)
    }
  }
}

/// A reader that checks every step.
struct ArchiveReader {
  let bytes: [UInt8]
  var place: Int
  let end: Int

  mutating func byte() throws(Diagnostic) -> UInt8 {
    guard place < end else { throw TableArchive.damaged("they end too early") }
    place += 1
    return bytes[place - 1]
  }

  mutating func word(width: Int = 8) throws(Diagnostic) -> UInt64 {
    guard width <= end - place else { throw TableArchive.damaged("they end too early") }
    var word: UInt64 = 0
    for shift in 0..<width { word |= UInt64(bytes[place + shift]) << UInt64(8 * shift) }
    place += width
    return word
  }

  mutating func count(atMost limit: Int = .max) throws(Diagnostic) -> Int {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      let next = try byte()
      value |= UInt64(next & 0x7F) << UInt64(shift)
      if next & 0x80 == 0 {
        guard let count = Int(exactly: value), count <= limit else { break }
        return count
      }
    }
    throw TableArchive.damaged("a count is too large")
  }

  mutating func text() throws(Diagnostic) -> String { try text(try count()) }

  mutating func zone() throws(Diagnostic) -> Zone {
    let name = try text()
    let count = try count(atMost: min(end - place, ZoneRules.sizeLimit))
    defer { place += count }
    do throws(Diagnostic) { return try Zone(name, bytes: Array(bytes[place..<(place + count)])) } catch {
      throw TableArchive.damaged("the zone of a column is unknown")
    }
  }

  mutating func origin(withChoosers: Bool) throws(Diagnostic) -> ColumnOrigin? {
    let kind = try byte()
    guard kind <= (withChoosers ? 4 : 2) else { throw TableArchive.damaged("the origin of a column is unknown") }
    if kind == 0 { return nil }
    let names = try names()
    return ColumnOrigin(names, chosenBy: kind > 2 ? try self.names() : [], usesOtherRows: kind.isMultiple(of: 2))
  }

  private mutating func names() throws(Diagnostic) -> [String] {
    var names: [String] = []
    for _ in 0..<(try count(atMost: end - place)) { names.append(try text()) }
    return names
  }

  private mutating func text(_ count: Int) throws(Diagnostic) -> String {
    guard count <= end - place else { throw TableArchive.damaged("they end too early") }
    guard let text = String(validating: bytes[place..<(place + count)], as: UTF8.self) else {
      throw TableArchive.damaged("a text cell is not UTF-8")
    }
    place += count
    return text
  }

  mutating func values(_ type: ColumnType, _ rows: Int) throws(Diagnostic) -> ColumnValues {
    // Every value takes at least two bits: no memory is allocated for more values than the bytes can hold.
    guard rows / 4 <= end - place else { throw TableArchive.damaged("they end too early") }
    switch type {
    case .number: return .number(try numbers(rows))
    case .integer: return .integer(try whole(rows).map { $0 ?? ColumnValues.missingInteger })
    case .category: return .category(try categorical(rows))
    case .ordered: return .ordered(try categorical(rows))
    case .text:
      var out: [String?] = []
      for _ in 0..<rows {
        let count = try count()
        out.append(count == 0 ? nil : try text(count - 1))
      }
      return .text(out)
    case .boolean:
      var out: [Bool?] = []
      var packed: UInt8 = 0
      for row in 0..<rows {
        if row & 3 == 0 { packed = try byte() }
        let bits = packed >> UInt8(2 * (row & 3)) & 3
        guard bits < 3 else { throw TableArchive.damaged("a boolean is neither true nor false") }
        out.append(bits == 0 ? nil : bits == 2)
      }
      return .boolean(out)
    case .date: return .date(try whole(rows).map { $0.map(CalendarDate.init(days:)) })
    case .datetime: return .datetime(try whole(rows).map { $0.map(Moment.init(microseconds:)) })
    }
  }

  private mutating func numbers(_ rows: Int) throws(Diagnostic) -> [Double] {
    switch try byte() {
    case 0:
      guard rows <= (end - place) / 8 else { throw TableArchive.damaged("they end too early") }
      defer { place += 8 * rows }
      return bytes.withUnsafeBytes { bytes in
        [Double](unsafeUninitializedCapacity: rows) { memory, count in
          for row in 0..<rows {
            let word = bytes.loadUnaligned(fromByteOffset: place + 8 * row, as: UInt64.self)
            memory[row] = Double(bitPattern: UInt64(littleEndian: word))
          }
          count = rows
        }
      }
    case 1: return try whole(rows).map { $0.map(Double.init) ?? .nan }
    default: throw TableArchive.damaged("the encoding of the numbers is unknown")
    }
  }

  private mutating func whole(_ rows: Int) throws(Diagnostic) -> [Int?] {
    let width = Int(try byte())
    guard [1, 2, 4, 8].contains(width), rows <= (end - place) / width else {
      throw TableArchive.damaged("they end too early")
    }
    let least = Int(Int64(bitPattern: try word()))
    var out: [Int?] = []
    out.reserveCapacity(rows)
    for _ in 0..<rows {
      let code = Int(Int64(bitPattern: try word(width: width)))
      if width == 8 {
        out.append(code == Int.min ? nil : code)
      } else {
        let (value, isBeyond) = least.addingReportingOverflow(code - 1)
        guard !isBeyond else { throw TableArchive.damaged("a number does not fit into 64 bits") }
        out.append(code == 0 ? nil : value)
      }
    }
    return out
  }

  private mutating func categorical(_ rows: Int) throws(Diagnostic) -> Categorical {
    let count = try count(atMost: min(end - place, Int(Int32.max)))
    var levels: [String] = []
    for _ in 0..<count { levels.append(try text()) }
    guard Set(levels.map { Array($0.utf8) }).count == count else {
      throw TableArchive.damaged("a category is listed twice")
    }
    var codes: [Int32] = []
    for code in try whole(rows) {
      guard let code else {
        codes.append(-1)
        continue
      }
      guard code >= 0, code < count else { throw TableArchive.damaged("a category is not in the list") }
      codes.append(Int32(clamping: code))
    }
    return Categorical(levels: levels, codes: codes)
  }
}
