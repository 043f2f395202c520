import Glibc
import Testing

/// Files as they should not be.
enum DamagedFile {
  static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }

  /// Lets others read a file.
  static func open(_ path: String) { chmod(path, 0o644) }
}
