import Glibc
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumOutside
import PodiumPlugin
import PodiumRender
import Synchronization

/// The session of this process, what its reports are shown by, and the ways to run commands in it.
final class Workbench: Sendable {
  let engine: Engine
  let session: EngineSession
  /// What programs from outside go by that are started to be installed or tested.
  let host: OutsideHost
  /// Where plugins from outside are installed.
  let pluginDirectory: PluginDirectory
  /// What shows its reports.
  let screen: Screen
  let keepGoing: Bool
  let noStartupFile: Bool
  let isInteractive: Bool
  /// Whether what is run may start outside programs and touch files outside its own folder.
  let isTrusted: Bool

  /// `isTrusted` is whether outside programs may be started, `keepsWork` whether the user's own workspace is used
  /// where no other is named.
  init(
    _ options: LaunchOptions, isInteractive: Bool, isTrusted: Bool = true, usesPluginDirectory: Bool = true,
    keepsWork: Bool = true, earlier: EarlierEntries? = nil
  ) {
    var screen = Screen(options, isInteractive: isInteractive)
    let configuration = Environment.configuration(options, screen, isInteractive: isInteractive)
    var chosen = options.session
    (chosen.isInteractive, chosen.isTrusted) = (isInteractive, isTrusted)
    (chosen.usesPluginDirectory, chosen.keepsWork) = (usesPluginDirectory, keepsWork)
    do throws(Diagnostic) {
      engine = try Assembly.engine(configuration)
      session = try engine.session(chosen)
    } catch {
      Terminal.write(TextRenderer(style: .plain).render(error, input: ""), to: .error)
      Terminal.exit(2)
    }
    screen.renderers = engine.registry.renderers
    let services = session.snapshot.services
    host = OutsideHost(isTrusted: isTrusted, version: Build.version)
    // Without a home there is no plugin directory: a folder of no name holds nothing.
    pluginDirectory = Assembly.plugins(in: configuration.pluginFolder ?? "", services, host)
    self.screen = screen
    keepGoing = options.keepGoing
    noStartupFile = options.noStartupFile
    self.isInteractive = isInteractive
    self.isTrusted = isTrusted
    if usesPluginDirectory, let folder = options.plugins, services.files.kind(of: pluginDirectory.folder) != .folder {
      Terminal.write("warning: there is no folder '\(SafeText.escape(folder))' of plugins\n", to: .error)
    }
    for warning in session.warnings {
      Terminal.write(SafeText.escape("warning: " + warning.message) + "\n", to: .error)
      if let help = warning.help { Terminal.write("help: " + SafeText.escape(help) + "\n", to: .error) }
    }
    let isSpoken = Environment.variable("PODIUM_SCREENREADER").map { $0 != "0" }
    if earlier != nil || isSpoken != nil {
      session.perform { interpreter in
        if let isSpoken { interpreter.state.settings.screenreader = isSpoken }
        if let earlier { interpreter.earlierHistory = { earlier.read() } }
      }
    }
  }

  /// The services of the session.
  var services: Services { session.snapshot.services }

  /// Everything that can be named but the plugins that are installed.
  var builtIn: Registry { engine.registry }

  /// Runs work that Ctrl-C can stop; returns the exit status.
  func supervised(_ work: @escaping @Sendable (Cancellation) -> Int32) -> Int32 {
    let cancellation = Cancellation()
    switch Signals.supervise(cancellation, ticker: screen.progress?.ticker, { work(cancellation) }) {
    case .finished(let status): return cancellation.isCancelled ? 130 : status
    case .terminated(let status): return status
    }
  }

  /// Does work on the interpreter; returns its exit status.
  func perform(_ cancellation: Cancellation, _ body: (inout Interpreter) -> Int32) -> Int32 {
    session.perform(cancellation: cancellation, body) ?? 2
  }

  /// Closes the workspace, so that the next session need not look for damage.
  func close() { session.close() }

  /// The exit status of a session that has run all it was given.
  static func status(_ session: Interpreter, _ succeeded: Bool) -> Int32 {
    if let status = session.exitStatus { return status }
    if session.wasInterrupted { return 130 }
    return succeeded ? 0 : (session.wasRefused ? 2 : 1)
  }

  // MARK: The three ways to run

  /// Runs a text and shows its reports.
  private func show(_ text: String, _ cancellation: Cancellation) -> ExecutionResult {
    session.columns = TerminalSize.current?.columns
    return session.execute(text, keepGoing: keepGoing && !isInteractive, cancellation: cancellation) { [screen] event in
      if case .report(let report) = event { screen.show(report, until: cancellation) }
    }
  }

  /// Runs an entry of the prompt; returns a status when it asks to leave.
  func execute(_ text: String, _ cancellation: Cancellation) -> Int32? { show(text, cancellation).exitStatus }

  /// Runs the commands of `-c`.
  func run(_ commands: [String], _ cancellation: Cancellation) -> Int32 {
    var status: Int32 = 0
    for command in commands {
      let result = show(command, cancellation)
      if let exitStatus = result.exitStatus { return exitStatus }
      if result.status == .interrupted { return 130 }
      if result.status != .ok {
        // What was refused once is refused, whatever else failed.
        status = result.wasRefused || status == 2 ? 2 : 1
        if !keepGoing { return status }
      }
      if cancellation.isCancelled { break }
    }
    return status
  }

  /// Runs standard input as a script, command by command as they arrive.
  func runStandardInput(_ cancellation: Cancellation) -> Int32 {
    perform(cancellation) { session in
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
          screen.write(
            screen.errorRenderer(session.state.settings).render(error.inFile("<stdin>", line: line + 1), input: ""),
            to: .error)
          return error.code == "not-text" ? 1 : 2
        }
        let text = Workbench.withoutLineEnd(pending)
        session.history.append(text)
        let worked = session.run(
          text, file: "<stdin>", firstLine: firstLine, keepGoing: keepGoing,
          report: { screen.show($0, until: cancellation) })
        pending = ""
        if !worked { status = session.wasRefused ? 2 : 1 }
        if session.exitStatus != nil || session.wasInterrupted || cancellation.isCancelled || (!worked && !keepGoing) {
          break
        }
      }
      return session.exitStatus ?? (session.wasInterrupted ? 130 : status)
    }
  }
}
