internal import PodiumAssembly
internal import PodiumConsole
internal import PodiumCore
internal import PodiumEngine
internal import PodiumFiles
internal import PodiumPlugin

/// The options of every way to run podium, however they were parsed.
package struct LaunchOptions: Sendable, Equatable {
  /// The key of the renderer; nil chooses by where the output goes.
  package var format: String?
  /// The file of the workspace; the user's own when nil.
  package var workspace: String?
  /// The random seed.
  package var seed: UInt64?
  /// The number of threads for folds and fits.
  package var threads: Int?
  /// The name of the executor that runs folds, fits and other jobs.
  package var executor: String?
  /// Whether the startup file is skipped.
  package var noStartupFile = false
  /// The folder of external plugins; the user's own when nil.
  package var plugins: String?
  /// The width of the output in columns; that of the window when nil.
  package var width: Int?
  /// Whether to continue after a failed command.
  package var keepGoing = false
  /// Whether files may start external programs.
  package var trust = false
  package var color: ColourChoice = .auto

  package init() {}

  /// The client that works with these options on the terminal of this process; `user` has the rest.
  func client(of user: ClientOptions, _ screen: TerminalScreen, isInteractive: Bool) -> ClientOptions {
    var client = user
    (client.isInteractive, client.isLive) = (isInteractive, true)
    (client.workspace, client.seed, client.threads) = (workspace, seed, threads)
    (client.executor, client.format, client.width) = (executor, format, width)
    client.screenreader = Environment.variable("PODIUM_SCREENREADER").map { $0 != "0" }
    let progress = screen.progress
    if let progress { client.events = { if case .progress(let report) = $0 { progress.take(report) } } }
    // Clear the progress line, since another program is about to use the terminal.
    client.shell = { (command, input, cancellation) throws(Diagnostic) in
      progress?.end()
      return try ShellCommand.run(command, input, cancellation, lends: isInteractive)
    }
    guard isInteractive else { return client }
    client.confirm = { (question, cancellation) throws(Diagnostic) in
      progress?.end()
      return try Question.ask(question, cancellation)
    }
    client.editor = { (text) throws(Diagnostic) in
      progress?.end()
      return try Editor.edit(text, files: DiskFiles())
    }
    return client
  }

  /// Whether an output format may have this name; a plugin's is looked up once plugins are registered.
  package static func mayBeFormat(_ name: String) -> Bool {
    FilePath(name).looksLikeFile || Assembly.renderers.contains { $0.key == name }
  }

  package static let threadRange = 1...1024
  package static let widthRange = 20...10_000
}

/// When colours are used.
package enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
