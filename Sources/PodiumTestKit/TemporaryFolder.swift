internal import PodiumFiles

/// A folder that is gone, with all it holds, when the value goes.
///
/// A class: whoever holds it keeps the folder.
public final class TemporaryFolder {
  private let folder: PrivateFolder
  public var path: String { folder.path }

  /// Makes an empty folder in the system's folder for such.
  public init() {
    guard let folder = try? PrivateFolder(named: "test") else {
      preconditionFailure("no temporary folder can be created; set TMPDIR")
    }
    self.folder = folder
  }
}
