import Glibc
public import PodiumCore

/// A question to the person at the prompt while a command runs.
public enum Question {
  /// Asks, and takes `y` or `yes` for yes and everything else for no.
  ///
  /// Keys typed before the question appeared do not answer it. Throws `interrupted` for Ctrl-C.
  public static func ask(_ question: String, _ cancellation: Cancellation) throws(Diagnostic) -> Bool {
    tcflush(STDIN_FILENO, TCIFLUSH)
    Terminal.write(SafeText.escape(question) + " [y/N] ", to: .output)
    var input = StandardInput(cancellation)
    let line = try input.line()
    if cancellation.isCancelled { throw .interrupted }
    guard let line else {
      // Ctrl-D leaves the cursor after the question.
      Terminal.write("\n", to: .output)
      return false
    }
    let answer = line.lowercased().filter { !$0.isWhitespace }
    return ["y", "yes"].contains(answer)
  }
}
