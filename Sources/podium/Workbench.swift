import Glibc
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumNotebook
import PodiumOutside
import PodiumShell
import Synchronization

/// The session of this process and the front end that shows what it gives.
///
/// A class: the console's thread and the worker share the one session, under a lock.
final class Workbench: Sendable {
  private let session: Mutex<Session>
  /// The doors to this machine.
  let services: Services
  /// Everything but the plugins of the shelf.
  let builtIn: Registry
  /// What programs from outside go by.
  let host: OutsideHost
  /// Where plugins from outside are installed.
  let shelf: PluginShelf
  private let format: OutputFormat?
  private let style: TextStyle
  private let errorStyle: TextStyle
  private let keepGoing: Bool
  private let noStartupFile: Bool
  private let fixedWidth: Bool
  private let isInteractive: Bool

  /// `isTrusted` is whether outside programs may be started, `keepsWork` whether the user's own workspace is used
  /// where no other is named.
  init(
    _ options: CommonOptions, isInteractive: Bool, isTrusted: Bool = true, usesShelf: Bool = true,
    keepsWork: Bool = true
  ) {
    var registry: Registry
    do {
      registry = try Assembly.registry()
    } catch {
      Terminal.write(TextRenderer(style: .plain).render(error, input: ""), to: .error)
      Terminal.exit(2)
    }
    var services = Assembly.services(
      folder: Environment.currentFolder, datasetFolders: Environment.datasetFolders, clock: Environment.seconds,
      version: Build.version)
    services.shell = OutsideCommand.run
    let host = OutsideHost(isTrusted: isTrusted, version: Build.version)
    if isTrusted {
      Assembly.open(&services, to: host)
      services.network = Assembly.network(
        cacheFolder: Environment.fetchFolder, version: Build.version, clock: Environment.now)
    } else {
      services.shell = nil
    }
    // A plugin's datasets are named from the top of the file system.
    services.datasetFolders.append("")
    self.services = services
    builtIn = registry
    self.host = host
    // Without a home there is no shelf: a folder of no name holds nothing.
    shelf = PluginShelf(
      options.plugins.map(services.resolve) ?? Environment.pluginFolder ?? "", files: services.files, host: host)
    if usesShelf {
      if let chosen = options.plugins, services.files.kind(of: shelf.folder) != .folder {
        Terminal.write("warning: there is no folder '\(SafeText.escape(chosen))' of plugins\n", to: .error)
      }
      for (name, reason) in shelf.register(into: &registry) {
        let text = "warning: plugin '\(name)' is left out: \(reason.message)"
        Terminal.write(SafeText.escape(text) + "\n", to: .error)
        if let help = reason.help { Terminal.write("help: " + SafeText.escape(help) + "\n", to: .error) }
      }
    }
    let file = options.workspace ?? (keepsWork ? Environment.workspaceFile : nil)
    services.store = Assembly.store(
      file: file == ":memory:" ? nil : file.map(services.resolve), author: Environment.user, registry: registry,
      clock: Environment.now)
    var session = Session(registry: registry, services: services)
    session.isInteractive = isInteractive
    if let seed = options.seed { session.state.settings.seed = seed }
    if let threads = options.threads { session.state.settings.threads = threads }
    if let width = options.width { session.state.settings.width = width }
    // Files and pipes get every row; their lines are broken only where a width was asked for.
    style = Workbench.style(
      .output, width: options.width, colour: Workbench.colour(options.color, .output),
      forced: options.format == .terminal)
    errorStyle = Workbench.style(
      .error, width: options.width, colour: Workbench.colour(options.color, .error))
    self.session = Mutex(session)
    format = options.format
    keepGoing = options.keepGoing
    noStartupFile = options.noStartupFile
    fixedWidth = options.width != nil
    self.isInteractive = isInteractive
  }

  private static func style(
    _ stream: Terminal.Stream, width: Int?, colour: Bool, forced: Bool = false
  ) -> TextStyle {
    let standard = Settings()
    let isScreen = forced || Terminal.isTerminal(stream)
    var style = TextStyle.plain
    style.width = width ?? (isScreen ? standard.width : nil)
    style.rows = isScreen ? standard.rows : nil
    style.colour = colour
    return style
  }

