public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// The verbs that write notebooks.
public enum NotebookCommands {
  /// All of them.
  public static let all: [any InterpreterCommand] = [
    NotebookSaveCommand(), NotebookOpenCommand(), RecordCommand(), NoteCommand(),
  ]

  /// Registers all of them.
  public static func register(into registry: inout Registry) throws(Diagnostic) {
    for command in all { try registry.add(command) }
  }
}
