public import PodiumCore
public import PodiumEngine
internal import PodiumPlugin

/// The outcome of a notebook that ran in a session.
public struct NotebookOutcome: Sendable {
  /// How it ended; `failure` says why it could not run at all.
  public let result: ExecutionResult
  /// The notebook with the values of its parameters and the hashes of its data; nil if it could not run. Its recorded
  /// outputs are those of the file.
  public let notebook: Notebook?
  /// The first error of a cell that was not expected.
  public let failure: Diagnostic?
}

extension EngineSession {
  /// Replays a notebook file with the events of its commands, as `execute` runs a text; `onBlock` gets prose and cells.
  ///
  /// Its folder is that of its paths and, in a session without trust, all it may use, with the bundled datasets and declared
  /// data. Data that differ from what it declares stop it before its first cell.
  @discardableResult
  public func execute(
    notebook file: String, _ options: FileOptions = FileOptions(), cancellation: Cancellation = Cancellation(),
    onBlock: (NotebookRun.Event) -> Void = { _ in }, onEvent: (@Sendable (ExecutionEvent) -> Void)? = nil
  ) -> NotebookOutcome {
    var (ran, failure): (Notebook?, Diagnostic?) = (nil, nil)
    let result = replay(file, options, cancellation, onEvent) { (interpreter, notebook) throws(Diagnostic) in
      var notebook = notebook
      try interpreter.take(notebook.frontMatter, options.parameters)
      let start = interpreter.cells.files.count
      let worked = NotebookRun(notebook, file: file).run(in: &interpreter, keepGoing: options.keepGoing) { event in
        if case .cell(_, _, let error?) = event { failure = failure ?? error }
        onBlock(event)
      }
      if options.declaresData { notebook.frontMatter = notebook.declaring(readBy: interpreter, from: start) }
      notebook.frontMatter = notebook.frontMatter.with(parameters: interpreter.parameters)
      ran = notebook
      return worked
    }
    return NotebookOutcome(result: result, notebook: ran, failure: failure)
  }

  /// Replays a notebook and returns it in another form; its files and records are written to memory, so that nothing changes on the disk.
  ///
  /// The text is nil if a cell failed, unless the options keep going.
  public func export(
    _ export: NotebookExport, _ options: FileOptions = FileOptions(), cancellation: Cancellation = Cancellation(),
    onEvent: (@Sendable (ExecutionEvent) -> Void)? = nil
  ) -> (outcome: NotebookOutcome, text: String?) {
    var (ran, failure, text): (Notebook?, Diagnostic?, String?) = (nil, nil, nil)
    var kept = options
    kept.keepsWrites = false
    let programs = ProgramOutputs()
    let events: @Sendable (ExecutionEvent) -> Void = { event in
      programs.note(event)
      onEvent?(event)
    }
    let result = replay(export.file, kept, cancellation, events) { (interpreter, notebook) throws(Diagnostic) in
      var notebook = notebook
      try interpreter.take(notebook.frontMatter, options.parameters)
      notebook.frontMatter = notebook.frontMatter.with(parameters: interpreter.parameters)
      let replayed = ReplayedNotebook(
        notebook, file: export.file, in: &interpreter, keepGoing: options.keepGoing, programs: programs)
      (ran, failure) = (notebook, replayed.failure)
      guard replayed.failure == nil || options.keepGoing else { return false }
      try cancellation.check()
      // Neither cmark-gfm nor the escaping of long texts looks at Ctrl-C.
      let services = interpreter.services
      text = try cancellation.detached { () throws(Diagnostic) in try export.text(of: replayed, reading: services) }
      return replayed.failure == nil
    }
    return (NotebookOutcome(result: result, notebook: ran, failure: failure), text)
  }

  /// Replays a notebook and compares its outputs with the recorded ones; its files and records are written to memory.
  public func verify(_ child: VerifyChild, cancellation: Cancellation, tell: (VerificationMessage) -> Void) {
    var options = FileOptions()
    (options.updatesData, options.keepsWrites) = (child.updatesData, false)
    let result = replay(child.file, options, cancellation, nil) { (interpreter, notebook) throws(Diagnostic) in
      try child.run(notebook, in: &interpreter, tell: tell)
      return true
    }
    if let failure = result.failure { tell(.refused(failure)) }
  }

  /// Opens a notebook, checks its data, and runs something on it.
  private func replay(
    _ file: String, _ options: FileOptions, _ cancellation: Cancellation,
    _ onEvent: (@Sendable (ExecutionEvent) -> Void)?,
    _ body: (_ interpreter: inout Interpreter, _ notebook: Notebook) throws(Diagnostic) -> Bool
  ) -> ExecutionResult {
    execute(file, options, cancellation, onEvent) { (interpreter, text) throws(Diagnostic) in
      var notebook = try cancellation.detached { () throws(Diagnostic) in
        try Notebook(text, file: file)
      }
      let data = try NotebookData.check(
        notebook.frontMatter, in: interpreter.session, updating: options.updatesData)
      notebook.frontMatter = notebook.frontMatter.with(data: data)
      return try body(&interpreter, notebook)
    }
  }
}
