package import PodiumCore
internal import PodiumPlugin
internal import Synchronization

extension Interpreter {
  /// Runs the commands of a file within the running command, all or none of them: if one fails or is interrupted,
  /// the running command fails, and everything they changed in the workspace and the session is undone.
  ///
  /// `failure` extracts the error that stopped it from what `body` returns. Files that were written remain.
  /// The user is not asked anything meanwhile. Throws that error, `interrupted`, and errors of the workspace.
  package mutating func wholly<Result>(
    _ body: (inout Interpreter) -> Result, failure error: (Result) -> Diagnostic?
  ) throws(Diagnostic) -> Result {
    let store = services.wholeStore
    let confirm = services.confirm
    services.confirm = nil
    try store?.hold()
    let result = body(&self)
    var failure = error(result)
    store?.release()
    services.confirm = confirm
    if failure == nil, cancellation.isCancelled { failure = .interrupted }
    if let failure { throw failure }
    return result
  }
}
