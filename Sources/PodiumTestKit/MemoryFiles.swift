public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// Files in memory for tests: flat, absolute paths, nothing on disk.
///
/// A class because the session holds copies of its services, and all of them must see one set of files.
public final class MemoryFiles: FileAccess {
  private let contents: Mutex<[String: [UInt8]]>

  /// Starts with the given texts by path.
  public init(_ texts: [String: String] = [:]) { contents = Mutex(texts.mapValues { Array($0.utf8) }) }

  /// The folder that `~` means.
  public var home: String? { "/home" }

  /// The text of a file, or nil if there is none.
  public func text(_ path: String) -> String? {
    contents.withLock { $0[path] }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The paths of all files, in order.
  public var paths: [String] { contents.withLock { $0.keys.sorted() } }

  /// The kind of a path; a folder is any path with a file below it.
  public func kind(of path: String) -> FileKind {
    contents.withLock { files in
      if files[path] != nil { return .file }
      return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : .none
    }
  }

  /// The bytes of a file; throws `unknown-file`.
  public func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard let bytes = contents.withLock({ $0[path] }) else {
      throw Diagnostic("unknown-file", "there is no file '\(name)'")
    }
    return bytes
  }

  /// The names of the files of a folder, in order.
  public func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    contents.withLock {
      $0.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count + 1)) }
    }.sorted()
  }

  /// Throws `file-exists` if there is such a folder; an empty folder leaves no trace.
  public func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    if kind(of: path) != .none { throw Diagnostic("file-exists", "'\(name)' is already there") }
  }

  /// Removes the files; an empty folder leaves no trace.
  public func takeBack(folder path: String, files names: [String]) -> Bool {
    contents.withLock { files in for name in names { files[path + "/" + name] = nil } }
    return kind(of: path) == .none
  }

  /// Writes a file; throws `file-exists` if a new file exists already.
  public func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    let isTaken = contents.withLock { files in
      switch mode {
      case .new where files[path] != nil: return true
      case .append: files[path, default: []] += bytes
      default: files[path] = bytes
      }
      return false
    }
    if isTaken {
      throw Diagnostic("file-exists", "'\(name)' is already there", help: "write >! \(name) to replace it")
    }
  }
}
