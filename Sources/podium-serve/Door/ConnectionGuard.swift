import Glibc
import NIOCore
import NIOHTTP1
import PodiumServe

struct ConnectionTerms: Sendable {
  let settings: ServiceSettings
  let count: ConnectionCount
  var limits: ServiceLimits { settings.limits }
}

/// The bounds of one connection that Hummingbird has not: seconds in all and not from part to part, bytes, hosts, methods,
/// `Expect`, and closing when an answer says so.
///
/// It comes right after the decoder. All of it runs on the connection's event loop. What it refuses it answers itself, once,
/// and then neither reads nor lets anything else be written.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let terms: ConnectionTerms
  private let interval: TimeAmount
  private var address: String?
  private var ticker: RepeatedTask?

  /// What the client is sending, and until when: a request goes on when all of it has come, since what is cut short would
  /// look as if it were whole to whoever reads it part by part.
  private var isInHeader = false
  private var held: HTTPRequestHead?
  private var body = ByteBuffer()
  private var due: NIODeadline?
  /// The answers that are to come, and whether one is being written.
  private var awaited = 0
  private var isAnswering = false
  /// The parts that are on their way to the client, and until when one of them must have been taken.
  private var unsent = 0
  private var unsentDue: NIODeadline?
  /// Whether it closes after the answers that are to come.
  private var isLast = false
  /// Whether all is said, and whether it also stopped listening.
  private var isOver = false
  private var isDeaf = false

  /// Counts what the decoder gets, for the connection that it is put before.
  let counter = ByteCounter()

  init(_ terms: ConnectionTerms) {
    self.terms = terms
    interval = .milliseconds(Int64(terms.limits.interval))
  }

  // MARK: Beginning and end

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  private func begin(_ context: ChannelHandlerContext) {
    guard ticker == nil, !isOver else { return }
    let address = context.remoteAddress.peer
    guard terms.count.enter(address) else {
      isOver = true
      context.close(promise: nil)
      return
    }
    self.address = address
    due = after(terms.limits.idleTime)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    ticker = context.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
      let (guarding, context) = bound.value
      guarding.look(context)
    }
  }

  private func end() {
    ticker?.cancel()
    isOver = true
    if let address { terms.count.leave(address) }
    address = nil
  }

  private func after(_ milliseconds: Int) -> NIODeadline { .now() + .milliseconds(Int64(milliseconds)) }

  /// Closes what is too slow, before its time is over rather than after.
  private func look(_ context: ChannelHandlerContext) {
    let next = NIODeadline.now() + interval
    if let unsentDue, unsentDue < next { return context.close(promise: nil) }
    guard let due, due < next, unsent == 0 || !isOver else { return }
    if isOver || !(isInHeader || held != nil) { return context.close(promise: nil) }
    refuse(.slow, context)
  }

  // MARK: What comes in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What follows a request that ends the connection is not for this service.
    guard !isOver, !(isLast && held == nil && awaited > 0) else { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      isInHeader = false
      if let problem = problem(&head) { return refuse(problem, context) }
      if head.headers.first(name: "expect") != nil { meetExpectation(&head, context) }
      // What follows an offer of another protocol is not decoded any more.
      if !head.isKeepAlive || head.headers.contains(name: "upgrade") { isLast = true }
      (held, body, due) = (head, ByteBuffer(), after(terms.limits.bodyTime))
      counter.bytes = 0
    case .body(var buffer):
      let most = terms.limits.body
      if most > 0, body.readableBytes + buffer.readableBytes > most { return refuse(.largeBody, context) }
      body.writeBuffer(&buffer)
    case .end:
      guard let head = held else { return }
      (held, due, awaited) = (nil, nil, awaited + 1)
      context.fireChannelRead(wrapInboundOut(.head(head)))
      if body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(body))) }
      context.fireChannelRead(wrapInboundOut(.end(nil)))
      body = ByteBuffer()
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // A body of one byte in a chunk has eight times its size at most; more are words for no one (extensions of chunks).
    if held != nil, counter.bytes > 8 * body.readableBytes + terms.limits.headerBytes { refuse(.malformed, context) }
    // Bytes came that are not a whole header yet: its time begins with the first of them.
    if !isOver, !isInHeader, held == nil, awaited == 0 {
      isInHeader = true
      due = after(terms.limits.headerTime)
    }
    context.fireChannelReadComplete()
  }

  /// What a refused client goes on sending is left to the system, which closes its window.
  func read(context: ChannelHandlerContext) { if !isDeaf { context.read() } }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else {
      context.fireErrorCaught(error)
      return context.close(promise: nil)
    }
    guard !(isLast && held == nil && awaited > 0) else { return }
    refuse(error == .headerOverflow ? .largeHeader : .malformed, context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
    isLast = true
    if awaited == 0 { context.close(promise: nil) }
  }

  /// What is wrong with a header; an address with the host in it is replaced by its path.
  private func problem(_ head: inout HTTPRequestHead) -> RefusedRequest? {
    guard head.version.major == 1, head.version.minor <= 1 else { return .malformed }
    guard head.uri.utf8.count <= terms.limits.addressBytes else { return .longAddress }
    let hosts = head.headers["host"]
    guard hosts.count == 1, let host = hosts.first, !host.isEmpty else { return .noHost }
    if head.method == .TRACE || head.method == .CONNECT { return .method }
    for scheme in ["http://", "https://"] where head.uri.lowercased().hasPrefix(scheme) {
      let rest = head.uri.utf8.dropFirst(scheme.utf8.count)
      let path = rest.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0) } ?? rest.endIndex
      guard String(rest[..<path])?.lowercased() == host.lowercased() else { return .foreignHost }
      head.uri = (rest[path...].first == UInt8(ascii: "/") ? "" : "/") + (String(rest[path...]) ?? "")
    }
    // What follows would take another host than the one that was compared from an address of another scheme.
    guard head.uri.utf8.first == UInt8(ascii: "/") else { return .malformed }
    if let length = head.headers.first(name: "content-length"), terms.limits.body > 0 {
      guard let bytes = Int(length), bytes <= terms.limits.body else { return .largeBody }
    }
    let codings = head.headers["transfer-encoding"]
    // HTTP/1.0 knows no chunks, so a proxy before the service may see another end of such a body (RFC 9112, 6.1).
    if head.version.minor == 0, !codings.isEmpty { return .malformed }
    if codings.contains(where: { $0.lowercased() != "chunked" }) { return .coding }
    let expected = head.headers["expect"]
    if expected.contains(where: { $0.lowercased() != "100-continue" }) { return .expectation }
    return nil
  }

  /// Lets a client send the body that it waits with.
  private func meetExpectation(_ head: inout HTTPRequestHead, _ context: ChannelHandlerContext) {
    head.headers.remove(name: "expect")
    let hasBody = head.headers.contains(name: "content-length") || head.headers.contains(name: "transfer-encoding")
    guard hasBody, head.version.minor == 1, awaited == 0 else { return }
    let answer = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
  }

  // MARK: What goes out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if head.status.code >= 200 { isAnswering = true }
      if isLast, awaited == 1 { head.headers.replaceOrAdd(name: "connection", value: "close") }
      if head.headers.first(name: "connection")?.lowercased() == "close" { isLast = true }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: watched(promise, context))
    case .end:
      (awaited, isAnswering) = (awaited - 1, false)
      context.write(data, promise: watched(promise, context))
      guard awaited == 0 else { return }
      if isLast {
        context.flush()
        leave(context)
      } else if held == nil {
        (isInHeader, due) = (false, after(terms.limits.idleTime))
      }
    }
  }

  /// A promise that notes when a part has been taken by the system: as long as none is, the time runs.
  private func watched(_ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
    let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
    unsent += 1
    if unsentDue == nil { unsentDue = after(terms.limits.answerTime) }
    promise.futureResult.assumeIsolated().whenComplete { [self] _ in
      unsent -= 1
      unsentDue = unsent == 0 ? nil : after(terms.limits.answerTime)
      if isOver, unsent == 0 { due = after(terms.limits.farewellTime) }
    }
    return promise
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    // Who has the whole answer and does not hang up is left soon.
    if mode == .output { (isOver, due) = (true, after(terms.limits.farewellTime)) }
    context.close(mode: mode, promise: promise)
  }

  /// Ends the connection after what was written: the client learns that no more comes, and has a second to take the rest.
  private func leave(_ context: ChannelHandlerContext) {
    (isOver, due) = (true, after(terms.limits.farewellTime))
    context.close(mode: .output, promise: nil)
  }

  /// Answers in place of the service, and closes.
  private func refuse(_ problem: RefusedRequest, _ context: ChannelHandlerContext) {
    guard !isOver else { return }
    terms.settings.log(problem.line(from: address ?? "", terms.settings))
    isDeaf = true
    guard !isAnswering, awaited == 0 else {
      // The requests before this one are answered; then the connection ends without another word.
      (isLast, held, due, body) = (true, nil, nil, ByteBuffer())
      return
    }
    isOver = true
    let answer = problem.answer(terms.settings)
    var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status))
    for field in answer.header { head.headers.add(name: field.name, value: field.value) }
    head.headers.replaceOrAdd(name: "content-length", value: "\(answer.body.count)")
    head.headers.replaceOrAdd(name: "connection", value: "close")
    head.headers.replaceOrAdd(name: "date", value: HTTPDate.text(time(nil)))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: watched(nil, context))
    leave(context)
  }
}

/// Counts the bytes of a connection before they are HTTP.
final class ByteCounter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// The bytes since the last header, but for those that came together with it.
  var bytes = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytes += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
  }
}

extension SocketAddress? {
  /// The address of the other end, as it is compared and logged.
  var peer: String { self?.ipAddress.map { IPAddress.canonical($0) ?? $0 } ?? "" }
}
