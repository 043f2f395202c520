package import PodiumCore
internal import PodiumPlugin

/// Follows a session cell by cell and keeps a file up to date.
package struct CellRecorder: Sendable {
  /// The file as the user named it.
  package let file: String
  private let update: @Sendable (Interpreter) throws(Diagnostic) -> Void

  /// `update` is called after each cell and brings the file up to date.
  package init(file: String, update: @escaping @Sendable (Interpreter) throws(Diagnostic) -> Void) {
    self.file = file
    self.update = update
  }

  /// Brings the file up to date.
  package func record(_ interpreter: Interpreter) throws(Diagnostic) { try update(interpreter) }
}

extension Interpreter {
  /// Passes the recorder the cell that has just ended; if it cannot write, that is a warning and the cell is kept.
  func recordCell() -> Output? {
    // The commands of a script are part of the cell that runs it.
    guard let recorder, sourceDepth == 0 else { return nil }
    do throws(Diagnostic) {
      try recorder.record(self)
      return nil
    } catch {
      return .warning(
        "could not update '\(recorder.file)': \(error.message); the next cell will try again")
    }
  }
}
