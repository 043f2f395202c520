import PodiumCore
import Testing

@testable import PodiumKernel

@Suite struct MessageCodecTests {
  private static let key = Array("0b8e2f3c-key".utf8)

  private static func codec(_ session: String = "client", key: [UInt8] = key) -> MessageCodec {
    MessageCodec(key: key, session: session, username: "ann") { Moment(microseconds: 1_767_225_600_000_001) }
  }

  private static let content = JSONValue.object([("code", .string("load iris — é 🎿")), ("silent", .bool(false))])

  /// A request of a client, with an identity in front.
  private static func request() -> [[UInt8]] {
    var client = codec()
    return client.encode("execute_request", content, answering: nil, to: [[1, 2, 3]])
  }

  private static func fault(_ frames: [[UInt8]], _ codec: MessageCodec = codec("kernel")) -> Diagnostic? {
    var codec = codec
    do throws(Diagnostic) {
      return try codec.decode(frames).fault
    } catch { return error }
  }

  @Test func `a message comes back as it was sent`() throws {
    var kernel = Self.codec("kernel")
    let message = try kernel.decode(Self.request())
    #expect(message.identities == [[1, 2, 3]])
    #expect(message.type == "execute_request" && message.session == "client" && message.id == "client_1")
    #expect(message.content == Self.content)
  }

  @Test func `an answer has the bytes of the request's header as its parent, and a header of its own`() throws {
    var kernel = Self.codec("kernel")
    let message = try kernel.decode(Self.request())
    let frames = kernel.encode("execute_reply", .object([]), answering: message, to: message.identities)
    #expect(frames.count == 7 && frames[0] == [1, 2, 3] && frames[4] == message.header)
    let header = try JSONReader.value(frames[3])
    #expect(header["version"]?.string == "5.4" && header["date"]?.string == "2026-01-01T00:00:00.000001Z")
    #expect(header["session"]?.string == "kernel" && header["username"]?.string == "ann")
    let next = kernel.encode("status", .object([]), answering: nil, to: [])
    #expect(try JSONReader.value(next[2])["msg_id"]?.string == "kernel_2" && next[3] == Array("{}".utf8))
  }

  /// Computed by Python: hmac.new(b"0b8e2f3c-key", b"{}{}{}{}", sha256).
  @Test func `the signature is over the parts as they are sent`() throws {
    let parts = [[UInt8]](repeating: Array("{}".utf8), count: 4)
    let digits = String(decoding: SHA256.hexadecimal(HMAC(key: Self.key).digest(of: parts)), as: UTF8.self)
    #expect(digits == "33a2f00dbfe2d590825b19e2e3d1792fa530071a8e917111cc46d4a3c8e71284")
  }

  @Test func `spaces and the order of members in a header are kept`() throws {
    let header = Array(#"{ "msg_type":"x",  "a": 1.50, "msg_id": "7", "session": "s" }"#.utf8)
    var codec = Self.codec(key: [])
    let object = Array("{}".utf8)
    let message = try codec.decode([Array("<IDS|MSG>".utf8), [], header, object, object, object])
    #expect(message.header == header)
    #expect(codec.encode("y", .null, answering: message, to: [])[3] == header)
  }

  @Test func `a message is taken once`() throws {
    var kernel = Self.codec("kernel")
    let frames = Self.request()
    _ = try kernel.decode(frames)
    let error = #expect(throws: Diagnostic.self) { try kernel.decode([[9]] + frames) }
    #expect(error?.code == "bad-message" && error?.message.contains("before") == true)
  }

  @Test func `signatures are remembered for at least 32768 messages, and not for ever`() {
    var seen = SeenSignatures()
    func isNew(_ number: Int) -> Bool {
      seen.insert((0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) })
    }
    let isEachNew = (0..<70_000).allSatisfy(isNew)
    #expect(isEachNew)
    let again = [69_999, 70_000 - 32_768, 0].map(isNew)
    #expect(again == [false, false, true])
  }

  @Test func `any altered byte of the signed parts is refused, and so is another key`() {
    let frames = Self.request()
    for frame in 2..<frames.count {
      for place in [0, frames[frame].count / 2, frames[frame].count - 1] {
        var altered = frames
        altered[frame][place] ^= 1
        #expect(Self.fault(altered)?.code == "bad-message")
      }
    }
    #expect(Self.fault(frames, Self.codec(key: Array("other".utf8)))?.message.contains("signature") == true)
    #expect(Self.fault(frames, Self.codec(key: Self.key + [0x30]))?.message.contains("signature") == true)
  }

  @Test func `a message that is cut off is refused at each place`() {
    let frames = Self.request()
    for count in 0..<frames.count { #expect(Self.fault(Array(frames.prefix(count)))?.code == "bad-message") }
    var headless = frames
    headless[1] = Array("<IDS|MSG".utf8)
    #expect(Self.fault(headless)?.message.contains("delimiter") == true)
    for length in 0..<64 {
      var short = frames
      short[2] = Array(short[2].prefix(length))
      #expect(Self.fault(short)?.message.contains("signature") == true)
    }
  }

  @Test func `a key that is empty signs nothing and checks nothing`() throws {
    var client = Self.codec(key: [])
    let frames = client.encode("kernel_info_request", .object([]), answering: nil, to: [])
    #expect(frames[1].isEmpty)
    var kernel = Self.codec("kernel", key: [])
    for _ in 0..<2 { #expect(try kernel.decode(frames).type == "kernel_info_request") }
  }

  @Test(arguments: [
    ("", "{}", "malformed-json"), ("{", "{}", "malformed-json"), ("[]", "{}", "bad-message"),
    ("{}", "{}", "bad-message"),
    (#"{"msg_type":"x","msg_id":7}"#, "{}", "bad-message"), (#"{"msg_type":"","msg_id":"7"}"#, "{}", "bad-message"),
    (#"{"msg_type":"x","msg_id":"7"}"#, "7", "bad-message"),
    (#"{"msg_type":"x","msg_id":"7"}"#, "{\"a\":}", "malformed-json"),
    (#"{"msg_type":"x","msg_id":"7"}"#, String(repeating: "[", count: 10_000), "malformed-json"),
    (#"{"msg_type":"x","msg_id":"7"}"#, "{\"a\":NaN}", "malformed-json"),
  ])
  func `signed parts that are not what they must be are refused`(_ header: String, _ content: String, _ code: String) {
    #expect(Self.fault(Self.signed(Array(header.utf8), Array(content.utf8)))?.code == code)
  }

  @Test func `parts that are not UTF-8 are refused`() {
    let header = Array(#"{"msg_type":"x","msg_id":"7"}"#.utf8)
    #expect(
      Self.fault(Self.signed(header, Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8)))?.code == "malformed-json")
    #expect(Self.fault(Self.signed([0xC3, 0x28], Array("{}".utf8)))?.code == "malformed-json")
  }

  private static func signed(_ header: [UInt8], _ content: [UInt8]) -> [[UInt8]] {
    let object = Array("{}".utf8)
    let parts = [header, object, object, content]
    return [Array("<IDS|MSG>".utf8), SHA256.hexadecimal(HMAC(key: key).digest(of: parts))] + parts
  }
}
