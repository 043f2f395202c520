public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// `note`: prose between the cells of a session.
public struct NoteCommand: InterpreterCommand {
  static let name = "note"
  private static let text = Parameter<[String]>.words(
    "text", required: true, help: "The prose, in quotes where it is more than words; Markdown is kept as it is.")

  public let signature = Signature(
    name, topic: .results, summary: "Write prose into the notebook of the session.",
    details: """
      It stands between the cells in what record on and notebook save write, as a paragraph of its own; \\n in quotes \
      begins a new line.
      """,
    parameters: [text.any],
    examples: [
      Example("note \"Only cold days count.\"", "a sentence", prints: "Only cold days count."),
      Example("note \"## What the tree sees\"", "a heading", prints: "## What the tree sees"),
      Example("note first look", "words without quotes", prints: "first look"),
      Example("note \"\"", "nothing to say", fails: "bad-value"),
      Example("note \"```podium\"", "what would begin a cell", fails: "bad-value"),
    ], traits: [.control], seeAlso: ["record", "notebook save"])

  public init() {}

  /// The prose is shown again.
  public func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let text = call[NoteCommand.text].joined(separator: " ")
    let span = call.span(of: NoteCommand.text)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Diagnostic.badValue("text", text, allowed: "prose", span: span)
    }
    // Prose must read back as prose, and must not swallow what follows.
    guard let parsed = try? Notebook("\n" + text + "\n", file: ""),
      TextLines.split(text).allSatisfy({ Fence($0) == nil }),
      parsed.blocks.count == 1
    else {
      throw Diagnostic(
        "bad-value", "a line of the note begins a block of code", span: span,
        help: "write code into the notebook in an editor")
    }
    return [.text(text)]
  }
}
