public import PodiumCore

/// The content of a transfer that a server packed for the way (RFC 9110, 8.4.1.3).
public enum PackedTransfer {
  /// Unpacks the bytes that came from an address, up to so many.
  ///
  /// Throws `damaged-file` for what is cut off, broken or not packed by gzip, `too-large` beyond the limit or for bytes
  /// that grow more than a table does, `missing-library` and `interrupted`.
  @Sendable public static func unpack(
    _ bytes: [UInt8], from address: String, limit: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> [UInt8] {
    if bytes.isEmpty { return bytes }
    guard Gzip.isPacked(bytes) else {
      throw Diagnostic(
        "damaged-file", "what '\(address)' sends cannot be unpacked", help: "load it again; else its server is wrong")
    }
    var limits = UnpackLimits()
    limits.bytes = max(0, limit)
    limits.help = "set fetch-limit=MB allows more, up to 4096; else download it and load a part"
    return try Gzip.members(bytes, name: address, limits: limits, cancellation: cancellation)
  }
}
