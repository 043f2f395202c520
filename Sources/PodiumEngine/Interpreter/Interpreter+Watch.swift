package import PodiumCore
package import PodiumPlugin

extension Interpreter {
  /// Runs a command that only reads, without keeping anything of it: neither cell nor result.
  ///
  /// Throws `not-a-reading` if the command changed the session or the workspace; what it changed is undone.
  package func rehearse(_ text: String) throws(Diagnostic) -> CommandReport? {
    var copy = self
    copy.recorder = nil
    copy.undoStack = UndoStack()
    let body = { (interpreter: inout Interpreter) -> Rehearsal in
      var rehearsal = Rehearsal()
      _ = interpreter.run(text) { rehearsal.report = $0 }
      rehearsal.isReading = interpreter.undoStack.isUnused
      return rehearsal
    }
    return try copy.wholly(body) { rehearsal in
      if let report = rehearsal.report, report.status == .interrupted { return report.error }
      return rehearsal.isReading
        ? nil
        : Diagnostic(
          "not-a-reading", "'\(text.prefix(60))' changes the session or the workspace, so it cannot be repeated",
          help: "name a command that only reads, as in: watch 60 describe")
    }.report
  }

  private struct Rehearsal {
    var report: CommandReport?
    var isReading = true
  }
}
