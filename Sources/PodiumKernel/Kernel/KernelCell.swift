internal import PodiumCore
internal import PodiumEngine
internal import PodiumNotebook
internal import PodiumPlugin
internal import Synchronization

/// A cell that runs on a thread of its own. A class: the thread of the sockets stops it and brings the person's answers.
final class KernelCell: Sendable {
  let request: CellRequest
  /// The number of its first command.
  let count: Int
  let outputs: CellOutputs
  private let session: EngineSession
  private let outbox: Outbox
  private let cancellation = Cancellation()
  /// What the person answered; nil until then.
  private let answer = Mutex<Result<String, Diagnostic>?>(nil)

  init(_ request: CellRequest, in session: EngineSession, _ outbox: Outbox, isStable: Bool) {
    (self.request, self.session, self.outbox) = (request, session, outbox)
    count = session.snapshot.cellCount + 1
    outputs = CellOutputs(request, outbox, count: count, isStable: isStable) { [session] in
      session.cells.entries.last?.isHelp ?? false
    }
  }

  /// Stops it.
  func cancel() { cancellation.cancel() }

  /// Takes the answer to its question, or why there is none.
  func take(_ given: Result<String, Diagnostic>) { answer.withLock { $0 = given } }

  // MARK: On its own thread

  /// Runs the cell and posts its outputs, then its reply.
  func run() {
    let result = execute()
    if let failure = result.failure { outputs.fail(failure) }
    if result.status == .closed { outputs.fail(Diagnostic("session-closed", "the session was closed")) }
    if result.exitStatus != nil { outputs.add(payload: ["source": "ask_exit", "keepkernel": false]) }
    let summary = outputs.summary
    var reply: [(String, JSONValue)] = [("execution_count", .integer(count))]
    if let error = summary.error {
      reply = [("status", "error")] + reply + KernelCell.members(error)
    } else {
      reply = [("status", "ok")] + reply
    }
    let expressions = summary.error == nil ? request.expressions.map { ($0.name, value(of: $0.text)) } : []
    reply += [("user_expressions", .object(expressions)), ("payload", .array(summary.payload))]
    outbox.post(.done(.object(reply), failed: summary.error != nil))
  }

  private func execute() -> ExecutionResult {
    if let declared = session.declare(cell: request.code, cancellation: cancellation) { return declared }
    do throws(Diagnostic) {
      let code = try request.isAttended ? completed(request.code) : request.code
      return session.execute(
        code, isCounted: request.isCounted, isAttended: request.isAttended, cancellation: cancellation,
        onEvent: outputs.take)
    } catch {
      outputs.fail(error)
      return session.execute("", cancellation: cancellation)
    }
  }

  /// The command with the arguments that it lacks, which the person is asked for; the text itself where there are none.
  private func completed(_ text: String) throws(Diagnostic) -> String {
    guard var guide = Guide(text, in: session.snapshot) else { return text }
    var complaint = ""
    while true {
      let question = guide.question
      let standard = question.standard.map { " [\($0)]" } ?? ""
      let answer = try ask("\(complaint)\(question.name): \(question.help)\(standard)> ")
      do throws(Diagnostic) {
        if try guide.take(answer) { return guide.line }
        complaint = ""
      } catch {
        complaint = error.message + (error.help.map { "; " + $0 } ?? "") + "\n"
      }
    }
  }

  /// Asks the person and waits; throws `interrupted`, and `cannot-ask` where no one answers.
  func ask(_ question: String) throws(Diagnostic) -> String {
    answer.withLock { $0 = nil }
    outbox.post(.ask(SafeText.escapeLines(question)))
    while true {
      try cancellation.check()
      if let given = answer.withLock({ $0 }) { return try given.get() }
      cancellation.wait(seconds: 0.02)
    }
  }

  /// The value of an expression of the client, which keeps nothing.
  private func value(of expression: String) -> JSONValue {
    let apart = CellOutputs(request, nil, count: count, isStable: false) { false }
    session.execute(
      "= " + expression, isCounted: false, isAttended: false, cancellation: cancellation, onEvent: apart.take)
    let summary = apart.summary
    if let error = summary.error { return .object([("status", "error")] + KernelCell.members(error)) }
    return ["status": "ok", "data": ["text/plain": .string(summary.result ?? "")], "metadata": [:]]
  }

  private static func members(_ error: (code: String, message: String, lines: [String])) -> [(String, JSONValue)] {
    [
      ("ename", .string(error.code)), ("evalue", .string(error.message)),
      ("traceback", .array(error.lines.map(JSONValue.string))),
    ]
  }
}
