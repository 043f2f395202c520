public import PodiumCore
internal import PodiumPlugin
internal import Synchronization

extension Interpreter {
  /// Runs the commands of a file within the running command, all of them or none: where one fails or is interrupted,
  /// the running command fails, and with it goes what they wrote into the workspace and changed in the session.
  ///
  /// `failure` is the error that stopped it, out of what `body` gives. What was written into files stays, and the help of the error names it.
  /// No question is asked meanwhile. Throws that error, `interrupted`, and what the workspace throws.
  public mutating func wholly<Result>(
    _ body: (inout Interpreter) -> Result, failure error: (Result) -> Diagnostic?
  ) throws(Diagnostic) -> Result {
    let store = services.wholeStore
    let (files, confirm) = (services.files, services.confirm)
    let written = WrittenFiles(files)
    services.files = written
    services.confirm = nil
    try store?.hold()
    let result = body(&self)
    var failure = error(result)
    store?.release()
    services.files = files
    services.confirm = confirm
    if failure == nil, cancellation.isCancelled { failure = .interrupted }
    guard var failure else { return result }
    let names = written.names
    if !names.isEmpty {
      let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
      failure.help = (failure.help.map { $0 + "; " } ?? "") + "what it wrote into files stays: \(shown)"
    }
    throw failure
  }
}
