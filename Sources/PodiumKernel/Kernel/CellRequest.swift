internal import PodiumCore

/// A request to run a cell.
struct CellRequest: Sendable {
  let message: KernelMessage
  let code: String
  /// Nothing of it is shown or kept.
  let isSilent: Bool
  /// It takes a number, and results and history keep it.
  let isCounted: Bool
  /// The client has a person who answers questions.
  let isAttended: Bool
  /// An error aborts the cells that wait.
  let stopsOnError: Bool
  /// Expressions to evaluate when it has ended, by name.
  let expressions: [(name: String, text: String)]

  /// Nil if the request has no code.
  init?(_ message: KernelMessage) {
    guard let code = message.content["code"]?.string else { return nil }
    func flag(_ name: String, _ standard: Bool) -> Bool { message.content[name]?.bool ?? standard }
    self.message = message
    self.code = code
    isSilent = flag("silent", false)
    isCounted = !isSilent && flag("store_history", true)
    isAttended = flag("allow_stdin", false)
    stopsOnError = flag("stop_on_error", true)
    expressions = (message.content["user_expressions"]?.members ?? []).map { ($0.0, $0.1.string ?? "") }
  }
}
