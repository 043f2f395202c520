import Glibc
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumOutside
import PodiumPlugin
import PodiumRender
import Synchronization

/// The session of this process and the ways to run commands in it.
///
/// A class: the console's thread and the worker share the one session, under a lock.
final class Workbench: Sendable {
  let session: Mutex<Interpreter>
  /// The services of this machine.
  let services: Services
  /// Everything but the plugins of the plugin directory.
  let builtIn: Registry
  /// What programs from outside go by.
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
    let screen = Screen(options, renderers: registry.renderers, isInteractive: isInteractive)
    self.screen = screen
    let progress = screen.progress
    if let progress { services.progressed = { progress.take($0) } }
    // Other programs have the terminal to themselves.
    services.shell = { (command, input, cancellation) throws(Diagnostic) in
      progress?.end()
      return try OutsideCommand.run(command, input, cancellation, lends: isInteractive)
    }
    if isInteractive {
      let files = services.files
      services.confirm = { (question, cancellation) throws(Diagnostic) in
        progress?.end()
        return try Question.ask(question, cancellation)
      }
      services.editor = { (text) throws(Diagnostic) in
        progress?.end()
        return try Editor.edit(text, files: files)
      }
    }
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
    // Without a home there is no plugin directory: a folder of no name holds nothing.
    pluginDirectory = PluginDirectory(
      options.plugins.map(services.resolve) ?? Environment.pluginFolder ?? "", files: services.files, host: host)
    if usesPluginDirectory {
      if let chosen = options.plugins, services.files.kind(of: pluginDirectory.folder) != .folder {
        Terminal.write("warning: there is no folder '\(SafeText.escape(chosen))' of plugins\n", to: .error)
      }
      for (name, reason) in pluginDirectory.register(into: &registry) {
        let text = "warning: plugin '\(name)' is left out: \(reason.message)"
        Terminal.write(SafeText.escape(text) + "\n", to: .error)
        if let help = reason.help { Terminal.write("help: " + SafeText.escape(help) + "\n", to: .error) }
      }
    }
    let file = options.workspace ?? (keepsWork ? Environment.workspaceFile : nil)
    services.store = Assembly.store(
      file: file == ":memory:" ? nil : file.map(services.resolve), named: options.workspace, author: Environment.user,
      registry: registry, clock: Environment.now)
    if file != nil || keepsWork {
      services.now = Environment.now
      services.localClock = Environment.localClock
    }
    var session = Interpreter(registry: registry, services: services)
    session.isInteractive = isInteractive
    if let seed = options.seed { session.state.settings.seed = seed }
    if let threads = options.threads { session.state.settings.threads = threads }
    if let executor = options.executor {
      Workbench.require(executor, among: registry.executors.keys, for: "--executor")
      session.state.settings.executor = executor
    }
    if let width = options.width { session.state.settings.width = width }
    if let format = options.format {
      Workbench.require(format, among: registry.renderers.keys, for: "--format")
      session.state.settings.format = format
    }
    if let wish = Environment.variable("PODIUM_SCREENREADER") { session.state.settings.screenreader = wish != "0" }
    if isInteractive, let earlier = EarlierEntries(path: Environment.historyFile) {
      session.earlierHistory = { earlier.read() }
    }
    self.session = Mutex(session)
    keepGoing = options.keepGoing
    noStartupFile = options.noStartupFile
    self.isInteractive = isInteractive
    self.isTrusted = isTrusted
  }

  /// Ends the process where an option names nothing that is registered.
  private static func require(_ name: String, among known: some Collection<String>, for option: String) {
    if known.contains(name) { return }
    let sorted = known.sorted()
    let list = sorted.dropLast().joined(separator: ", ") + " or " + (sorted.last ?? "")
    Terminal.write(SafeText.escape("error: \(option) must be \(list), not '\(name)'") + "\n", to: .error)
    Terminal.exit(2)
  }

  /// Runs work that Ctrl-C can stop; returns the exit status.
  func supervised(_ work: @escaping @Sendable (Cancellation) -> Int32) -> Int32 {
    let cancellation = Cancellation()
    switch Signals.supervise(cancellation, ticker: screen.progress?.ticker, { work(cancellation) }) {
    case .finished(let status): return cancellation.isCancelled ? 130 : status
    case .terminated(let status): return status
    }
  }

  /// Closes the workspace, so that the next session need not look for damage.
  func close() { session.withLock { $0.services.store?.close() } }

  /// The exit status of a session that has run all it was given.
  static func status(_ session: Interpreter, _ succeeded: Bool) -> Int32 {
    if let status = session.exitStatus { return status }
    if session.wasInterrupted { return 130 }
    return succeeded ? 0 : (session.wasRefused ? 2 : 1)
  }

  // MARK: The three ways to run

  /// Runs an entry of the prompt; returns a status when it asks to leave.
  func execute(_ text: String, _ cancellation: Cancellation) -> Int32? {
    session.withLock { session in
      session.cancellation = cancellation
      session.session.window = TerminalSize.current?.columns
      session.history.append(text)
      _ = session.run(text, keepGoing: false) { screen.show($0, until: cancellation) }
      return session.exitStatus
    }
  }

  /// Runs the commands of `-c`.
  func run(_ commands: [String], _ cancellation: Cancellation) -> Int32 {
    runAll(cancellation) { session in
      var succeeded = true
      for command in commands {
        session.history.append(command)
        if !session.run(command, keepGoing: keepGoing, report: { screen.show($0, until: cancellation) }) {
          succeeded = false
        }
        if session.exitStatus != nil || session.wasInterrupted || cancellation.isCancelled || (!succeeded && !keepGoing)
        {
          break
        }
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

  private func runAll(_ cancellation: Cancellation, _ body: (inout Interpreter) -> Bool) -> Int32 {
    session.withLock { session in
      session.cancellation = cancellation
      session.session.window = TerminalSize.current?.columns
      let succeeded = body(&session)
      return Workbench.status(session, succeeded)
    }
  }
}
