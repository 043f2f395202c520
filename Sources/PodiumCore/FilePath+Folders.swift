internal import Glibc

extension FilePath {
  /// Makes the missing folders above a file of the user's own, for the user alone; returns the first that could not be
  /// made, with the number of the system's error.
  @discardableResult
  package func makeFoldersAbove() -> (folder: String, code: Int32)? {
    var missing: [FilePath] = []
    var (next, status) = (parent, stat())
    while let folder = next, stat(folder.text, &status) != 0, errno == ENOENT {
      missing.append(folder)
      next = folder.parent
    }
    for folder in missing.reversed() where mkdir(folder.text, 0o700) != 0 && errno != EEXIST {
      return (folder.text, errno)
    }
    return nil
  }
}
