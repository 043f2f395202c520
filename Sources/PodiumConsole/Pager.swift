import Glibc
public import PodiumCore
public import PodiumPlugin

/// The program that shows what is longer than the window.
public enum Pager {
  /// The command for a setting (`auto`, `no` or a command); nil where the text is just written.
  public static func command(_ settings: Settings) -> String? {
    switch settings.pager {
    case "no": nil
    // A pager draws its page again and again.
    case "auto" where settings.screenreader: nil
    case "auto": environment("PAGER") ?? (isInPath("less") ? "less" : nil)
    default: settings.pager
    }
  }

  /// Whether a text has more rows than a window that also holds the next prompt.
  public static func overflows(_ text: String, rows: Int) -> Bool {
    rows > 0 && text.utf8.lazy.filter { $0 == 0x0A }.count >= rows
  }

  /// Shows a text, `less` from its end where that is what is asked for; returns whether the pager did.
  ///
  /// Ctrl-C and `q` leave `less`, also a Ctrl-C of the moment before, which `cancellation` holds; it ends by itself where the
  /// text fits, keeps colours, and leaves it on the screen.
  public static func show(
    _ text: String, with command: String, fromEnd: Bool = false, until cancellation: Cancellation
  ) -> Bool {
    do throws(Diagnostic) {
      let options = "LESS=\"${LESS:-FRXK}\(fromEnd ? " +G" : "")\"; export LESS; "
      let status = try ShellCommand.run(options + command, Array(text.utf8), cancellation)
      return status == 0 || status == 2 || status > 128
    } catch {
      // Ctrl-C in the pager leaves it and nothing else.
      return error.code == Diagnostic.interrupted.code
    }
  }

  private static func isInPath(_ program: String) -> Bool {
    (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains {
      access(FilePath.join(String($0), program), X_OK) == 0
    }
  }
}
