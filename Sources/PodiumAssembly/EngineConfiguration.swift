public import PodiumEngine

/// What the engine of a program goes by: paths, what its sessions may reach, and the client of a session that names none.
public struct EngineConfiguration: Sendable {
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
  /// The version that results are named by.
  public var version = Assembly.version
  /// The options of a session that is given none.
  public var client: ClientOptions

  /// Starts with a folder and the bundled datasets; nothing else is open, and no time passes.
  public init(folder: String, datasetFolders: [String]) {
    self.datasetFolders = datasetFolders
    client = ClientOptions(folder: folder)
  }

  /// What the user of this process has: folders, workspace, name, zone and clocks.
  public static var user: EngineConfiguration {
    var user = EngineConfiguration(folder: Environment.currentFolder, datasetFolders: Environment.datasetFolders)
    user.pluginFolder = Environment.pluginFolder
    user.workspaceFile = Environment.workspaceFile
    if user.workspaceFile == nil { user.noWorkspace = Environment.noWorkspace }
    user.fetchFolder = Environment.fetchFolder
    user.writtenFile = Environment.writtenFile
    user.client.author = Environment.user
    (user.client.clock, user.client.now) = (Environment.seconds, Environment.now)
    user.client.localClock = Environment.localClock
    return user
  }
}
