public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// The commands that write notebooks.
public enum NotebookCommands {
  public static let all: [any InterpreterCommand] = [
    NotebookSaveCommand(), NotebookOpenCommand(), RecordCommand(), NoteCommand(),
  ]

  public static func register(into registry: inout Registry) throws(Diagnostic) {
    for command in all { try registry.add(command) }
  }
}
