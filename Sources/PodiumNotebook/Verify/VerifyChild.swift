public import PodiumCore
public import PodiumEngine
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

  /// Replays the notebook that `open` returns and reports each step, or why it cannot run.
  ///
  /// `open` has checked the data.
  public func run(
    in interpreter: inout Interpreter, opening open: (inout Interpreter) throws(Diagnostic) -> Notebook,
    tell: (VerificationMessage) -> Void
  ) {
    do throws(Diagnostic) {
      let notebook = try open(&interpreter)
      interpreter.parameters = notebook.frontMatter.parameters
      var verification = NotebookVerification(notebook, file: file)
      verification.rule = rule
      verification.choice = choice
      verification.checksData = false
      try verification.run(in: &interpreter) { tell(.event($0)) }
      if updatesData { tell(.data(notebook.declaring(readBy: interpreter).data)) }
      tell(.done)
    } catch {
      tell(.refused(error))
    }
  }
}
