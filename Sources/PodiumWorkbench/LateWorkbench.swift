internal import Glibc
internal import PodiumAssembly
internal import PodiumConsole
internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender
internal import Synchronization

/// The workbench of the prompt, created after the first prompt shows, since registering every command takes longer
/// than the rest of the start.
///
/// A class: the console's thread and the worker share it.
package final class LateWorkbench: Sendable {
  private let options: LaunchOptions
  private let made = Mutex<Workbench?>(nil)
  /// The history of earlier sessions, taken before the prompt shows: other sessions may add to it afterwards.
  private let earlier = EarlierEntries(path: Environment.historyFile)

  package init(_ options: LaunchOptions) { self.options = options }

  /// The workbench; the first call creates it.
  package var bench: Workbench {
    made.withLock { made in
      if let made { return made }
      let bench = Workbench(options, isInteractive: true, earlier: earlier)
      made = bench
      return bench
    }
  }

  /// Whether creating the session may print something, which must happen before a prompt shows: there is a startup
  /// file or a plugin folder.
  package var mayWrite: Bool {
    let startup = options.noStartupFile ? nil : Environment.startupFile
    return options.plugins != nil || !Environment.warnings.isEmpty
      || [startup, Environment.pluginFolder].contains { $0.map { access($0, F_OK) == 0 } ?? false }
  }

  /// Prints the first line, unless hints are off.
  package func greet() {
    guard made.withLock({ $0?.session.snapshot.state.settings.hints }) ?? Settings().hints else { return }
    Terminal.write("podium \(Assembly.version): type 'help' for the commands; Tab completes\n", to: .output)
  }

  /// The prompt as of now.
  package func prompt(isASCII: Bool) -> String {
    let width = TerminalSize.current?.columns ?? 80
    guard let bench = made.withLock({ $0 }) else { return PromptText.first(width: width) }
    let session = bench.session.snapshot
    return PromptText(session, width: width, isASCII: isASCII || session.state.settings.screenreader).text
  }
}
