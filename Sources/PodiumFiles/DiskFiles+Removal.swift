internal import Glibc

extension DiskFiles {
  /// Maximum nesting of folders; each level holds a descriptor while it is emptied.
  private static let depthLimit = 128

  /// Removes a file, or a folder with its contents; what cannot be removed stays.
  ///
  /// Links are removed and never followed: each name is looked up in the folder opened before it. A folder
  /// of this user whose permissions forbid listing or changing it is removed too.
  public static func remove(tree path: String) { remove(path, in: AT_FDCWD, depth: 0) }

  private static func remove(_ name: String, in parent: Int32, depth: Int) {
    guard unlinkat(parent, name, 0) != 0, depth < depthLimit else { return }
    var opened = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if opened < 0, errno == EACCES, fchmodat(parent, name, 0o700, 0) == 0 {
      opened = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    if opened >= 0 {
      fchmod(opened, 0o700)
      if let folder = fdopendir(opened) {
        for entry in names(in: folder) { remove(entry, in: opened, depth: depth + 1) }
        closedir(folder)
      } else {
        close(opened)
      }
    }
    unlinkat(parent, name, AT_REMOVEDIR)
  }
}
