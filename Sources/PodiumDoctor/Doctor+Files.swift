import Glibc
internal import PodiumCore

extension Doctor {
  /// A file or folder; nil if this machine has no place for it.
  public mutating func addFile(_ name: String, _ path: String?) {
    guard let path else { return add("files", name, "none: HOME is not set") }
    guard path != ":memory:" else { return add("files", name, "in memory") }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isAbsent = errno == ENOENT
      return add(
        "files", name, shown(path) + (isAbsent ? ", does not exist yet" : ", unreadable"), isBroken: !isAbsent)
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard access(path, R_OK) == 0 else {
      return add("files", name, shown(path) + ", unreadable", isBroken: true)
    }
    add("files", name, shown(path) + (isFolder ? ", a folder" : ", \(Int(status.st_size).counted("byte"))"))
  }

  /// The folders of bundled datasets that exist.
  public mutating func addDatasets(in folders: [String]) {
    let found = folders.filter { access($0, R_OK | X_OK) == 0 }
    for folder in found { addFile("datasets", folder) }
    if found.isEmpty { add("files", "datasets", "not found next to the program", isBroken: true) }
  }
}
