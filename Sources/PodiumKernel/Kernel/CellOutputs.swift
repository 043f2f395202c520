internal import PodiumAssembly
internal import PodiumCore
internal import PodiumEngine
internal import PodiumNotebook
internal import PodiumPlugin
internal import PodiumRender
internal import Synchronization

/// Turns the events of a cell into messages, in their order.
///
/// A report waits until the next command begins or the cell ends: the outputs of the last command are the cell's result. A
/// class: events come from any thread.
final class CellOutputs: Sendable {
  /// What the reply says of the cell.
  struct Summary {
    var error: (code: String, message: String, lines: [String])?
    /// The text of the result.
    var result: String?
    var payload: [JSONValue] = []
  }

  private struct State {
    var summary = Summary()
    /// The last report.
    var held: CommandReport?
    var stream = StreamText()
    var progress = ProgressText()
    /// When progress was last shown; nil if it was not.
    var shownAt: Double?
    var isWatching = false
  }

  private let state = Mutex(State())
  private let outbox: Outbox?
  private let count: Int
  /// That of the cell's source.
  private let hash: String
  private let request: CellRequest
  private let isStable: Bool
  private let isPage: @Sendable () -> Bool

  /// `isStable` replaces what differs from run to run; `isPage` says whether the last command is help, which a person sees
  /// beside the notebook; without an outbox nothing is sent.
  init(
    _ request: CellRequest, _ outbox: Outbox?, count: Int, isStable: Bool, isPage: @escaping @Sendable () -> Bool
  ) {
    (self.request, self.outbox, self.count) = (request, outbox, count)
    hash = Notebook.Cell.hash(of: request.code)
    (self.isStable, self.isPage) = (isStable, isPage)
  }

  func take(_ event: ExecutionEvent) {
    state.withLock { state in
      switch event {
      case .started: release(&state, isLast: false)
      case .report(let report): take(report, &state)
      case .bytes(let bytes, let isError):
        write(state.stream.add(bytes, isError: isError, at: Environment.seconds()))
      case .redrawn(let report, _): redraw(report, &state)
      case .progress(let progress): state.progress.take(progress, at: Environment.seconds())
      case .cleared:
        release(&state, isLast: false)
        publish("clear_output", ["wait": false])
      case .finished: finish(&state)
      }
    }
  }

  /// Sends what programs wrote a while ago, and shows a person how far the work is.
  func tick() {
    let now = Environment.seconds()
    state.withLock { state in
      write(state.stream.due(at: now))
      guard request.isAttended, !state.isWatching, now - (state.shownAt ?? 0) >= 0.5,
        let text = state.progress.text(at: now)
      else { return }
      show(["text/plain": .string(text)], on: "progress", isFirst: state.shownAt == nil)
      state.shownAt = now
    }
  }

  /// What a person is to see beside the notebook.
  func add(payload: JSONValue) { state.withLock { $0.summary.payload.append(payload) } }

  /// A failure of the cell as a whole.
  func fail(_ error: Diagnostic) {
    state.withLock { state in
      finish(&state)
      let report = CommandReport(input: "", error: error)
      for output in JupyterOutput.all(of: report, isLast: true, isStable: isStable) { send(output, &state) }
    }
  }

  /// What the cell came to, once it has ended.
  var summary: Summary { state.withLock(\.summary) }

  private func take(_ report: CommandReport, _ state: inout State) {
    release(&state, isLast: false)
    guard request.isAttended, report.error == nil, isPage() else {
      state.held = report
      return
    }
    // The text is wrapped; JupyterLab breaks long lines within words.
    let text = JupyterOutput.text(of: report)
    state.summary.payload.append(["source": "page", "start": 0, "data": ["text/plain": .string(text)]])
  }

  private func redraw(_ report: CommandReport, _ state: inout State) {
    write(state.stream.flush())
    let outputs = JupyterOutput.all(of: report, isLast: false, isStable: isStable)
    for case .display(let bundle) in outputs.prefix(1) {
      show(bundle.json(inFile: false), on: "watch", isFirst: !state.isWatching)
      state.isWatching = true
    }
  }

  private func finish(_ state: inout State) {
    release(&state, isLast: true)
    if state.shownAt != nil { show(["text/plain": ""], on: "progress", isFirst: false) }
    state.shownAt = nil
    state.progress.end()
  }

  /// Sends what waits.
  private func release(_ state: inout State, isLast: Bool) {
    write(state.stream.flush())
    guard let report = state.held else { return }
    state.held = nil
    for output in JupyterOutput.all(of: report, isLast: isLast, isStable: isStable) { send(output, &state) }
  }

  private func send(_ output: JupyterOutput, _ state: inout State) {
    switch output {
    case .result(let bundle):
      if case .text(let text)? = bundle["text/plain"] { state.summary.result = text }
    case .error(let code, let message, let lines): state.summary.error = (code, message, lines)
    case .display, .stream: break
    }
    let (type, content) = output.message(count: count, of: hash)
    publish(type, content)
  }

  private func write(_ pieces: [StreamText.Piece]) {
    for piece in pieces {
      publish("stream", ["name": piece.isError ? "stderr" : "stdout", "text": .string(piece.text)])
    }
  }

  /// Shows something in the cell's own display of a name, in place of what was there.
  private func show(_ data: JSONValue, on name: String, isFirst: Bool) {
    publish(
      isFirst ? "display_data" : "update_display_data",
      ["data": data, "metadata": [:], "transient": ["display_id": .string("\(request.message.id) \(name)")]])
  }

  private func publish(_ type: String, _ content: JSONValue) {
    if !request.isSilent { outbox?.post(.publish(type, content)) }
  }
}

extension CommandReport {
  /// A report without a command.
  init(input: String, outputs: [Output] = [], error: Diagnostic? = nil) {
    self.init(
      cell: 0, input: input, status: error == nil ? .ok : .error, outputs: outputs, error: error, milliseconds: 0,
      settings: Settings(), isTimed: false)
  }
}
