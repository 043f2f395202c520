public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// `note`: prose between the cells of a session.
public struct NoteCommand: InterpreterCommand {
  static let name = "note"
  private static let text = Parameter<[String]>.words(
    "text", required: true, help: "Text of the note, in quotes if it has special characters; Markdown is kept.")

  public let signature = Signature(
    name, topic: .results, summary: "Add a note to the notebook of the session.",
    details: """
      record on and notebook save write it between the cells as a paragraph; \\n in quotes \
      begins a new line.
      """,
    parameters: [text.any],
    examples: [
      Example("note \"Only cold days count.\"", "a sentence", prints: "Only cold days count."),
      Example("note \"## What the tree sees\"", "a heading", prints: "## What the tree sees"),
      Example("note first look", "words without quotes", prints: "first look"),
      Example("note \"\"", "an empty note", fails: "bad-value"),
      Example("note \"```podium\"", "text that would begin a cell", fails: "bad-value"),
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
        "bad-value", "a line of the note begins a code block", span: span,
        help: "add code to the notebook in an editor")
    }
    return [.text(text)]
  }
}
