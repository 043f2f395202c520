import PodiumAssembly
internal import PodiumEngine
import PodiumPlugin

/// What every way of running podium goes by, however it was parsed.
struct LaunchOptions: Sendable, Equatable {
  /// Output format: the key of a renderer; by where they go when nil.
  var format: String?
  /// The file of the workspace; the user's own when nil.
  var workspace: String?
  /// The start of all random numbers.
  var seed: UInt64?
  /// The threads that folds are spread over.
  var threads: Int?
  /// What does folds, fits and other jobs: the name of an executor.
  var executor: String?
  /// Whether the startup file is left out.
  var noStartupFile = false
  /// The folder of plugins from outside; the user's own when nil.
  var plugins: String?
  /// The columns of the output; those of the window when nil.
  var width: Int?
  /// Whether a failed command stops nothing.
  var keepGoing = false
  /// Whether files may start outside programs.
  var trust = false
  /// When colours are used.
  var color: ColourChoice = .auto

  /// What of it a session goes by.
  var session: SessionOptions {
    var chosen = SessionOptions()
    (chosen.workspace, chosen.seed, chosen.threads) = (workspace, seed, threads)
    (chosen.executor, chosen.format, chosen.width) = (executor, format, width)
    return chosen
  }

  /// Whether a way to write outputs has such a name; that of a plugin's is looked up when the plugins are known.
  static func mayBeFormat(_ name: String) -> Bool {
    name.contains(".") || Assembly.renderers.contains { $0.key == name }
  }

  /// The threads that may be asked for.
  static let threadRange = 1...1024
  /// The widths that may be asked for.
  static let widthRange = 20...10_000
}

/// When colours are used.
enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
