internal import PodiumCore
internal import PodiumPlugin

/// Files compressed by gzip (RFC 1952).
enum Gzip {
  /// Whether bytes begin like a gzip file.
  static func isPacked(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  /// Whether a file's name says that it is compressed.
  static func isNamed(_ file: String) -> Bool { FilePath(file).ending == "gz" }

  /// The bytes of a file, decompressed if necessary.
  ///
  /// Throws `not-gzip` for a `.gz` file that is something else, `damaged-file` for one that is cut off or broken,
  /// `nested-archive` for gzip in gzip, and `too-large` beyond the limits.
  static func unpacked(
    _ bytes: [UInt8], name: String, limits: UnpackLimits = UnpackLimits(),
    cancellation: Cancellation,
    budget: ReadBudget? = nil
  ) throws(Diagnostic) -> [UInt8] {
    guard isPacked(bytes) else {
      if !isNamed(name) { return bytes }
      throw notGzip(name)
    }
    let unpacked = try members(
      bytes, name: name, limits: limits, cancellation: cancellation, budget: budget)
    budget?.free(bytes.count)
    if isPacked(unpacked) {
      throw Diagnostic(
        "nested-archive", "'\(name)' is a gzip file inside a gzip file", help: "unpack it with gunzip first")
    }
    return unpacked
  }

  private static func notGzip(_ name: String) -> Diagnostic {
    Diagnostic(
      "not-gzip", "'\(name)' is named .gz but is not a gzip file",
      help: "rename it, or download it again")
  }

  /// At most so many of the first bytes, given the first bytes of the file; fewer where those end or are damaged.
  ///
  /// Throws `not-gzip` and `missing-library`.
  static func start(_ bytes: [UInt8], count: Int, name: String) throws(Diagnostic) -> [UInt8] {
    guard isPacked(bytes) else {
      if isNamed(name) { throw notGzip(name) }
      return Array(bytes.prefix(count))
    }
    var unpacked: [UInt8] = []
    _ = try Zlib.load().inflate(bytes, from: 0, to: bytes.count, .gzip) {
      piece throws(Diagnostic) in
      unpacked.append(contentsOf: piece.prefix(count - unpacked.count))
      return unpacked.count < count
    }
    return unpacked
  }

  /// The size that the last bytes of a file give for its content, if so many bytes can hold that much (deflate packs
  /// at most 1032 to one).
  private static func announced(_ bytes: [UInt8]) -> Int {
    let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return size <= bytes.count * 1032 ? size : 0
  }

  /// The contents of a file's members, concatenated; throws `damaged-file` and `too-large`.
  static func members(
    _ bytes: [UInt8], name: String, limits: UnpackLimits, cancellation: Cancellation,
    budget: ReadBudget? = nil
  ) throws(Diagnostic) -> [UInt8] {
    let zlib = try Zlib.load()
    var unpacked: [UInt8] = []
    // An array that grows piece by piece takes up to twice its size.
    unpacked.reserveCapacity(
      min(announced(bytes), limits.bytes, max(limits.free, bytes.count * limits.ratio)))
    var place = 0
    // A file may have several members in sequence; a tape's padding of zeros may follow.
    while place < bytes.count {
      if place > 0, bytes[place] == 0, bytes[place...].allSatisfy({ $0 == 0 }) { break }
      let ending = try zlib.inflate(bytes, from: place, to: bytes.count, .gzip) { piece throws(Diagnostic) in
        try cancellation.check()
        try budget?.use(piece.count)
        unpacked.append(contentsOf: piece)
        try limits.check(unpacked: unpacked.count, packed: bytes.count, name: name)
        return true
      }
      switch ending {
      case .whole(let rest): place = rest
      case .cutOff:
        throw Diagnostic(
          "damaged-file", "'\(name)' is cut off: it ends in the middle of its compressed data",
          help: "download or copy it again")
      case .damaged(let why):
        throw Diagnostic(
          "damaged-file", "'\(name)' is damaged after byte \(place)", help: "download or copy it again", cause: why)
      case .stopped: break
      }
    }
    return unpacked
  }
}
