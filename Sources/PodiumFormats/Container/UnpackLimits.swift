internal import PodiumCore

/// The sizes beyond which decompression stops, so that a small file cannot exhaust memory.
struct UnpackLimits: Sendable {
  /// Maximum number of bytes from one file or archive.
  var bytes = 1 << 30
  /// Maximum ratio of decompressed to compressed size; real tables have three to thirty.
  var ratio = 200
  /// Up to this many bytes the ratio does not matter.
  var free = 64 << 20
  /// The help for a file with more bytes.
  var help = "unpack it yourself and load part of it"

  /// Throws `too-large` if this many bytes must not come from so few.
  func check(unpacked: Int, packed: Int, name: String) throws(Diagnostic) {
    if unpacked > bytes {
      throw Diagnostic(
        "too-large", "'\(name)' holds more than \(max(1, bytes >> 20)) MB when unpacked", help: help)
    }
    if unpacked > free, unpacked / max(packed, 1) >= ratio {
      throw Diagnostic(
        "too-large", "'\(name)' unpacks to more than \(ratio) times its size, which no table does",
        help: "unpack it yourself if you trust it")
    }
  }
}
