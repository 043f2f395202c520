internal import PodiumCore
public import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender

/// A session as a user sees it: commands after `podium> ` and what each must print.
///
/// Lines that begin with `   ...> ` continue a command. Everything up to the next prompt is the expected text,
/// including errors.
public struct ScriptedSession: Sendable {
  /// A command and its expected text.
  public struct Step: Sendable {
    /// The line of the prompt, from 1.
    public let line: Int
    public let input: String
    /// The expected text, each line with its line feed.
    public let expected: String
  }

  /// The text before the first prompt.
  public let preamble: String
  /// The commands in order.
  public let steps: [Step]

  static let prompt = "podium> "
  static let continuation = "   ...> "

  /// Reads a session file.
  public init(_ text: String) {
    var preamble = ""
    var steps: [Step] = []
    var input: String?
    var line = 0
    var expected = ""
    func finish(_ steps: inout [Step]) {
      if let input { steps.append(Step(line: line, input: input, expected: expected)) }
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for (number, content) in lines.enumerated() {
      if content.hasPrefix(ScriptedSession.prompt) {
        finish(&steps)
        input = String(content.dropFirst(ScriptedSession.prompt.count))
        line = number + 1
        expected = ""
      } else if content.hasPrefix(ScriptedSession.continuation), let begun = input, expected.isEmpty {
        input = begun + "\n" + content.dropFirst(ScriptedSession.continuation.count)
      } else if input == nil {
        preamble += content + "\n"
      } else {
        expected += content + "\n"
      }
    }
    finish(&steps)
    self.preamble = preamble
    self.steps = steps
  }

  /// Runs the commands; returns the file's text with the current output, and the steps that differ.
  public func replay(in session: inout Interpreter) -> (text: String, differences: [(step: Step, found: String)]) {
    var text = preamble
    var differences: [(step: Step, found: String)] = []
    for step in steps {
      let found = ScriptedSession.output(of: step.input, in: &session)
      let typed = step.input.split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: "\n" + ScriptedSession.continuation)
      text += ScriptedSession.prompt + typed + "\n" + found
      if found != step.expected { differences.append((step, found)) }
    }
    return (text, differences)
  }

  /// The output of a command in a window of 80 columns, with values that change from run to run hidden.
  public static func output(of input: String, in session: inout Interpreter) -> String {
    let renderer = TextRenderer(style: .markedWindow)
    var out = ""
    _ = session.run(input) { report in
      out += renderer.render(report)
      if let error = report.error { out += renderer.render(error, input: report.input) }
    }
    return ScriptedSession.hidingVolatile(out)
  }

  /// The text with whatever is between ‹ and › replaced by one character.
  public static func hidingVolatile(_ text: String) -> String {
    var out = ""
    var inside = false
    for character in text {
      if character == "›" { inside = false }
      if !inside { out.append(character) }
      if character == "‹" {
        inside = true
        out += "~"
      }
    }
    return out
  }
}
