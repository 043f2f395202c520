internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// The work of a process that verifies one notebook.
public struct VerifyChild: Sendable {
  /// The notebook's name, for the places of errors.
  public let file: String
  /// When numbers are close.
  public var rule = NumberRule()
  /// Which cells are compared.
  public var choice = NotebookVerification.Choice.all
  /// Whether changed data are accepted and their hashes reported.
  public var updatesData = false

  public init(_ file: String) { self.file = file }

  /// Replays a notebook, whose data have been checked, and reports each step; throws why it cannot run.
  func run(
    _ notebook: Notebook, in interpreter: inout Interpreter, tell: (VerificationMessage) -> Void
  ) throws(Diagnostic) {
    interpreter.parameters = notebook.frontMatter.parameters
    var verification = NotebookVerification(notebook, file: file)
    verification.rule = rule
    verification.choice = choice
    verification.checksData = false
    try verification.run(in: &interpreter) { tell(.event($0)) }
    if updatesData { tell(.data(notebook.declaring(readBy: interpreter).data)) }
    tell(.done)
  }
}
