public import PodiumCore
public import PodiumPlugin

/// The notebooks that arguments of the command line name.
public struct NotebookFiles {
  /// The files, and those in folders and their subfolders in order of their names; links to folders are not followed.
  public private(set) var files: [String] = []
  /// The folders and notebooks that cannot be named, and the folders that are too deep, each with the reason.
  public private(set) var leftOut: [(path: String, reason: String)] = []
  private let disk: any FileAccess
  private var visited = 0

  /// Throws `unknown-file`, `not-a-notebook`, and `too-large` for more than 10,000 folders.
  public init(_ paths: [String], in disk: any FileAccess) throws(Diagnostic) {
    self.disk = disk
    for path in paths {
      switch disk.kind(of: path) {
      case .none: throw Diagnostic("unknown-file", "there is no file or folder '\(path)'")
      case .folder: try search(path, depth: 0)
      case .file, .other:
        guard FilePath(path).ends(in: ".md") else {
          throw Diagnostic(
            "not-a-notebook", "'\(path)' is not a notebook: its name does not end in .podium.md",
            help: "use podium run FILE for a script")
        }
        files.append(path)
      }
    }
  }

  /// Maximum number of folders that are searched, and how deep they may lie in each other.
  static let (mostFolders, deepest) = (10_000, 32)

  private mutating func search(_ folder: String, depth: Int) throws(Diagnostic) {
    guard depth < NotebookFiles.deepest else {
      leftOut.append((folder, "it is more than \(NotebookFiles.deepest) folders deep"))
      return
    }
    visited += 1
    guard visited <= NotebookFiles.mostFolders else {
      throw Diagnostic(
        "too-large", "there are more than \(NotebookFiles.mostFolders) folders to search for notebooks",
        help: "name fewer folders")
    }
    for entry in try disk.entries(folder, hidden: false) {
      let path = FilePath(folder).joined(entry.name)
      switch entry.kind {
      case .file where path.ends(in: ".podium.md"): files.append(path.text)
      // It may lead anywhere, even into a cycle.
      case .folder where disk.isLink(path.text): continue
      case .folder: try search(path.text, depth: depth + 1)
      case .none where entry.unreachable == .folder || entry.unreachable == .file && path.ends(in: ".podium.md"):
        leftOut.append((path.text, "its name is not UTF-8"))
      default: continue
      }
    }
  }
}
