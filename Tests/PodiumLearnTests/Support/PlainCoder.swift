import Foundation
import PodiumCore
import PodiumLearn

/// Values as JSON, as an executor of processes would write them.
struct PlainCoder: JobCoder {
  func bytes(of value: some Encodable) throws(Diagnostic) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return Array(try encoder.encode(value)) } catch { throw Diagnostic("bad-message", "\(error)") }
  }

  func value<Value>(
    _ bytes: [UInt8], _ read: @escaping (any Decoder) throws -> Value
  ) throws(Diagnostic) -> Value {
    do { return try JSONDecoder().decode(Read<Value>.self, from: Data(bytes), configuration: read).value } catch {
      throw Diagnostic("bad-message", "\(error)")
    }
  }

  private struct Read<Value>: DecodableWithConfiguration {
    let value: Value
    init(from decoder: any Decoder, configuration: (any Decoder) throws -> Value) throws {
      value = try configuration(decoder)
    }
  }
}
