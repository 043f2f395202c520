package import PodiumCore

/// Compressed texts that the system keeps itself, such as the changelog of an installed package.
package enum SystemText {
  /// The bytes of a gzip file, decompressed within the limits of a loaded file.
  ///
  /// Throws `not-gzip`, `damaged-file`, `nested-archive` and `too-large`.
  package static func unpacked(_ bytes: [UInt8], name: String) throws(Diagnostic) -> [UInt8] {
    try Gzip.unpacked(bytes, name: name, cancellation: Cancellation())
  }
}
