import PodiumCore
import PodiumNotebook
import PodiumPlugin
import Testing

/// Folders that each have two more, without end, and a notebook.
private struct EndlessFolders: FileAccess {
  /// How deep they lie in each other.
  let depth: Int
  var home: String? { nil }

  func kind(of path: String) -> FileKind { path.hasSuffix(".md") ? .file : .folder }
  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] { [] }
  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] { ["n.podium.md"] }
  func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    let folders = path.split(separator: "/").count < depth ? [FileEntry("a", .folder), FileEntry("b", .folder)] : []
    return folders + [FileEntry("n.podium.md", .file)]
  }
  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {}
  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {}
}

struct NotebookFilesTests {
  @Test func `the search for notebooks ends at a number of folders`() throws {
    #expect(try NotebookFiles(["/r"], in: EndlessFolders(depth: 4)).files.count == 15)
    let error = #expect(throws: Diagnostic.self) { try NotebookFiles(["/r"], in: EndlessFolders(depth: 30)) }
    #expect(error?.code == "too-large")
    #expect(error?.message == "there are more than 10000 folders to search for notebooks")
  }
}
