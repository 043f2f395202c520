internal import FoundationEssentials
internal import PodiumCore
internal import PodiumLearn

/// What a worker is sent, a line each: bytes as `blob HASH BASE64`, a job as JSON.
enum WorkerRequest {
  case blob(hash: String, bytes: [UInt8])
  case order(WorkOrder)

  private static let mark = Array("blob ".utf8)

  /// The line with its line feed.
  ///
  /// Bytes go past the JSON encoder, which would look at every digit of them.
  func line() throws(Diagnostic) -> [UInt8] {
    switch self {
    case .order(let order): return try WorkerWire.line(order)
    case .blob(let hash, let bytes):
      return WorkerRequest.mark + Array(hash.utf8) + [0x20] + Array(Data(bytes).base64EncodedData()) + [0x0A]
    }
  }

  /// Reads a line; throws `bad-message`.
  init(_ line: [UInt8]) throws(Diagnostic) {
    guard line.starts(with: WorkerRequest.mark) else {
      self = .order(try WorkerWire.read(WorkOrder.self, line))
      return
    }
    let parts = line.dropFirst(WorkerRequest.mark.count).split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Data(base64Encoded: Data(parts[1])) else { throw WorkerWire.badLine }
    self = .blob(hash: String(decoding: parts[0], as: UTF8.self), bytes: Array(bytes))
  }
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

  static var badLine: Diagnostic { Diagnostic("bad-message", "a worker's line is not a message") }

  static func line(_ message: some Encodable) throws(Diagnostic) -> [UInt8] {
    do { return Array(try JSONEncoder().encode(message)) + [0x0A] } catch {
      throw Diagnostic("bad-message", "a message to or from a worker cannot be written", cause: "\(error)")
    }
  }

  static func read<Message: Decodable>(_ type: Message.Type, _ line: [UInt8]) throws(Diagnostic) -> Message {
    do { return try JSONDecoder().decode(type, from: Data(line)) } catch {
      throw badLine
    }
  }
}
