import PodiumCore
import PodiumFormats
import PodiumPlugin
import Synchronization

/// The input as the only file; nothing is ever written.
struct OneFile: FileAccess {
  let path: String
  let bytes: [UInt8]

  var home: String? { nil }

  func kind(of path: String) -> FileKind { path == self.path ? .file : .none }

  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard path == self.path else { throw Diagnostic("unknown-file", "there is no file '\(name)'") }
    return bytes
  }

  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] { [] }

  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    throw Diagnostic("unwritable-file", "'\(name)' cannot be written")
  }

  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    throw Diagnostic("unwritable-file", "'\(name)' cannot be written")
  }

  /// The result of an importer for bytes in a file of this name, or its error.
  static func load(
    _ bytes: [UInt8], as name: String, by importer: some Importer
  ) -> Result<ImportedTable, Diagnostic> {
    do throws(Diagnostic) {
      let context = try FileImportContext(
        "/" + name, access: OneFile(path: "/" + name, bytes: bytes), cancellation: Cancellation())
      _ = importer.recognises(context)
      let loaded = try importer.load(context, options: .none)
      TablePromises.check(loaded)
      return .success(loaded)
    } catch {
      TablePromises.check(error)
      return .failure(error)
    }
  }
}

/// A few files in memory that can be written and read again.
///
/// A class because the session holds copies of its services, and all of them must see one set of files.
final class FewFiles: FileAccess {
  private let contents: Mutex<[String: [UInt8]]>

  init(_ texts: [String: String] = [:]) { contents = Mutex(texts.mapValues { Array($0.utf8) }) }

  var home: String? { "/" }

  func kind(of path: String) -> FileKind {
    contents.withLock { files in
      if files[path] != nil { return .file }
      return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : .none
    }
  }

  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard let bytes = contents.withLock({ $0[path] }) else {
      throw Diagnostic("unknown-file", "there is no file '\(name)'")
    }
    return bytes
  }

  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    contents.withLock { files in
      files.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count + 1)) }.sorted()
    }
  }

  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {}

  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    contents.withLock { files in
      if case .append = mode { files[path, default: []] += bytes } else { files[path] = bytes }
    }
  }
}
