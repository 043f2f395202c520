public import PodiumCore
internal import PodiumPlugin

/// How a script or a notebook runs.
public struct FileOptions: Sendable {
  /// Values of its parameters, by name.
  public var parameters: [String: String] = [:]
  /// Whether to continue after an error.
  public var keepGoing = false
  /// Whether data are accepted that have changed since a notebook declared them.
  public var updatesData = false
  /// Whether a notebook's outcome is to declare the data that its cells loaded, with their hashes.
  public var declaresData = false
  /// Whether the files and records that it writes stay; otherwise they are kept in memory and discarded.
  public var keepsWrites = true

  /// The default options.
  public init() {}
}

extension EngineSession {
  /// Runs a script file, command by command, as `execute` runs a text; a file that cannot be read is the result's `failure`.
  ///
  /// Paths in it are relative to its own folder. In a session without trust it may use that folder, the bundled datasets and
  /// the session's workspace, and nothing else.
  @discardableResult
  public func execute(
    file: String, _ options: FileOptions = FileOptions(), cancellation: Cancellation = Cancellation(),
    onEvent: (@Sendable (ExecutionEvent) -> Void)? = nil
  ) -> ExecutionResult {
    execute(file, options, cancellation, onEvent) { interpreter, text in
      interpreter.parameters = options.parameters
      return interpreter.run(PastedText.script(text), file: file, keepGoing: options.keepGoing, report: { _ in })
    }
  }

  /// Reads a file and runs something on its text, in the folder of the file and with the rights of files.
  package func execute(
    _ file: String, _ options: FileOptions, _ cancellation: Cancellation,
    _ onEvent: (@Sendable (ExecutionEvent) -> Void)?,
    _ body: (_ interpreter: inout Interpreter, _ text: String) throws(Diagnostic) -> Bool
  ) -> ExecutionResult {
    execute(cancellation, onEvent) { interpreter throws(Diagnostic) in
      let (services, wasInteractive) = (interpreter.services, interpreter.isInteractive)
      defer { (interpreter.services, interpreter.isInteractive) = (services, wasInteractive) }
      let path = services.resolve(file)
      let text = try services.files.text(of: path, shown: file)
      if let parent = FilePath(path).parent { interpreter.services.folder = parent.text }
      interpreter.session.leaveAlone()
      resources.enterFile(&interpreter.services, interpreter.registry, options.keepsWrites)
      return try body(&interpreter, text)
    }
  }
}
