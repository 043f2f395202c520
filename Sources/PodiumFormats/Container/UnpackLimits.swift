internal import PodiumCore

/// The sizes beyond which unpacking stops, so that a small file cannot fill the memory.
struct UnpackLimits: Sendable {
  /// The most bytes that come out of one file or archive.
  var bytes = 1 << 30
  /// The most times its own size a file may grow; real tables grow three to thirty times.
  var ratio = 200
  /// Up to so many bytes the ratio does not matter.
  var free = 64 << 20
  /// What may be done about a file that holds more bytes.
  var help = "unpack it outside and load a part of it"

  /// Throws `too-large` when so many bytes may not come out of so few.
  func check(unpacked: Int, packed: Int, name: String) throws(Diagnostic) {
    if unpacked > bytes {
      throw Diagnostic(
        "too-large", "'\(name)' holds more than \(max(1, bytes >> 20)) MB when unpacked", help: help)
    }
    if unpacked > free, unpacked / max(packed, 1) >= ratio {
      throw Diagnostic(
        "too-large", "'\(name)' grows to more than \(ratio) times its size when unpacked, which no table does",
        help: "unpack it outside if you trust it")
    }
  }
}
