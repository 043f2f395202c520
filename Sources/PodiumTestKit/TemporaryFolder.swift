internal import PodiumFiles

/// A folder that is removed with its contents when the value goes away.
///
/// A class: the folder is kept as long as the value is.
public final class TemporaryFolder: Sendable {
  private let folder: PrivateFolder
  public var path: String { folder.path }

  /// Creates an empty folder in the system's temporary folder.
  public init() {
    guard let folder = try? PrivateFolder(named: "test") else {
      preconditionFailure("no temporary folder can be created; set TMPDIR")
    }
    self.folder = folder
  }
}
