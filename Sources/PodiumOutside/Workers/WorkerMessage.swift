internal import FoundationEssentials
internal import PodiumCore
internal import PodiumLearn

/// What a worker is sent, a line of JSON each: bytes under their hash, or a job.
struct WorkerRequest: Codable {
  /// Bytes that jobs name by their hash.
  struct Blob: Codable {
    let hash: String
    let bytes: Data
  }

  var blob: Blob?
  var order: WorkOrder?
}

/// What a worker answers, a line of JSON each.
struct WorkerAnswer: Codable {
  /// The number of the protocol; only in the first line.
  var worker: Int?
  /// The version of podium; only in the first line.
  var version: String?
  /// That it is at work.
  var isAlive: Bool?
  /// What came of a job.
  var result: EvaluationResult?
  /// Why an order could not be carried out; another worker may.
  var failure: Diagnostic?
}

enum WorkerWire {
  /// The number of the protocol between podium and its workers, which are of the same version.
  static let version = 1
  /// The seconds between two signs of life.
  static let pulse = 1.0
  /// The seconds without one after which a worker counts as lost.
  static let silence = 30.0

  static func line(_ message: some Encodable) throws(Diagnostic) -> [UInt8] {
    do { return Array(try JSONEncoder().encode(message)) + [0x0A] } catch {
      throw Diagnostic("bad-message", "a message to or from a worker cannot be written", cause: "\(error)")
    }
  }

  static func read<Message: Decodable>(_ type: Message.Type, _ line: [UInt8]) throws(Diagnostic) -> Message {
    do { return try JSONDecoder().decode(type, from: Data(line)) } catch {
      throw Diagnostic("bad-message", "a worker's line is not a message")
    }
  }
}
