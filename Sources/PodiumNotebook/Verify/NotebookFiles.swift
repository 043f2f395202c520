public import PodiumCore
public import PodiumPlugin

/// The notebooks that arguments of the command line name.
public enum NotebookFiles {
  /// The files, and those in folders and their subfolders in order of their names; links to folders are not followed.
  ///
  /// Throws `unknown-file`, `not-a-notebook`, and `too-large` for more than 10,000 folders.
  public static func all(_ paths: [String], in disk: any FileAccess) throws(Diagnostic) -> [String] {
    var files: [String] = []
    var visited = 0
    for path in paths {
      switch disk.kind(of: path) {
      case .none: throw Diagnostic("unknown-file", "there is no file or folder '\(path)'")
      case .folder: files += try inside(path, disk, depth: 0, &visited)
      case .file, .other:
        guard FilePath(path).ends(in: ".md") else {
          throw Diagnostic(
            "not-a-notebook", "'\(path)' is not a notebook: its name does not end in .podium.md",
            help: "use podium run FILE for a script")
        }
        files.append(path)
      }
    }
    return files
  }

  /// Maximum number of folders that are searched, and how deep they may lie in each other.
  static let (mostFolders, deepest) = (10_000, 32)

  private static func inside(
    _ folder: String, _ disk: any FileAccess, depth: Int, _ visited: inout Int
  ) throws(Diagnostic) -> [String] {
    guard depth < deepest else { return [] }
    visited += 1
    guard visited <= mostFolders else {
      throw Diagnostic(
        "too-large", "there are more than \(mostFolders) folders to search for notebooks",
        help: "name fewer folders")
    }
    var files: [String] = []
    for entry in try disk.entries(folder, hidden: false) {
      let path = FilePath(folder).joined(entry.name)
      switch entry.kind {
      case .file where path.ends(in: ".podium.md"): files.append(path.text)
      // It may lead anywhere, even into a cycle.
      case .folder where disk.isLink(path.text): continue
      case .folder: files += try inside(path.text, disk, depth: depth + 1, &visited)
      default: continue
      }
    }
    return files
  }
}
