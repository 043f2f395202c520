public import PodiumCore

/// The content of a transfer that a server compressed (RFC 9110, 8.4.1.3).
public enum PackedTransfer {
  /// Decompresses the bytes from an address, up to a limit.
  ///
  /// Throws `damaged-file` for data that are cut off, broken or not gzip, `too-large` beyond the limit or for bytes
  /// that expand more than any table would, `missing-library` and `interrupted`.
  @Sendable public static func unpack(
    _ bytes: [UInt8], from address: String, limit: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> [UInt8] {
    if bytes.isEmpty { return bytes }
    guard Gzip.isPacked(bytes) else {
      throw Diagnostic(
        "damaged-file", "the content of '\(address)' cannot be decompressed",
        help: "load it again; if that fails, the server is at fault")
    }
    var limits = UnpackLimits()
    limits.bytes = max(0, limit)
    limits.help = "raise the limit with set fetch-limit=MB, up to 4096, or download the file and load part of it"
    return try Gzip.members(bytes, name: address, limits: limits, cancellation: cancellation)
  }
}
