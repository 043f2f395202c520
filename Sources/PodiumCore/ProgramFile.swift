internal import Glibc

/// The file of the running program.
public enum ProgramFile {
  /// Its path, without links; nil where `/proc` is not mounted.
  public static let path: String? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) {
    buffer in
    buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress, readlink("/proc/self/exe", start, buffer.count - 1) > 0 else { return nil }
    return String(cString: start)
  }

  /// The folder that it is installed in, as PREFIX/bin/NAME or PREFIX/libexec/podium/NAME; nil for any other program.
  public static let prefix: FilePath? = {
    guard let folder = path.flatMap({ FilePath($0).parent }) else { return nil }
    if folder.name == "bin" { return folder.parent }
    guard folder.name == "podium", let above = folder.parent, above.name == "libexec" else { return nil }
    return above.parent
  }()
}
