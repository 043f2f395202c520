internal import FoundationEssentials

/// Values as JSON with sorted keys, with NaN and infinities as texts: what workspaces, workers and clusters keep.
package enum SortedJSON {
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return Array(try encoder.encode(value))
  }

  /// The value that a closure decodes.
  package static func value<Value>(
    _ bytes: [UInt8], _ read: @escaping (any Decoder) throws -> Value
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Read<Value>.self, from: Data(bytes), configuration: read).value
  }

  private struct Read<Value>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration: (any Decoder) throws -> Value) throws {
      value = try configuration(decoder)
    }
  }
}
