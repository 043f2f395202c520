internal import PodiumCore
internal import PodiumPlugin

/// `workspace check`: reads everything in the workspace.
struct WorkspaceCheckCommand: Command {
  let signature = Signature(
    "workspace check", topic: .session, summary: "Check the workspace for damage.",
    details: "Reads every page, reference, record checksum, saved table and saved model.",
    examples: [
      Example("workspace check", after: ["load iris", "save flowers"], "an intact workspace", prints: "no damage"),
      Example("workspace check", "an empty workspace", prints: "no damage"),
      Example(
        "workspace check", after: ["load iris", "label species", "fit tree", "model save"], "with a saved model",
        prints: "no damage"), Example("workspace check all", "no argument is allowed", fails: "unexpected-argument"),
    ], traits: [.local, .readsOnly], seeAlso: ["workspace info", "workspace restore"])

  /// Damage is an error, so that scripts notice it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let problems = try session.store().check()
    guard let first = problems.first else { return [.text("no damage found in the workspace")] }
    let others = problems.count > 1 ? ", and \((problems.count - 1).counted("other problem"))" : ""
    throw Diagnostic(
      "workspace-damaged", "the workspace is damaged: " + first + others, span: call.verbSpan,
      help: "'workspace restore' restores a backup; 'workspace export' writes what can still be read",
      cause: problems.count > 1 ? problems.dropFirst().prefix(20).joined(separator: "; ") : nil)
  }
}
