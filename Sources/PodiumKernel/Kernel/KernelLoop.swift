internal import Glibc
internal import PodiumAssembly
internal import PodiumCore
internal import PodiumEngine

/// The thread of the sockets: it answers what clients ask, hands cells to their thread one at a time, and sends everything.
struct KernelLoop<Transport: KernelTransport> {
  var transport: Transport
  var codec: MessageCodec
  let session: EngineSession
  let outbox: Outbox
  /// Whether outputs leave out what differs from run to run.
  let isStable: Bool
  /// Says on standard error what was dropped.
  let complain: (Diagnostic) -> Void
  var history = CellHistory()
  /// The cells that wait for it.
  private var waiting: [CellRequest] = []
  private var isEnding = false

  /// The cell that runs.
  private var running: KernelCell? { outbox.cell }

  init(
    _ transport: Transport, _ codec: MessageCodec, _ session: EngineSession, _ outbox: Outbox, isStable: Bool,
    complain: @escaping (Diagnostic) -> Void
  ) {
    (self.transport, self.codec, self.session, self.outbox) = (transport, codec, session, outbox)
    (self.isStable, self.complain) = (isStable, complain)
  }

  /// Works until a client ends the kernel, or `isOrphaned` says that no one is left who could, which is asked each second
  /// if it `watches` that.
  mutating func run(watches: Bool, isOrphaned: () -> Bool) throws(Diagnostic) {
    publish("status", ["execution_state": "starting"], answering: nil)
    while !isEnding, !isOrphaned() {
      try turn(within: running != nil ? 50 : watches ? 1000 : nil)
    }
    running?.cancel()
    // What a stopped cell has to say still goes out, if it stops soon.
    let end = Environment.seconds() + 2
    waiting = []
    while running != nil, Environment.seconds() < end { try turn(within: 50) }
  }

  /// Takes what has come, then sends what the running cell has.
  private mutating func turn(within milliseconds: Int?) throws(Diagnostic) {
    for arrival in try transport.arrivals(within: milliseconds) { take(arrival) }
    try sendOutputs()
    running?.outputs.tick()
  }

  private mutating func take(_ arrival: Arrival) {
    if arrival.channel == .iopub { return welcome(arrival.frames.first ?? []) }
    do throws(Diagnostic) {
      let message = try codec.decode(arrival.frames)
      if let fault = message.fault { complain(fault) }
      if arrival.channel == .stdin {
        if message.type == "input_reply" { running?.take(.success(message.content["value"]?.string ?? "")) }
      } else if message.type == "execute_request", arrival.channel == .shell, let request = CellRequest(message) {
        waiting.append(request)
        startNext()
      } else {
        publish("status", ["execution_state": "busy"], answering: message)
        if let (type, content) = answer(to: message) { send(type, content, answering: message, on: arrival.channel) }
        publish("status", ["execution_state": "idle"], answering: message)
      }
    } catch {
      complain(error)
    }
  }

  /// Greets a subscriber, so that it knows that nothing will be missed from here on.
  private mutating func welcome(_ frame: [UInt8]) {
    guard frame.first == 1 else { return }
    let topic = Array(frame.dropFirst())
    let content: JSONValue = ["subscription": .string(String(decoding: topic, as: UTF8.self))]
    send("iopub_welcome", content, answering: nil, on: .iopub, to: [topic])
  }

  // MARK: Cells

  private mutating func startNext() {
    guard running == nil, !isEnding, !waiting.isEmpty else { return }
    let cell = KernelCell(waiting.removeFirst(), in: session, outbox, isStable: isStable)
    outbox.cell = cell
    publish("status", ["execution_state": "busy"], answering: cell.request.message)
    if !cell.request.isSilent {
      publish(
        "execute_input", ["code": .string(cell.request.code), "execution_count": .integer(cell.count)],
        answering: cell.request.message)
    }
    if !Engine.detach({ cell.run() }) {
      let error = Diagnostic("no-thread", "the system has no thread for a cell", help: "try again later")
      cell.outputs.fail(error)
      outbox.post(
        .done(
          ["status": "error", "ename": "no-thread", "evalue": .string(error.message), "traceback": []], failed: true))
    }
  }

  private mutating func sendOutputs() throws(Diagnostic) {
    for item in outbox.take() {
      guard let cell = running else { return }
      switch item {
      case .publish(let type, let content): publish(type, content, answering: cell.request.message)
      case .ask(let question): ask(question, of: cell)
      case .done(let reply, let failed): try end(cell, reply, failed: failed)
      }
    }
  }

  private mutating func ask(_ question: String, of cell: KernelCell) {
    let content: JSONValue = ["prompt": .string(question), "password": false]
    let wasSent = send(
      "input_request", content, answering: cell.request.message, on: .stdin, to: cell.request.message.identities)
    if !wasSent {
      cell.take(
        .failure(
          Diagnostic(
            "cannot-ask", "the command asks a question, and this client has no channel for the answer",
            help: "write the command with all its arguments")))
    }
  }

  /// Replies to a cell, and aborts those that wait if it failed and they are to stop then.
  private mutating func end(_ cell: KernelCell, _ reply: JSONValue, failed: Bool) throws(Diagnostic) {
    let stops = failed && cell.request.stopsOnError
    // What has been sent before the error is known must not run, even if it was not read yet.
    if stops {
      for _ in 0..<100 {
        let arrivals = try transport.arrivals(within: 0)
        if arrivals.isEmpty { break }
        for arrival in arrivals { take(arrival) }
      }
    }
    if cell.request.isCounted { history.add(cell.count, cell.request.code, output: cell.outputs.summary.result) }
    send("execute_reply", reply, answering: cell.request.message, on: .shell)
    publish("status", ["execution_state": "idle"], answering: cell.request.message)
    if stops {
      for request in waiting {
        publish("status", ["execution_state": "busy"], answering: request.message)
        send("execute_reply", ["status": "aborted"], answering: request.message, on: .shell)
        publish("status", ["execution_state": "idle"], answering: request.message)
      }
      waiting = []
    }
    outbox.cell = nil
    startNext()
  }

  /// Stops the running cell.
  func interrupt() { running?.cancel() }

  /// Ends the kernel after what it sends now.
  mutating func end() { isEnding = true }

  // MARK: Sending

  mutating func publish(_ type: String, _ content: JSONValue, answering parent: KernelMessage?) {
    send(type, content, answering: parent, on: .iopub, to: [Array(type.utf8)])
  }

  /// Sends a message; `to` is whom, or the sender of the one it answers. False if that client is not there.
  @discardableResult
  private mutating func send(
    _ type: String, _ content: JSONValue, answering parent: KernelMessage?, on channel: KernelChannel,
    to identities: [[UInt8]]? = nil
  ) -> Bool {
    do throws(Diagnostic) {
      let frames = codec.encode(type, content, answering: parent, to: identities ?? parent?.identities ?? [])
      return try transport.send(frames, on: channel)
    } catch {
      complain(error)
      return false
    }
  }
}
