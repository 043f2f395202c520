import Glibc
import PodiumCore

/// A program that the build put next to the running one.
public enum BuiltProgram {
  /// The program does not exist.
  public struct Absent: Error, CustomStringConvertible {
    /// Where it should be.
    public let path: String
    /// What to do about it.
    public var description: String { "'\(path)' is not built; ./test and make programs build it" }
  }

  /// The folder of the running program: that of the test bundle, or of a benchmark.
  public static let folder: String = {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(resolved) }
    return FilePath(String(cString: resolved)).parent?.text ?? "/"
  }()

  /// Whether programs are built for a sanitizer, which links them in its own way, needs a large address space and handles the
  /// signals of faults.
  public static var isSanitized: Bool { getenv("PODIUM_SANITIZED").map { String(cString: $0) == "1" } ?? false }

  /// The path of a program beside the running one.
  public static func path(_ name: String) throws(Absent) -> String {
    let path = FilePath.join(folder, name)
    guard access(path, X_OK) == 0 else { throw Absent(path: path) }
    return path
  }
}
