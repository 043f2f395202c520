internal import PodiumCore
internal import PodiumLearn
internal import PodiumWire

/// A message to a worker, one line each: bytes as `blob HASH BASE64`, a job as JSON.
enum WorkerRequest {
  case blob(hash: String, bytes: [UInt8])
  case order(WorkOrder)

  /// The line with its line feed.
  ///
  /// Bytes bypass the JSON encoder, which would inspect every digit of them.
  func line() throws(Diagnostic) -> [UInt8] {
    switch self {
    case .order(let order): try JSONJobCoder().bytes(of: order) + [0x0A]
    case .blob(let hash, let bytes): NamedBytes.line("blob", hash, bytes)
    }
  }

  /// Whether a line begins like a message with bytes.
  static func isBlob(_ line: [UInt8]) -> Bool { line.starts(with: Array("blob ".utf8)) }

  /// Reads a line; throws `bad-message`.
  init(_ line: [UInt8]) throws(Diagnostic) {
    if let (hash, bytes) = try NamedBytes.read("blob", line) {
      self = .blob(hash: hash, bytes: bytes)
    } else {
      self = .order(try WorkerWire.read(WorkOrder.self, line))
    }
  }
}

/// A message from a worker, one line each: the result of a job as `output ORDER BASE64`, everything else as JSON.
enum WorkerAnswer {
  /// Its version; only in the first line.
  case hello(protocol: Int, version: String)
  /// A heartbeat.
  case alive
  /// The result of an order.
  case output(order: String, bytes: [UInt8])
  /// The order failed; the error is its result.
  case failed(order: String, Diagnostic)
  /// The order could not be carried out; another worker may be able to.
  case refused(order: String, Diagnostic)

  /// The members of an answer in JSON.
  private struct Members: Codable {
    var worker: Int?
    var version: String?
    var isAlive: Bool?
    var order: String?
    var failed: Diagnostic?
    var refused: Diagnostic?
  }

  /// The line with its line feed.
  func line() throws(Diagnostic) -> [UInt8] {
    var members = Members()
    switch self {
    case .output(let order, let bytes): return NamedBytes.line("output", order, bytes)
    case .hello(let number, let version): (members.worker, members.version) = (number, version)
    case .alive: members.isAlive = true
    case .failed(let order, let error): (members.order, members.failed) = (order, error)
    case .refused(let order, let error): (members.order, members.refused) = (order, error)
    }
    return try JSONJobCoder().bytes(of: members) + [0x0A]
  }

  /// Reads a line; throws `bad-message`.
  init(_ line: [UInt8]) throws(Diagnostic) {
    if let (order, bytes) = try NamedBytes.read("output", line) {
      self = .output(order: order, bytes: bytes)
      return
    }
    let members = try WorkerWire.read(Members.self, line)
    if let number = members.worker, let version = members.version {
      self = .hello(protocol: number, version: version)
    } else if members.isAlive == true {
      self = .alive
    } else if let order = members.order, let error = members.failed {
      self = .failed(order: order, error)
    } else if let order = members.order, let error = members.refused {
      self = .refused(order: order, error)
    } else {
      throw NamedBytes.badLine
    }
  }
}

enum WorkerWire {
  /// The version of the protocol between podium and its workers.
  static let version = 2
  /// The interval of heartbeats in seconds.
  static let pulse = 1.0
  /// The seconds of silence after which a worker is lost.
  static let silence = 30.0

  static func read<Message: Decodable>(_ type: Message.Type, _ line: [UInt8]) throws(Diagnostic) -> Message {
    do throws(Diagnostic) { return try JSONJobCoder().value(line) { try Message(from: $0) } } catch {
      throw NamedBytes.badLine
    }
  }
}
