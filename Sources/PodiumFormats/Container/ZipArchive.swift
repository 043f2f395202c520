internal import PodiumCore

/// The files of a ZIP archive (PKWARE's APPNOTE), located by its directory; only requested files are decompressed.
///
/// Nothing is ever written, so its names cannot do harm. Stored and deflated files are read; sizes beyond 32
/// bits in single entries are supported, other methods and encryption are refused by name.
struct ZipArchive {
  /// A file as the directory describes it.
  struct Entry {
    var method: Int
    var isEncrypted: Bool
    var crc: UInt32
    var packed: Int
    var unpacked: Int
    var header: Int
  }

  let name: String
  private let bytes: [UInt8]
  private let limits: UnpackLimits
  private let cancellation: Cancellation
  private(set) var entries: [String: Entry] = [:]
  /// Total size of the files read so far.
  private var total = 0

  /// Maximum number of files in an archive that is a document.
  static let mostEntries = 10_000

  /// Reads the directory; throws `not-zip` and `damaged-file`.
  init(
    _ bytes: [UInt8], name: String, limits: UnpackLimits = UnpackLimits(), cancellation: Cancellation
  ) throws(Diagnostic) {
    self.bytes = bytes
    self.name = name
    self.limits = limits
    self.cancellation = cancellation
    guard bytes.starts(with: [0x50, 0x4B]) else {
      throw Diagnostic(
        "not-zip", "'\(name)' is not a ZIP archive, as a workbook must be", help: "check what kind of file it is")
    }
    guard let end = endOfDirectory else { throw damaged("it has no directory at its end") }
    let count = read(end + 10, 2)
    var place = read(end + 16, 4)
    guard count < 0xFFFF, place < 0xFFFF_FFFF, count <= ZipArchive.mostEntries else {
      throw Diagnostic(
        "too-large", "'\(name)' holds more than \(ZipArchive.mostEntries) files", help: "unpack it yourself")
    }
    for _ in 0..<count {
      guard place + 46 <= bytes.count, read(place, 4) == 0x0201_4B50 else { throw damaged("its directory is broken") }
      let nameLength = read(place + 28, 2)
      let extraLength = read(place + 30, 2)
      let next = place + 46 + nameLength + extraLength + read(place + 32, 2)
      guard next <= bytes.count else { throw damaged("its directory is broken") }
      var entry = Entry(
        method: read(place + 10, 2), isEncrypted: read(place + 8, 2) & 1 != 0,
        crc: UInt32(truncatingIfNeeded: read(place + 16, 4)), packed: read(place + 20, 4),
        unpacked: read(place + 24, 4), header: read(place + 42, 4))
      widen(&entry, place + 46 + nameLength, extraLength)
      let file = String(decoding: bytes[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self)
      if entries[file] == nil { entries[file] = entry }
      place = next
    }
  }

  private func damaged(_ what: String) -> Diagnostic {
    Diagnostic("damaged-file", "'\(name)' is damaged: \(what)", help: "download or copy it again")
  }

  /// A number of up to eight bytes, lowest first; 0 if there are too few, and the maximum if it does not fit.
  private func read(_ place: Int, _ count: Int) -> Int {
    guard place >= 0, place <= bytes.count - count else { return 0 }
    var value: UInt64 = 0
    for i in (0..<count).reversed() { value = value << 8 | UInt64(bytes[place + i]) }
    return Int(clamping: value)
  }

  private var endOfDirectory: Int? {
    var place = bytes.count - 22
    let last = max(0, bytes.count - 22 - 0xFFFF)
    while place >= last {
      if bytes[place] == 0x50, read(place, 4) == 0x0605_4B50, place + 22 + read(place + 20, 2) <= bytes.count {
        return place
      }
      place -= 1
    }
    return nil
  }

  /// Takes sizes from the extra field of large files if the entry has no room for them.
  private func widen(_ entry: inout Entry, _ start: Int, _ length: Int) {
    var place = start
    while place + 4 <= start + length {
      let size = read(place + 2, 2)
      if read(place, 2) == 1 {
        var field = place + 4
        let end = place + 4 + size
        func wide(_ value: Int) -> Int {
          guard value == 0xFFFF_FFFF, field + 8 <= end else { return value }
          defer { field += 8 }
          return read(field, 8)
        }
        entry.unpacked = wide(entry.unpacked)
        entry.packed = wide(entry.packed)
        entry.header = wide(entry.header)
        return
      }
      place += 4 + size
    }
  }

  /// The bytes of a file in the archive; nil if there is no such file.
  ///
  /// Throws `damaged-file`, `encrypted-file`, `unknown-compression` and `too-large`.
  mutating func bytes(of file: String) throws(Diagnostic) -> [UInt8]? {
    guard let entry = entries[file] else { return nil }
    let shown = SafeText.escape(file)
    if entry.isEncrypted {
      throw Diagnostic(
        "encrypted-file", "'\(shown)' in '\(name)' is encrypted", help: "save the file without a password")
    }
    let start = entry.header.addingReportingOverflow(30)
    guard !start.overflow, start.partialValue <= bytes.count, read(entry.header, 4) == 0x0403_4B50 else {
      throw damaged("'\(shown)' is not where its directory says")
    }
    let data = start.partialValue + read(entry.header + 26, 2) + read(entry.header + 28, 2)
    let end = data.addingReportingOverflow(entry.packed)
    guard !end.overflow, end.partialValue <= bytes.count else { throw damaged("'\(shown)' is cut off") }
    var out: [UInt8] = []
    switch entry.method {
    case 0: out = Array(bytes[data..<end.partialValue])
    case 8:
      let (before, limits, cancellation, size, name) = (total, self.limits, self.cancellation, bytes.count, self.name)
      let ending = try Zlib.load().inflate(bytes, from: data, to: end.partialValue, .raw) {
        piece throws(Diagnostic) in
        try cancellation.check()
        out.append(contentsOf: piece)
        try limits.check(unpacked: before + out.count, packed: size, name: name)
        return true
      }
      guard case .whole = ending else { throw damaged("'\(shown)' cannot be decompressed") }
    default:
      throw Diagnostic(
        "unknown-compression",
        "'\(shown)' in '\(name)' uses compression method \(entry.method), which is not supported",
        help: "save the file again in a spreadsheet program")
    }
    total += out.count
    guard out.count == entry.unpacked, try Zlib.load().crc32(out) == entry.crc else {
      throw damaged("'\(shown)' does not match its checksum")
    }
    return out
  }
}
