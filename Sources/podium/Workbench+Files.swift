import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import Synchronization

extension Workbench {
  /// Runs a notebook or a script file; `updatesData` accepts changed data.
  func runFile(
    _ file: String, parameters: [String: String], updatesData: Bool, _ cancellation: Cancellation
  ) -> Int32 {
    perform(cancellation) { session in
      do throws(Diagnostic) {
        let succeeded: Bool
        if FilePath(file).ends(in: ".md") {
          let notebook = try open(file, in: &session, updatesData: updatesData)
          succeeded = try run(notebook: notebook, file, parameters, &session)
        } else {
          let text = try enter(file, &session)
          confine(&session)
          session.services.allowRerun?(&session.services)
          session.parameters = parameters
          succeeded = session.run(PromptText.script(text), file: file, keepGoing: keepGoing) {
            screen.show($0, until: cancellation)
          }
        }
        return Workbench.status(session, succeeded)
      } catch {
        screen.write(screen.errorRenderer(session.state.settings).render(error, input: ""), to: .error)
        return 2
      }
    }
  }

  /// Reads a notebook, changes to its folder, confines it there unless it is trusted, and checks its data.
  ///
  /// `updatesData` accepts changed data with their new hashes; `discardsWrites` keeps what its cells write in memory.
  /// Throws what `NotebookData.check` throws.
  func open(
    _ file: String, in session: inout Interpreter, updatesData: Bool = false, discardsWrites: Bool = false
  ) throws(Diagnostic) -> Notebook {
    let text = try enter(file, &session)
    var notebook = try session.cancellation.detached { () throws(Diagnostic) in try Notebook(text, file: file) }
    confine(&session)
    if discardsWrites {
      Assembly.discardWrites(&session.services)
    } else {
      session.services.allowRerun?(&session.services)
    }
    let found = try NotebookData.check(notebook.frontMatter, in: session.session, updating: updatesData)
    notebook.frontMatter = notebook.frontMatter.with(data: found)
    return notebook
  }

  /// Returns a file's text and makes its folder the current one.
  private func enter(_ file: String, _ session: inout Interpreter) throws(Diagnostic) -> String {
    let path = session.services.resolve(file)
    let text = try Workbench.text(of: path, shown: file, session)
    if let parent = FilePath(path).parent { session.services.folder = parent.text }
    return text
  }

  private func confine(_ session: inout Interpreter) {
    if !isTrusted { Assembly.confine(&session.services, registry: session.registry) }
  }

  static func text(of path: String, shown name: String, _ session: Interpreter) throws(Diagnostic)
    -> String
  {
    return withoutMark(try session.services.files.text(of: path, shown: name))
  }

  /// The text without a byte order mark.
  static func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  private func run(
    notebook: Notebook, _ file: String, _ given: [String: String], _ session: inout Interpreter
  ) throws(Diagnostic) -> Bool {
    let cancellation = session.cancellation
    try session.take(notebook.frontMatter, given)
    let format = session.state.settings.format
    let copy = Terminal.file(of: .output).flatMap { $0.ends(in: ".podium.md") ? $0 : nil }
    let asDocument = format == "markdown" || (format == nil && !Terminal.isTerminal(.output))
    let hasProse = format.flatMap { session.registry.renderer($0)?.isForReading } ?? true
    // A document keeps the bytes of its notebook, but a terminal must not run control sequences in them.
    let isSeen = Terminal.isTerminal(.output)
    var pages: [String] = []
    func document(_ text: String) {
      let text = MaskedText(text).text
      // What is at the top follows from what the cells read.
      if isSeen { screen.write(SafeText.escapeLines(text), to: .output) } else { pages.append(text) }
    }
    var pictures: [CellFigures.Picture] = []
    func prose(_ text: String) {
      if asDocument {
        document(text)
      } else if hasProse {
        screen.write(SafeText.escapeLines(text), to: .output)
      }
    }
    let start = session.cells.files.count
    let succeeded = NotebookRun(notebook, file: file).run(in: &session, keepGoing: keepGoing) { event in
      switch event {
      case .starting: break
      case .skipped(let cell): prose(cell.text + cell.recorded)
      case .prose(let text): prose(text)
      case .cell(let cell, let reports, let failure):
        if asDocument {
          let text = cell.text.hasSuffix("\n") ? cell.text : cell.text + "\n"
          document(text + NotebookRun.recording(of: cell, reports: reports, file: copy?.name ?? file))
          pictures += CellFigures.pictures(of: cell, reports: reports, file: file)
        } else {
          for report in reports {
            if hasProse { screen.write(screen.prompted(report.input) + "\n", to: .output) }
            screen.show(
              report, errors: cell.options.expectsError ? .output : .error, until: cancellation)
          }
        }
        // The document has the error in a fence already; repeat it here for those who see only the exit status.
        if let failure, asDocument || reports.last?.error == nil {
          screen.write(
            screen.errorRenderer(reports.last?.settings).render(
              failure, input: reports.last?.input ?? MaskedText(cell.source).text),
            to: .error)
        }
      }
    }
    guard asDocument, !isSeen else { return succeeded }
    // The parameters of this run belong to its results.
    let front = notebook.declaring(readBy: session, from: start).with(parameters: session.parameters)
    for page in [MaskedText(front.text).text] + pages { screen.write(page, to: .output) }
    if let copy {
      try CellFigures.write(pictures, beside: copy.text, shown: copy.text, with: DiskFiles())
    } else if !pictures.isEmpty {
      screen.write(
        "podium: the copy shows \(pictures.count.counted("figure")), which only a file can have beside it: "
          + "'podium run \(CommandText.word(file)) > COPY.podium.md' writes both\n", to: .error)
    }
    return succeeded
  }
}
