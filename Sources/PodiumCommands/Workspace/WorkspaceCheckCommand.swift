internal import PodiumCore
internal import PodiumPlugin

/// `workspace check`: looks at everything the workspace holds.
struct WorkspaceCheckCommand: Command {
  let signature = Signature(
    "workspace check", topic: .session, summary: "Look for damage in the workspace.",
    details: "Every page, every reference, every record's checksum and every saved table and model is read.",
    examples: [
      Example("workspace check", after: ["load iris", "save flowers"], "a sound workspace", prints: "no damage"),
      Example("workspace check", "an empty one", prints: "no damage"),
      Example(
        "workspace check", after: ["load iris", "label species", "fit tree", "model save"], "with a model",
        prints: "no damage"), Example("workspace check all", "no argument is allowed", fails: "unexpected-argument"),
    ], seeAlso: ["workspace info", "workspace restore"])

  /// Damage is an error, so that a script notices.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let problems = try session.store().check()
    guard let first = problems.first else { return [.text("no damage found in the workspace")] }
    let others = problems.count > 1 ? ", and \((problems.count - 1).counted("other fault"))" : ""
    throw Diagnostic(
      "workspace-damaged", "the workspace is damaged: " + first + others, span: call.verbSpan,
      help: "workspace restore brings a backup back; workspace export writes what can still be opened",
      cause: problems.count > 1 ? problems.dropFirst().prefix(20).joined(separator: "; ") : nil)
  }
}
