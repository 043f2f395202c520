public import PodiumCore

/// The lines of a command as they arrive, until it is complete.
public struct PendingCommand: Sendable {
  /// The lines so far.
  public private(set) var text = ""
  /// The line of the file on which the command begins, from 1.
  public private(set) var firstLine = 1
  /// How many bytes were searched for the end of the command.
  private(set) var searched = 0
  /// Whether only a quote or a closing parenthesis can end the command.
  private var isOpen = false

  private let mostSearched: Int

  /// A command without lines.
  public init() { self.init(mostSearched: 128 << 20) }

  /// The same; the command is searched again for most of its lines, at most this many bytes.
  init(mostSearched: Int) { self.mostSearched = mostSearched }

  /// Adds a line with its line end; whether the command is complete now.
  ///
  /// Throws `too-large`.
  public mutating func add(_ line: String, number: Int) throws(Diagnostic) -> Bool {
    if text.isEmpty { firstLine = number }
    text += line
    if let refusal = CommandLimit.refusal(of: text) { throw refusal }
    if isOpen, !line.utf8.contains(where: PendingCommand.mayClose) { return false }
    searched += text.utf8.count
    guard searched <= mostSearched else {
      throw Diagnostic(
        "too-large",
        "the command goes on over \(number - firstLine + 1) lines and needs more than "
          + "\(mostSearched >> 20) MB to be searched for its end",
        help: "close its quotes and parentheses, and split it")
    }
    let unfinished = Script(PendingCommand.withoutLineEnd(text)).unfinished
    isOpen = unfinished?.code == "unclosed-quote" || unfinished?.code == "unclosed-bracket"
    return unfinished == nil
  }

  /// The command without its last line end, so that a `\` before it does not continue the line; begins another one.
  public mutating func take() -> String {
    defer { self = PendingCommand(mostSearched: mostSearched) }
    return PendingCommand.withoutLineEnd(text)
  }

  private static func mayClose(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }

  private static func withoutLineEnd(_ text: String) -> String {
    guard let last = text.last, last.isNewline else { return text }
    return String(text.dropLast())
  }
}
