public import PodiumCore
internal import PodiumOutside
public import PodiumPlugin

/// What the engine of a program goes by: paths, clocks, who works there, and what the front end offers its sessions.
public struct EngineConfiguration: Sendable {
  /// The folder that relative paths start from.
  public var folder: String
  /// The folders of bundled datasets; the first that has one wins.
  public var datasetFolders: [String]
  /// The folder that plugins are installed in; nil where none are used.
  public var pluginFolder: String?
  /// The file of the workspace where a session names none; nil for memory.
  public var workspaceFile: String?
  /// Why the user has no workspace file; writing to the workspace is then an error. Nil if the workspace may be in memory.
  public var noWorkspace: String?
  /// The folder in which fetched files are kept; nil where none are.
  public var fetchFolder: String?
  /// The list of what notebooks and scripts wrote, which they may write again; nil keeps none.
  public var writtenFile: String?
  /// Whether sessions that are trusted reach the network.
  public var hasNetwork = true
  /// Who the records and changes are stamped with.
  public var author = "you"
  /// Seconds since some start; only for showing how long things took.
  public var clock: @Sendable () -> Double = { 0 }
  /// The time of day; nil where time does not pass, so that a replay gives the same.
  public var now: (@Sendable () -> Moment)?
  /// The machine's zone; nil for UTC.
  public var localClock: LocalClock?
  /// The version that results are named by.
  public var version = Assembly.version
  /// Changes the services of a session before it opens: what a front end has for its user, such as an editor.
  public var prepare: @Sendable (inout Services) -> Void = { _ in }

  /// Starts with a folder and the bundled datasets; nothing else is open.
  public init(folder: String, datasetFolders: [String]) {
    self.folder = folder
    self.datasetFolders = datasetFolders
  }
}
