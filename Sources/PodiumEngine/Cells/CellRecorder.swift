public import PodiumCore
internal import PodiumPlugin

/// What follows a session cell by cell and keeps a file up to date.
public struct CellRecorder: Sendable {
  /// The file, as the user named it.
  public let file: String
  private let update: @Sendable (Interpreter) throws(Diagnostic) -> Void

  /// Makes a recorder; `update` is called whenever a cell has ended and brings the file up to the session.
  public init(file: String, update: @escaping @Sendable (Interpreter) throws(Diagnostic) -> Void) {
    self.file = file
    self.update = update
  }

  /// Brings the file up to the session.
  public func record(_ interpreter: Interpreter) throws(Diagnostic) { try update(interpreter) }
}

extension Interpreter {
  /// Lets the recorder see the cell that has just ended; what it could not write is a warning, the work stands.
  func recordCell() -> Output? {
    // The commands of a script are part of the cell that runs it.
    guard let recorder, sourceDepth == 0 else { return nil }
    do throws(Diagnostic) {
      try recorder.record(self)
      return nil
    } catch {
      return .warning(
        "'\(recorder.file)' was not brought up to date: \(error.message); the next cell tries again")
    }
  }
}
