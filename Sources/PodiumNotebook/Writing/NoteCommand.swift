public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// `note`: prose between the cells of a session.
public struct NoteCommand: InterpreterCommand {
  static let name = "note"
  private static let text = Parameter<[String]>.words(
    "text", required: true, help: "Text of the note, in quotes if it is more than plain words; may be Markdown.")

  public let signature = Signature(
    name, topic: .results, summary: "Add a note to the notebook of the session.",
    details: """
      record on and notebook save write the note between the cells, as a separate paragraph. In quotes, \\n starts a \
      new line.
      """,
    parameters: [text.any],
    exampleLines: """
      a sentence: note "Only cold days count." -> Only cold days count.
      a heading: note "## What the tree sees" -> ## What the tree sees
      words without quotes: note first look -> first look
      an empty note: note "" -> !bad-value
      text that would start a cell: note "```podium" -> !bad-value
      """, traits: [.control], seeAlso: ["record", "notebook save"])

  public init() {}

  public func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let text = call[NoteCommand.text].joined(separator: " ")
    let span = call.span(of: NoteCommand.text)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Diagnostic.badValue("text", text, allowed: "prose", span: span)
    }
    // Prose must be read back as prose, and must not swallow what follows.
    guard let parsed = try? Notebook("\n" + text + "\n", file: ""),
      TextLines.split(text).allSatisfy({ Fence($0) == nil }),
      parsed.blocks.count == 1
    else {
      throw Diagnostic(
        "bad-value", "a line of the note starts a code block", span: span,
        help: "edit the notebook to add code blocks")
    }
    return [.text(text)]
  }
}
