/// How long a command may be, and a line of commands on standard input.
public enum CommandLimit {
  /// The maximum number of bytes.
  public static let mostBytes = 16 << 20

  /// The error for a command that is too long; nil for others.
  public static func refusal(of command: String, most: Int = mostBytes) -> Diagnostic? {
    command.utf8.count > most ? exceeded(by: "the command") : nil
  }

  /// The error for something longer.
  public static func exceeded(by what: String) -> Diagnostic {
    Diagnostic(
      "too-large", "\(what) is longer than \(mostBytes >> 20) MB",
      help: "check whether these are commands; 'load' reads tables from files")
  }
}
