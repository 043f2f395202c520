internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// Files in no plugin's format, in a folder that is removed with the value.
///
/// A class: the folder is kept as long as the value is.
final class ForeignFiles {
  private let folder: PrivateFolder
  private let files: any FileAccess
  private var count = 0

  init(_ files: any FileAccess) throws(Diagnostic) {
    folder = try PrivateFolder(named: "check")
    self.files = files
  }

  private func write(_ bytes: [UInt8], _ name: String) -> String? {
    let path = FilePath.join(folder.path, name)
    guard (try? files.write(bytes, to: path, shown: name, mode: .new)) != nil else { return nil }
    count += 1
    return path
  }

  private func makeFolder(_ name: String) -> String? {
    let path = FilePath.join(folder.path, name)
    guard mkdir(path, 0o700) == 0 else { return nil }
    count += 1
    return path
  }

  /// Paths of files and folders that no plugin's importer reads; some have the file extensions it claims.
  func foreign(endings: [String]) -> [String] {
    let label = String(count)
    var random = RandomSource(seed: 1)
    let noise = (0..<512).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let words = "colour,weight\nred,1.5\n\"blue\",2\n"
    var contents: [(String, [UInt8])] = [
      ("empty.txt", []), ("shopping.csv", Array(words.utf8)), ("noise.bin", noise),
      ("page.html", Array("<!doctype html><title>404</title><p>not found".utf8)),
      ("list.json", Array("[{\"colour\":\"red\"},null,[[[]]]]".utf8)),
      ("archive.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + noise.prefix(20)),
      ("line.txt", [UInt8](repeating: 0x61, count: 100_000)),
    ]
    for ending in endings {
      contents.append(("shopping." + ending, Array(words.utf8)))
      contents.append(("noise." + ending, noise))
      contents.append(("empty." + ending, []))
    }
    var seen: Set<String> = []
    var paths = contents.filter { seen.insert($0.0).inserted }.compactMap { write($0.1, label + "-" + $0.0) }
    if let path = makeFolder(label + "-empty-folder") { paths.append(path) }
    if let path = makeFolder(label + "-other-folder"),
      write(Array(words.utf8), label + "-other-folder/shopping.csv") != nil
    {
      paths.append(path)
    }
    return paths
  }

  /// A copy of a file or of a folder's files without the second half of each; nil if it cannot be created.
  func cut(_ path: String, named name: String) -> String? {
    func half(_ path: String) -> [UInt8]? {
      (try? files.read(path, shown: path)).map { Array($0.prefix($0.count / 2)) }
    }
    let file = FilePath(path).name
    let target = "cut-" + name + "-" + file
    guard files.kind(of: path) == .folder else { return half(path).flatMap { write($0, target) } }
    guard let folder = makeFolder(target), let names = try? files.list(path, shown: path) else { return nil }
    for name in names {
      if let bytes = half(FilePath.join(path, name)) { _ = write(bytes, FilePath.join(target, name)) }
    }
    return folder
  }
}
