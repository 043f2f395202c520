internal import PodiumCore
internal import PodiumFiles

extension OutsideProgram.Launch {
  /// The maximum size of a file that is hashed, in bytes.
  private static let fileLimit = 16 << 20

  /// What distinguishes this program from another one with the same name: a hash of the command and the files it names.
  ///
  /// Cached results of an evaluation are reused only for the same identity. It does not cover files that the program
  /// itself reads.
  var identity: String {
    var hash = SHA256()
    hash.update(text: command)
    for word in command.unicodeScalars.split(whereSeparator: { " \t\n;|&<>()'\"".unicodeScalars.contains($0) }) {
      let word = String(word)
      let path = FilePath(word).isAbsolute ? word : FilePath.join(folder, word)
      // Files of other kinds are not opened, nor is one that is open as a database.
      guard let file = try? RegularFile(path, shown: word), file.size <= Self.fileLimit,
        let bytes = try? file.content(shown: word)
      else { continue }
      hash.update(text: "\n\(word.utf8.count) \(word) \(bytes.count) ")
      hash.update(bytes)
    }
    return hash.hex()
  }
}
