internal import PodiumCore
internal import PodiumPlugin

struct WorkspaceCheckCommand: Command {
  let signature = Signature(
    "workspace check", topic: .session, summary: "Check the workspace for damage.",
    details: "Reads every page, reference, record checksum, saved table and saved model.",
    exampleLines: """
      an intact workspace: load iris; save flowers; workspace check -> no damage
      an empty workspace: workspace check -> no damage
      with a saved model: load iris; label species; fit tree; model save; workspace check -> no damage
      no argument is allowed: workspace check all -> !unexpected-argument
      """, traits: [.local, .readsOnly], seeAlso: ["workspace info", "workspace restore"])

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
