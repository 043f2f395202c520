import Glibc
public import PodiumCore
public import PodiumPlugin

/// The user's editor on a text of the session.
public enum Editor {
  /// Lets the user edit a text, in a file that no one else can read.
  ///
  /// Throws `editor-failed`, `unwritable-file` and `not-text`.
  public static func edit(_ text: String, files: any FileAccess) throws(Diagnostic) -> String {
    let ending = ".podium"
    let folder = environment("TMPDIR") ?? "/tmp"
    var name = Array(FilePath.join(folder, "podium-XXXXXX" + ending).utf8CString)
    let file = mkstemps(&name, Int32(ending.utf8.count))
    guard file >= 0 else { throw unwritable(folder) }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        close(file)
        throw unwritable(folder)
      }
      rest = rest.dropFirst(count)
    }
    close(file)
    // The shell takes what the variables hold apart, as `EDITOR="code --wait"` asks for.
    // In the shell's place: a shell that waits for an editor dies of each Ctrl-C the editor heard, when that ends.
    let status = try ShellCommand.run("exec ${VISUAL:-${EDITOR:-vi}} " + ShellWord.quoted(path))
    guard status == 0 else {
      throw Diagnostic(
        "editor-failed", "the editor exited with status \(status), so nothing was run",
        help: "set the environment variable EDITOR to your editor")
    }
    let bytes = try files.read(path, shown: "the edited text")
    guard let changed = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic("not-text", "the edited text is not UTF-8")
    }
    return changed
  }

  private static func unwritable(_ folder: String) -> Diagnostic {
    Diagnostic(
      "unwritable-file", "no file can be created in '\(folder)'", help: "set TMPDIR to a folder that you can write to")
  }
}
