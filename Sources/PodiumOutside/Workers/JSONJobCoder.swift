internal import FoundationEssentials
package import PodiumCore
internal import PodiumLearn

/// Encodes values of jobs as JSON; NaN and infinities are strings.
package struct JSONJobCoder: JobCoder {
  package init() {}

  package func bytes(of value: some Encodable) throws(Diagnostic) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do { return Array(try encoder.encode(value)) } catch {
      throw (error as? Diagnostic)
        ?? Diagnostic("bad-message", "a message to or from a worker cannot be written", cause: "\(error)")
    }
  }

  package func value<Value>(
    _ bytes: [UInt8], _ read: @escaping (any Decoder) throws -> Value
  ) throws(Diagnostic) -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try decoder.decode(Read<Value>.self, from: Data(bytes), configuration: read).value
    } catch {
      throw (error as? Diagnostic)
        ?? Diagnostic("bad-message", "a message to or from a worker cannot be read", cause: "\(error)")
    }
  }

  /// The value that a closure decodes.
  private struct Read<Value>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration: (any Decoder) throws -> Value) throws {
      value = try configuration(decoder)
    }
  }
}
