import Glibc
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Synchronization

/// The workbench of the prompt, made once the first prompt shows: registering every command takes longer than all
/// else that a start does.
///
/// A class: the console's thread and the worker share it.
final class LateWorkbench: Sendable {
  private let options: LaunchOptions
  private let made = Mutex<Workbench?>(nil)
  /// What sessions before this one typed: noted before a prompt shows, since others may type from then on.
  private let earlier = EarlierEntries(path: Environment.historyFile)

  init(_ options: LaunchOptions) { self.options = options }

  /// The workbench, which the first call makes.
  var bench: Workbench {
    made.withLock { made in
      if let made { return made }
      let bench = Workbench(options, isInteractive: true, earlier: earlier)
      made = bench
      return bench
    }
  }

  /// Whether making the session may write to the terminal, which must happen before a prompt shows: there is a startup
  /// file or a folder of plugins.
  var mayWrite: Bool {
    let startup = options.noStartupFile ? nil : Environment.startupFile
    return options.plugins != nil
      || [startup, Environment.pluginFolder].contains { $0.map { access($0, F_OK) == 0 } ?? false }
  }

  /// The first line at the prompt; none where hints are not wanted.
  func greet() {
    guard made.withLock({ $0?.session.snapshot.state.settings.hints }) ?? Settings().hints else { return }
    Terminal.write("podium \(Build.version): help lists the commands, Tab completes\n", to: .output)
  }

  /// What comes before the cursor now.
  func prompt(isASCII: Bool) -> String {
    let width = TerminalSize.current?.columns ?? 80
    guard let bench = made.withLock({ $0 }) else { return PromptText.first(width: width) }
    let session = bench.session.snapshot
    return PromptText(session, width: width, isASCII: isASCII || session.state.settings.screenreader).text
  }
}
