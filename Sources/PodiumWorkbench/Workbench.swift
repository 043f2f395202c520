internal import Glibc
internal import PodiumAssembly
package import PodiumConsole
package import PodiumCore
package import PodiumEngine
package import PodiumOutside
package import PodiumPlugin
internal import PodiumRender
internal import Synchronization

/// The session of this process, the screen that shows its reports, and the ways to run commands in it.
package final class Workbench: Sendable {
  package let engine: Engine
  package let session: EngineSession
  /// The limits of external programs that are started to be installed or tested.
  package let host: OutsideHost
  /// Where external plugins are installed.
  package let pluginDirectory: PluginDirectory
  package let screen: TerminalScreen
  let keepGoing: Bool
  let noStartupFile: Bool
  let isInteractive: Bool

  /// `isTrusted` allows external programs; `keepsWork` uses the user's own workspace if no other is named; unless it
  /// `lendsTerminal`, what programs of the shell write comes as events.
  package init(
    _ options: LaunchOptions, isInteractive: Bool, isTrusted: Bool = true, usesPluginDirectory: Bool = true,
    keepsWork: Bool = true, lendsTerminal: Bool = true, earlier: EarlierEntries? = nil
  ) {
    var screen = TerminalScreen(options, isInteractive: isInteractive)
    var configuration = EngineConfiguration.user
    configuration.pluginFolder = options.plugins ?? configuration.pluginFolder
    configuration.version = Assembly.version
    var chosen = options.client(of: configuration.client, screen, isInteractive: isInteractive)
    (chosen.isTrusted, chosen.usesPluginDirectory, chosen.keepsWork) = (isTrusted, usesPluginDirectory, keepsWork)
    if !lendsTerminal { chosen.shell = nil }
    if let earlier { chosen.earlierHistory = { earlier.read() } }
    do throws(Diagnostic) {
      engine = try Assembly.engine(configuration)
      session = try engine.session(chosen)
    } catch {
      Terminal.write(TextRenderer(style: .plain).render(error, input: ""), to: .error)
      Terminal.exit(2)
    }
    screen.registry = engine.registry
    LastWords.prepare(
      Workbench.lastWords(chosen.workspace ?? (keepsWork ? configuration.workspaceFile : nil)))
    let services = session.snapshot.services
    host = OutsideHost(isTrusted: isTrusted, version: Assembly.version)
    // Without a home folder there is no plugin directory, and a folder without a name is empty.
    pluginDirectory = Assembly.plugins(in: configuration.pluginFolder ?? "", services, host)
    self.screen = screen
    keepGoing = options.keepGoing
    noStartupFile = options.noStartupFile
    self.isInteractive = isInteractive
    if usesPluginDirectory, let folder = options.plugins, services.files.kind(of: pluginDirectory.folder) != .folder {
      Terminal.write("warning: there is no plugin folder '\(SafeText.escape(folder))'\n", to: .error)
    }
    for warning in (keepsWork ? Environment.warnings : []) + session.warnings {
      Terminal.write(SafeText.escapeSentence("warning: " + warning.message) + "\n", to: .error)
      if let help = warning.help { Terminal.write("help: " + SafeText.escapeSentence(help) + "\n", to: .error) }
    }
  }

  /// The sentence of a crash: what may have happened, and where the history is.
  private static func lastWords(_ workspace: String?) -> String {
    let kept = workspace.flatMap { $0 == ":memory:" ? nil : SafeText.escape($0) }
    return "error: podium stopped, because memory ran out or it has a fault; "
      + (kept.map { "the history of your commands is in '\($0)'" } ?? "this session kept no history")
      + "\n"
  }

  package var services: Services { session.snapshot.services }

  /// The registry without the installed plugins.
  package var builtIn: Registry { engine.registry }

  /// Runs work that Ctrl-C can stop; returns the exit status.
  package func supervised(_ work: @escaping @Sendable (Cancellation) -> Int32) -> Int32 {
    let cancellation = Cancellation()
    switch Signals.supervise(cancellation, ticker: screen.progress?.ticker, { work(cancellation) }) {
    case .finished(let status): return cancellation.isCancelled ? 130 : status
    case .terminated(let status): return status
    }
  }

  /// Closes the workspace, so that the next session does not have to check it for damage.
  package func close() { session.close() }

  /// The exit status after a file.
  static func status(of result: ExecutionResult) -> Int32 {
    if let status = result.exitStatus { return status }
    return switch result.status {
    case .ok: 0
    case .interrupted: 130
    case .error: result.wasRefused ? 2 : 1
    case .closed: 2
    }
  }

  // MARK: The three ways to run

  /// What shows the reports of a text.
  func shown(until cancellation: Cancellation) -> @Sendable (ExecutionEvent) -> Void {
    { [screen] event in
      switch event {
      case .report(let report): screen.show(report, until: cancellation)
      case .redrawn(let report, let seconds): screen.redraw(report, every: seconds, until: cancellation)
      case .cleared: screen.clear()
      default: break
      }
    }
  }

  /// Runs a text and shows its reports.
  private func show(
    _ text: String, from place: EngineSession.FilePlace? = nil, _ cancellation: Cancellation
  ) -> ExecutionResult {
    session.columns = TerminalSize.current?.columns
    return session.execute(
      text, from: place, keepGoing: keepGoing && !isInteractive, cancellation: cancellation,
      onEvent: shown(until: cancellation))
  }

  /// Runs an entry of the prompt; returns an exit status if it ends the session.
  package func execute(_ text: String, _ cancellation: Cancellation) -> Int32? { show(text, cancellation).exitStatus }

  /// Runs the commands of `-c`.
  package func run(_ commands: [String], _ cancellation: Cancellation) -> Int32 {
    var status: Int32 = 0
    for command in commands {
      if let ended = ended(by: show(command, cancellation), &status, cancellation) { return ended }
    }
    return status
  }

  /// The exit status if a text is the last one that runs; `status` is that of the texts so far.
  private func ended(by result: ExecutionResult, _ status: inout Int32, _ cancellation: Cancellation) -> Int32? {
    if let exitStatus = result.exitStatus { return exitStatus }
    if result.status == .interrupted { return 130 }
    // A refusal (2) takes precedence over a failure (1).
    if result.status != .ok { status = result.wasRefused || status == 2 ? 2 : 1 }
    return cancellation.isCancelled || (result.status != .ok && !keepGoing) ? status : nil
  }

  /// Runs standard input as a script, each command as it arrives.
  package func runStandardInput(_ cancellation: Cancellation) -> Int32 {
    var input = StandardInput(cancellation)
    var status: Int32 = 0
    var pending = PendingCommand()
    var line = 0
    var isOver = false
    // Whether the first line has a prompt, as one copied from a page has.
    var isTranscript: Bool?
    while !isOver {
      var place = line + 1
      do throws(Diagnostic) {
        var read = try input.line()
        isOver = read == nil
        line += 1
        if let text = read, isTranscript == true || (isTranscript == nil && !text.allSatisfy(\.isWhitespace)) {
          isTranscript = isTranscript ?? (PastedText.rest(of: text[...]) != nil)
          if isTranscript == true { read = PastedText.rest(of: text[...]) ?? "" }
        }
        if !pending.text.isEmpty { place = pending.firstLine }
        let isComplete = try pending.add(line == 1 ? PastedText.withoutMark(read ?? "") : read ?? "", number: line)
        if pending.text.isEmpty || (!isOver && !isComplete) { continue }
      } catch {
        screen.write(
          screen.errorRenderer(session.snapshot.state.settings).render(
            error.inFile("<stdin>", line: place), input: ""),
          to: .error)
        return ["not-text", "too-large"].contains(error.code) ? 1 : 2
      }
      let from = EngineSession.FilePlace("<stdin>", line: pending.firstLine)
      if let ended = ended(by: show(pending.take(), from: from, cancellation), &status, cancellation) { return ended }
    }
    return status
  }
}
