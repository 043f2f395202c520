public import PodiumCore
public import PodiumPlugin

/// The notebooks that arguments of the command line name.
public enum NotebookFiles {
  /// The files, and those in folders and their subfolders in order of their names; links to folders are not followed.
  ///
  /// Throws `unknown-file` and `not-a-notebook`.
  public static func all(_ paths: [String], in disk: any FileAccess) throws(Diagnostic) -> [String] {
    var files: [String] = []
    for path in paths {
      switch disk.kind(of: path) {
      case .none: throw Diagnostic("unknown-file", "there is no file or folder '\(path)'")
      case .folder: files += try inside(path, disk, depth: 0)
      case .file, .other:
        guard path.hasSuffix(".md") else {
          throw Diagnostic(
            "not-a-notebook", "'\(path)' is not a notebook: its name does not end in .podium.md",
            help: "use podium run FILE for a script")
        }
        files.append(path)
      }
    }
    return files
  }

  private static func inside(_ folder: String, _ disk: any FileAccess, depth: Int) throws(Diagnostic) -> [String] {
    guard depth < 32 else { return [] }
    var files: [String] = []
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    for entry in try disk.entries(folder, hidden: false) {
      switch entry.kind {
      case .file where entry.name.hasSuffix(".podium.md"): files.append(prefix + entry.name)
      // It may lead anywhere, even into a cycle.
      case .folder where disk.isLink(prefix + entry.name): continue
      case .folder: files += try inside(prefix + entry.name, disk, depth: depth + 1)
      default: continue
      }
    }
    return files
  }
}
