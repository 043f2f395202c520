package import PodiumCore

/// Messages of Jupyter's protocol 5.4 as frames, signed by HMAC-SHA256 over the bytes as they are sent.
///
/// Frames are the identities (on iopub the topic), the delimiter, the signature in hexadecimal, and the header, the parent's header,
/// metadata and content as objects of JSON; buffers after them are ignored, since no message has any.
package struct MessageCodec {
  package static let protocolVersion = "5.4"
  private static let delimiter = Array("<IDS|MSG>".utf8)
  private static let emptyObject = Array("{}".utf8)

  /// Without it messages are not signed.
  private let key: HMAC?
  private let session: String
  private let username: String
  private let now: @Sendable () -> Moment
  private var count = 0
  private var seen = SeenSignatures()

  /// A codec of a kernel; an empty key signs nothing, `session` is its own id, unlike that of every other kernel.
  package init(key: [UInt8], session: String, username: String, now: @escaping @Sendable () -> Moment) {
    self.key = key.isEmpty ? nil : HMAC(key: key)
    (self.session, self.username, self.now) = (session, username, now)
  }

  /// Reads a message.
  ///
  /// Throws `bad-message` without a delimiter, for parts that are missing, for a wrong signature, for a message that was received
  /// before and for a header without type or id; `malformed-json` for a header that is not JSON. A content that is not, or is nested too deeply, is the
  /// message's `fault`: its sender waits for an answer.
  package mutating func decode(_ frames: [[UInt8]]) throws(Diagnostic) -> KernelMessage {
    guard let place = frames.firstIndex(of: MessageCodec.delimiter) else {
      throw MessageCodec.bad("has no delimiter '<IDS|MSG>'")
    }
    let parts = Array(frames[(place + 1)...])
    guard parts.count >= 5 else { throw MessageCodec.bad("is not complete") }
    try check(parts[0], of: Array(parts[1...4]))
    let header = try MessageCodec.object(parts[1], "header")
    let content = Result { () throws(Diagnostic) in try MessageCodec.object(parts[4], "content") }
    guard let type = header["msg_type"]?.string, !type.isEmpty, let id = header["msg_id"]?.string, !id.isEmpty else {
      throw MessageCodec.bad("has a header without 'msg_type' or 'msg_id'")
    }
    var message = KernelMessage(
      identities: Array(frames[..<place]), type: type, id: id, session: header["session"]?.string ?? "",
      header: parts[1], content: .object([]))
    switch content {
    case .success(let content): message.content = content
    case .failure(let fault): message.fault = fault
    }
    return message
  }

  private mutating func check(_ signature: [UInt8], of parts: [[UInt8]]) throws(Diagnostic) {
    guard let key else { return }
    let digest = key.digest(of: parts)
    // Each byte is compared, so that the time does not reveal the first wrong one.
    let expected = SHA256.hexadecimal(digest)
    guard signature.count == expected.count,
      zip(signature, expected).reduce(UInt8(0), { $0 | ($1.0 ^ $1.1) }) == 0
    else { throw MessageCodec.bad("has a wrong signature") }
    guard seen.insert(digest) else { throw MessageCodec.bad("was received before") }
  }

  private static func object(_ bytes: [UInt8], _ part: String) throws(Diagnostic) -> JSONValue {
    let value: JSONValue
    do throws(Diagnostic) { value = try JSONReader.value(bytes) } catch {
      throw Diagnostic(error.code, "a message has a \(part) that is not JSON", cause: error.message)
    }
    guard value.members != nil else { throw bad("has a \(part) that is not an object") }
    return value
  }

  private static func bad(_ what: String) -> Diagnostic { Diagnostic("bad-message", "a message " + what) }

  /// Writes a message; `parent` is the request that it answers, `identities` whom it goes to, on iopub the topic.
  package mutating func encode(
    _ type: String, _ content: JSONValue, answering parent: KernelMessage?, to identities: [[UInt8]]
  ) -> [[UInt8]] {
    count += 1
    let header = JSONValue.object([
      ("msg_id", .string("\(session)_\(count)")), ("session", .string(session)), ("username", .string(username)),
      ("date", .string(now().description)), ("msg_type", .string(type)),
      ("version", .string(MessageCodec.protocolVersion)),
    ])
    let parts = [
      header.bytes, parent?.header ?? MessageCodec.emptyObject, MessageCodec.emptyObject, content.bytes,
    ]
    let signature = key.map { SHA256.hexadecimal($0.digest(of: parts)) } ?? []
    return identities + [MessageCodec.delimiter, signature] + parts
  }
}