  private static func colour(_ choice: ColourChoice, _ stream: Terminal.Stream) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isTerminal(stream) && Environment.variable("NO_COLOR") == nil
        && Environment.variable("TERM") != "dumb"
    }
  }

  /// Runs work that Ctrl-C can stop; returns the exit status.
  func supervised(_ work: @escaping @Sendable (Cancellation) -> Int32) -> Int32 {
    let cancellation = Cancellation()
    switch Signals.supervise(cancellation, { work(cancellation) }) {
    case .finished(let status): return cancellation.isCancelled ? 130 : status
    case .terminated(let status): return status
    }
  }

  /// Closes the workspace, so that the next session need not look for damage.
  func close() { session.withLock { $0.services.store?.close() } }

  /// The exit status of a session that has run all it was given.
  private static func status(_ session: Session, _ succeeded: Bool) -> Int32 {
    if let leaving = session.leaving { return leaving }
    if session.wasInterrupted { return 130 }
    return succeeded ? 0 : (session.wasRefused ? 2 : 1)
  }

  // MARK: The three ways to run

  /// Runs an entry of the prompt; returns a status when it asks to leave.
  func execute(_ text: String, _ cancellation: Cancellation) -> Int32? {
    session.withLock { session in
      session.cancellation = cancellation
      session.history.append(text)
      _ = session.run(text, keepGoing: false) { show($0) }
      return session.leaving
    }
  }

  /// Runs the commands of `-c`.
  func run(_ commands: [String], _ cancellation: Cancellation) -> Int32 {
    runAll(cancellation) { session in
      var succeeded = true
      for command in commands {
        session.history.append(command)
        if !session.run(command, keepGoing: keepGoing, report: { show($0) }) {
          succeeded = false
        }
        if session.leaving != nil || cancellation.isCancelled || (!succeeded && !keepGoing) { break }
      }
      return succeeded
    }
  }

  /// Runs standard input as a script, command by command as they arrive.
  func runStandardInput(_ cancellation: Cancellation) -> Int32 {
    session.withLock { session in
      session.cancellation = cancellation
      var input = StandardInput(cancellation)
      var status: Int32 = 0
      var pending = ""
      var firstLine = 1
      var line = 0
      var isOver = false
      while !isOver {
        do throws(Diagnostic) {
          let read = try input.line()
          isOver = read == nil
          line += 1
          if pending.isEmpty { firstLine = line }
          pending += line == 1 ? Workbench.withoutMark(read ?? "") : read ?? ""
          if pending.isEmpty || (!isOver && Script.needsMore(Workbench.withoutLineEnd(pending))) { continue }
        } catch {
          Terminal.write(
            errorRenderer(session.state.settings).render(error.inFile("<stdin>", line: line + 1), input: ""),
            to: .error)
          return error.code == "not-text" ? 1 : 2
        }
        let text = Workbench.withoutLineEnd(pending)
        session.history.append(text)
        let worked = session.run(
          text, file: "<stdin>", firstLine: firstLine, keepGoing: keepGoing, report: { show($0) })
        pending = ""
        if !worked { status = 1 }
        if session.leaving != nil || cancellation.isCancelled || (!worked && !keepGoing) { break }
      }
      return session.leaving ?? status
    }
  }

  /// Runs the startup file; what is wrong in it warns and the prompt comes all the same.
  func runStartupFile() {
    guard !noStartupFile, let path = Environment.startupFile else { return }
    session.withLock { session in
      guard session.services.files.kind(of: path) != .none else { return }
      let renderer = errorRenderer(session.state.settings)
      // It is a file like any other: verbs are written out in it.
      session.isInteractive = false
      do throws(Diagnostic) {
        let text = try Workbench.text(of: path, shown: path, session)
        _ = session.run(text, file: path, keepGoing: true) { report in
          guard let error = report.error else { return }
          Terminal.write(
            "warning: in the startup file: " + renderer.render(error, input: report.input), to: .error)
        }
      } catch {
        Terminal.write("warning: " + renderer.render(error, input: ""), to: .error)
      }
      session.isInteractive = isInteractive
      session.leaving = nil
    }
  }

  /// Runs a notebook or a script file.
  func runFile(_ file: String, parameters: [String: String], _ cancellation: Cancellation) -> Int32 {
    session.withLock { session in
      session.cancellation = cancellation
      do throws(Diagnostic) {
        let path = session.services.resolve(file)
        let text = try Workbench.text(of: path, shown: file, session)
        // Paths in a file start from the file's own folder.
        if let slash = path.lastIndex(of: "/") { session.services.folder = String(path[..<slash]) }
        let succeeded: Bool
        if file.hasSuffix(".md") {
          succeeded = try run(notebook: Notebook(text, file: file), file, parameters, &session)
        } else {
          session.parameters = parameters
          succeeded = session.run(text, file: file, keepGoing: keepGoing) { show($0) }
        }
        return Workbench.status(session, succeeded)
      } catch {
        Terminal.write(errorRenderer(session.state.settings).render(error, input: ""), to: .error)
        return 2
      }
    }
  }

  /// A file's text.
  private static func text(of path: String, shown name: String, _ session: Session) throws(Diagnostic)
    -> String
  {
    let bytes = try session.services.files.read(path, shown: name)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic("not-text", "'\(name)' is no UTF-8 text", help: "save it as UTF-8")
    }
    return withoutMark(text)
  }

  /// The text without its last line end, behind which a `\\` would seem to be followed by a line.
  private static func withoutLineEnd(_ text: String) -> String {
    guard let last = text.last, last.isNewline else { return text }
    return String(text.dropLast())
  }

  /// The text without the mark that editors of other systems begin a file with.
  private static func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  private func runAll(_ cancellation: Cancellation, _ body: (inout Session) -> Bool) -> Int32 {
    session.withLock { session in
      session.cancellation = cancellation
      let succeeded = body(&session)
      return Workbench.status(session, succeeded)
    }
  }

  private func run(
    notebook: Notebook, _ file: String, _ given: [String: String], _ session: inout Session
  ) throws(Diagnostic) -> Bool {
    session.parameters = notebook.frontMatter.parameters
    for (name, value) in given {
      guard session.parameters[name] != nil else {
        throw Diagnostic.unknown("parameter", name, among: session.parameters.keys.sorted())
      }
      session.parameters[name] = value
    }
    let asDocument = format == .markdown || (format == nil && !Terminal.isTerminal(.output))
    // A document keeps the bytes of its notebook, but no terminal may be told what to do by them.
    let isSeen = Terminal.isTerminal(.output)
    func document(_ text: String) { Terminal.write(isSeen ? SafeText.escapeLines(text) : text, to: .output) }
    if asDocument { document(notebook.frontMatter.text) }
    return NotebookRun(notebook, file: file).run(in: &session, keepGoing: keepGoing) { event in
      switch event {
      case .prose(let text):
        if asDocument {
          document(text)
        } else if format != .json {
          Terminal.write(SafeText.escapeLines(text), to: .output)
        }
      case .cell(let cell, let reports, let failure):
        if asDocument {
          let text = cell.text.hasSuffix("\n") ? cell.text : cell.text + "\n"
          document(text + NotebookRun.recording(of: cell, reports: reports))
        } else {
          for report in reports {
            if format != .json {
              Terminal.write(
                style.prompted("podium> " + SafeText.escapeLines(report.input)) + "\n", to: .output)
            }
            show(report, errors: cell.options.expectsError ? .output : .error)
          }
        }
        // In the document the error stands as a fence already; who reads the exit status wants it here too.
        if let failure, asDocument || reports.last?.error == nil {
          Terminal.write(
            errorRenderer(reports.last?.settings).render(failure, input: reports.last?.input ?? cell.source),
            to: .error)
        }
      }
    }
  }

  // MARK: Showing

  /// An error as it is shown.
  func words(of error: Diagnostic) -> String {
    error.code == Diagnostic.interrupted.code
      ? "interrupted; nothing was changed\n" : errorRenderer(nil).render(error, input: "")
  }

  /// What a plugin registers, a line a kind.
  func brought(by plugin: OutsidePlugin) -> [String] {
    var registry = builtIn
    guard (try? registry.add(plugin)) != nil else { return [] }
    var lines: [String] = []
    var last: String?
    for (kind, name) in registry.registered(by: plugin.name) {
      if kind == last, !lines.isEmpty {
        lines[lines.count - 1] += ", " + name
      } else {
        lines.append(kind + " " + name)
      }
      last = kind
    }
    return lines
  }

  private func errorRenderer(_ settings: Settings?) -> TextRenderer {
    TextRenderer(style: fitted(errorStyle, settings ?? Settings()))
  }

  private func show(_ report: CommandReport, errors: Terminal.Stream = .error) {
    switch format {
    case .json:
      let text = JSONRenderer().render(report) + "\n"
      Terminal.write(Terminal.isTerminal(.output) ? SafeText.escapeJSON(text) : text, to: .output)
    case .markdown: Terminal.write(MarkdownRenderer().render(report), to: .output)
    case .plain: Terminal.write(TextRenderer(style: .plain).render(report), to: .output)
    case .terminal, nil:
      Terminal.write(TextRenderer(style: fitted(style, report.settings)).render(report), to: .output)
    }
    if let error = report.error {
      if report.status == .interrupted, isInteractive {
        // The terminal has echoed the key as ^C; what is said begins on a line of its own.
        let help = error.help.map { "help: " + SafeText.escape($0) + "\n" } ?? ""
        Terminal.write("\ninterrupted; nothing was changed\n" + help, to: .error)
      } else {
        Terminal.write(errorRenderer(report.settings).render(error, input: report.input), to: errors)
      }
    }
  }

  /// The style for the window as it is now: people change its size.
  private func fitted(_ style: TextStyle, _ settings: Settings) -> TextStyle {
    var style = style
    if style.rows != nil { style.rows = settings.rows }
    if style.width != nil {
      let isChosen = fixedWidth || settings.width != Settings().width
      style.width = isChosen ? settings.width : TerminalSize.current?.columns ?? settings.width
    }
    return style
  }
}
