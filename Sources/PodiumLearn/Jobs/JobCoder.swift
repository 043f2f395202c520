public import PodiumCore

/// Writes values as bytes and reads them; an executor that runs jobs elsewhere brings one.
public protocol JobCoder: Sendable {
  /// A value as bytes; every finite number reads back as it was.
  func bytes(of value: some Encodable) throws(Diagnostic) -> [UInt8]
  /// A value that bytes hold; throws `bad-message` where the closure throws.
  func value<Value>(
    _ bytes: [UInt8], _ read: @escaping (any Decoder) throws -> Value
  ) throws(Diagnostic) -> Value
}
