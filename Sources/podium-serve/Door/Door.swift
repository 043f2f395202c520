import Glibc
import HTTPTypes
import HummingbirdCore
import NIOCore
import PodiumCore
import PodiumServe
import Synchronization

/// Requests of Hummingbird to requests of the service, and answers back.
///
/// A class, because all connections share the service, which begins once the port is known.
final class Door: Sendable {
  private let service = Mutex<Service?>(nil)
  private let isStopping = Atomic(false)
  private let settings: ServiceSettings
  /// The address whose word on where requests come from is believed.
  private let proxy: String?
  private let date = Mutex<(seconds: Int, text: String)>((-1, ""))

  init(_ settings: ServiceSettings, proxy: String?) { (self.settings, self.proxy) = (settings, proxy) }

  func open(_ service: Service) { self.service.withLock { $0 = service } }

  /// Takes no more requests, lets streams say goodbye, and waits for what runs; blocks.
  func stop() {
    isStopping.store(true, ordering: .relaxed)
    service.withLock { $0 }?.stop()
  }

  // MARK: Requests

  @Sendable func respond(
    _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
  ) async throws {
    let head = request.head
    let header = Door.header(of: head)
    let hasBody = header["content-length"].map { $0 != "0" } ?? (header["transfer-encoding"] != nil)
    let body = hasBody ? try await bytes(of: request.body) : []
    let answer = await answer(head, header, body, from: channel.remoteAddress.peer)
    var fields = HTTPFields()
    fields.reserveCapacity(answer.header.count + 2)
    for field in answer.header {
      if let name = HTTPField.Name(field.name) { fields.append(HTTPField(name: name, value: field.value)) }
    }
    fields[.date] = today()
    guard let stream = answer.stream else {
      // What HEAD is answered with says its length itself, or that it has none.
      let isWithout = answer.status == 204 || answer.status == 304 || head.method == .head
      if !isWithout { fields[.contentLength] = "\(answer.body.count)" }
      try await writer.write(
        response: HTTPResponse(status: .init(code: answer.status), headerFields: fields), body: Door.body(answer.body))
      return
    }
    fields[.transferEncoding] = "chunked"
    try await writer.write(
      response: HTTPResponse(status: .init(code: answer.status), headerFields: fields),
      body: ResponseBody { writer in
        if hasBody { return try await Door.write(stream, to: &writer) }
        try await request.body.consumeWithCancellationOnInboundClose { _ in try await Door.write(stream, to: &writer) }
      })
  }

  private func bytes(of body: RequestBody) async throws -> [UInt8] {
    // All of it is there: `ConnectionGuard` has held and bounded it.
    var bytes: [UInt8] = []
    for try await part in body { bytes.append(contentsOf: part.readableBytesView) }
    return bytes
  }

  private func answer(
    _ head: HTTPRequest, _ header: [String: String], _ body: [UInt8], from address: String
  ) async -> ServedAnswer {
    func refused(_ problem: RefusedRequest) -> ServedAnswer {
      settings.log(problem.line(from: address, settings))
      return problem.answer(settings)
    }
    guard !isStopping.load(ordering: .relaxed), let service = service.withLock({ $0 }) else {
      return refused(.stopping)
    }
    var origin = RequestOrigin(address)
    if let proxy, address == proxy {
      if let scheme = header["x-forwarded-proto"], scheme.lowercased() != "https" {
        return refused(.insecure)
      }
      // Each proxy appends who it heard from; the last one is whom this one heard from.
      let last = header["x-forwarded-for"]?.split(separator: ",").last.map { $0.filter { $0 != " " } }
      if let last, !last.isEmpty { origin = RequestOrigin(Abridged.text(last)) }
    }
    guard let request = ServedRequest(head.method.rawValue, head.path ?? "", header: header, body: body) else {
      return refused(.malformed)
    }
    return await withCheckedContinuation { waiting in
      service.answer(request, from: origin) { waiting.resume(returning: $0) }
    }
  }

  /// The fields by name; those of one name become one, as RFC 9110 joins them.
  private static func header(of head: HTTPRequest) -> [String: String] {
    var header: [String: String] = [:]
    header["host"] = head.authority
    for field in head.headerFields {
      let name = field.name.canonicalName
      header[name] = header[name].map { $0 + (name == "cookie" ? "; " : ", ") + field.value } ?? field.value
    }
    return header
  }

  // MARK: Answers

  /// What a client must take within the time of an answer.
  private static let piece = 64 << 10

  private static func body(_ bytes: [UInt8]) -> ResponseBody {
    guard bytes.count > piece else { return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }
    return ResponseBody(contentLength: bytes.count) { writer in
      for start in stride(from: 0, to: bytes.count, by: piece) {
        try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + piece, bytes.count)]))
      }
      try await writer.finish(nil)
    }
  }

  private static func write(_ stream: AsyncStream<[UInt8]>, to writer: inout any ResponseBodyWriter) async throws {
    for await part in stream { try await writer.write(ByteBuffer(bytes: part)) }
    try await writer.finish(nil)
  }

  /// The date of an answer, made once a second.
  private func today() -> String {
    let now = time(nil)
    return date.withLock { date in
      if date.seconds != now { date = (now, HTTPDate.text(now)) }
      return date.text
    }
  }
}
