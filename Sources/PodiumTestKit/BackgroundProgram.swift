import Glibc

/// A program that runs in the background: it has no input, and its output goes to a file in its folder.
public enum BackgroundProgram {
  /// Starts it; the caller must wait for it.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - environment: Its whole environment.
  /// The folder it starts in; its output and errors go to `output.txt` there.
  public static func start(
    _ arguments: [String], environment: [String: String], folder: String
  ) throws(PseudoTerminal.Failure) -> Int32 {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &files, STDOUT_FILENO, folder + "/output.txt", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Spawn.resetSignals(&attributes)
    return try Spawn.process(Spawn.arguments(arguments, in: folder), environment, &files, &attributes)
  }
}
