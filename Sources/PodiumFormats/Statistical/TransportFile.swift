internal import PodiumCore

/// Where the tables of a SAS transport file are: records of 80 bytes, of which the first of each part are words.
///
/// ReadStat takes all that follows the first header for rows of one table, up to the last whole one.
struct TransportFile {
  struct Member {
    let name: String
    /// Its records, with its headers.
    let range: Range<Int>
    let rows: Int
    /// How many rows it has by its own word; files of version 5 have none.
    let declared: Int?
  }

  private static let record = 80
  private let bytes: [UInt8]
  private let name: String
  let members: [Member]

  init(_ bytes: [UInt8], name: String) {
    (self.bytes, self.name) = (bytes, name)
    let heads = TransportFile.heads(in: bytes)
    members = heads.indices.map { place in
      let end = place + 1 < heads.count ? heads[place + 1] : bytes.count
      return TransportFile.member(heads[place]..<end, in: bytes)
    }
  }

  private static func begins(_ bytes: [UInt8], at place: Int, with kind: String) -> Bool {
    let words = "HEADER RECORD*******" + kind
    return place + words.utf8.count <= bytes.count && bytes[place..<place + words.utf8.count].elementsEqual(words.utf8)
  }

  /// Where tables begin: a record of their kind and one of their description, which no row is.
  private static func heads(in bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count, by: record).filter { place in
      bytes[place] == UInt8(ascii: "H") && begins(bytes, at: place, with: "MEMB")
        && (begins(bytes, at: place + record, with: "DSCRPTR") || begins(bytes, at: place + record, with: "DSCPTV8"))
    }
  }

  private static func member(_ range: Range<Int>, in bytes: [UInt8]) -> Member {
    // The longer name of version 8 ends where version 5 has the next field.
    let isLong = begins(bytes, at: range.lowerBound, with: "MEMBV8")
    let start = min(range.lowerBound + 2 * record + 8, range.upperBound)
    let name = text(bytes[start..<min(start + (isLong ? 32 : 8), range.upperBound)])
    let head = stride(from: range.lowerBound, to: range.upperBound, by: record).first {
      bytes[$0] == UInt8(ascii: "H") && begins(bytes, at: $0, with: "OBS")
    }
    guard let head, head + record <= range.upperBound else {
      return Member(name: name, range: range, rows: range.upperBound, declared: nil)
    }
    let count = begins(bytes, at: head, with: "OBSV8") ? Int(text(bytes[head + 48..<head + 63])) : nil
    return Member(name: name, range: range, rows: head + record, declared: count)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\0" }.reversed())
  }

  /// The requested table, or the only one; nil for a file whose headers are not understood.
  ///
  /// Throws `unknown-table` and `several-tables`.
  func choose(_ wanted: String?) throws(Diagnostic) -> Member? {
    let names = members.map(\.name)
    if let wanted {
      guard let found = members.first(where: { $0.name.lowercased() == wanted.lowercased() }) else {
        throw Diagnostic.unknown("table", wanted, among: names)
      }
      return found
    }
    guard members.count > 1 else { return members.first }
    throw Diagnostic(
      "several-tables",
      "'\(name)' has \(members.count) tables: " + names.prefix(12).map { SafeText.escape($0) }.joined(separator: ", ")
        + (members.count > 12 ? ", …" : ""),
      help: "choose one: load \(CommandText.word(name)) table=\(CommandText.word(names[0]))")
  }

  /// A file with one of its tables.
  func bytes(of member: Member) -> [UInt8] {
    guard members.count > 1 else { return bytes }
    return Array(bytes[..<min(3 * TransportFile.record, bytes.count)]) + bytes[member.range]
  }

  /// Bytes of a row: each column is described by 140 bytes (136 on a VAX), the fifth and sixth of which are its own.
  private func width(of member: Member, columns: Int) -> Int {
    let size =
      Int(
        TransportFile.text(
          bytes[min(member.range.lowerBound + 74, member.rows)..<min(member.range.lowerBound + 78, member.rows)])) ?? 0
    let head = stride(from: member.range.lowerBound, to: member.rows, by: TransportFile.record).first {
      TransportFile.begins(bytes, at: $0, with: "NAM")
    }
    guard let head, (1...1000).contains(size) else { return 0 }
    let first = head + TransportFile.record
    return (0..<columns).reduce(0) { width, column in
      let place = first + column * size + 4
      return place + 1 < member.rows ? width + Int(bytes[place]) << 8 + Int(bytes[place + 1]) : width
    }
  }

  /// Throws `damaged-file` where a table of some columns ends within a row, or before its last row.
  func checkEnd(of member: Member, columns: Int) throws(Diagnostic) {
    let width = width(of: member, columns: columns)
    guard width > 0 else { return }
    let size = member.range.upperBound - member.rows
    // Blanks fill the last record, or a larger block.
    let rest = bytes[(member.range.upperBound - size % width)..<member.range.upperBound]
    let declared = MemoryLimits.bytes(member.declared ?? 0, each: width)
    guard rest.allSatisfy({ $0 == 0x20 || $0 == 0 }), declared <= size else {
      throw Diagnostic(
        "damaged-file",
        "'\(name)' is cut off after \((size / width).counted("row"))"
          + (member.declared.map { $0 > size / width ? " of \($0)" : "" } ?? ""),
        help: "copy or download it again")
    }
  }

  /// What the end of the file says about a table that can be read.
  var note: String? {
    bytes.count % TransportFile.record == 0
      ? nil : "the file does not end with a whole record of 80 bytes: rows at its end may be missing"
  }
}
