import PodiumAssembly
internal import PodiumCore
internal import PodiumEngine
import PodiumPlugin

/// The options of every way to run podium, however they were parsed.
struct LaunchOptions: Sendable, Equatable {
  /// The key of the renderer; nil chooses by where the output goes.
  var format: String?
  /// The file of the workspace; the user's own when nil.
  var workspace: String?
  /// The random seed.
  var seed: UInt64?
  /// The number of threads for folds and fits.
  var threads: Int?
  /// The name of the executor that runs folds, fits and other jobs.
  var executor: String?
  /// Whether the startup file is skipped.
  var noStartupFile = false
  /// The folder of external plugins; the user's own when nil.
  var plugins: String?
  /// The width of the output in columns; that of the window when nil.
  var width: Int?
  /// Whether to continue after a failed command.
  var keepGoing = false
  /// Whether files may start external programs.
  var trust = false
  var color: ColourChoice = .auto

  /// The options of a session among them.
  var session: SessionOptions {
    var chosen = SessionOptions()
    (chosen.workspace, chosen.seed, chosen.threads) = (workspace, seed, threads)
    (chosen.executor, chosen.format, chosen.width) = (executor, format, width)
    return chosen
  }

  /// Whether an output format may have this name; a plugin's is looked up once plugins are registered.
  static func mayBeFormat(_ name: String) -> Bool {
    FilePath(name).looksLikeFile || Assembly.renderers.contains { $0.key == name }
  }

  static let threadRange = 1...1024
  static let widthRange = 20...10_000
}

/// When colours are used.
enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
