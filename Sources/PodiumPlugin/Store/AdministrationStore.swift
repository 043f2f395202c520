public import PodiumCore

/// The workspace's file as a whole.
public protocol AdministrationStore: Sendable {
  /// Closes the file; the next call opens it again.
  func close()
  /// What the file is and holds.
  func info() throws(Diagnostic) -> WorkspaceInfo
  /// Copies the workspace into a new file; throws `file-exists`.
  func backUp(to path: String, shown name: String) throws(Diagnostic)
  /// Makes the workspace what a backup holds, after checking that and after a backup of what is there now.
  ///
  /// Returns the path of the backup it made, nil when there was nothing to save.
  func restore(from path: String, shown name: String) throws(Diagnostic) -> String?
  /// Looks at every page, reference, blob and record; what is wrong, each one sentence.
  func check() throws(Diagnostic) -> [String]
}

/// What a workspace is and holds.
public struct WorkspaceInfo: Sendable, Equatable {
  /// The file; nil for one in memory.
  public var path: String?
  /// Its size in bytes, log included.
  public var bytes = 0
  /// The version of its own layout.
  public var version = 0
  /// The versions of the plugins' parts, by plugin.
  public var plugins: [String: Int] = [:]
  /// How many records there are, by kind.
  public var records: [String: Int] = [:]
  /// How many changes are on record.
  public var changes = 0
  /// How many tables are saved.
  public var datasets = 0
  /// How many models are saved.
  public var models = 0
  /// How many results of jobs are kept.
  public var results = 0
  /// The bytes they take.
  public var resultBytes = 0
  /// Whether it can be written.
  public var isWritable = true

  /// An empty description.
  public init() {}
}
