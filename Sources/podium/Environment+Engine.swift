import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumPlugin

extension Environment {
  /// The configuration of this process's engine: folders, clocks, and what the terminal offers.
  static func configuration(
    _ options: LaunchOptions, _ screen: Screen, isInteractive: Bool
  ) -> EngineConfiguration {
    var configuration = EngineConfiguration(folder: currentFolder, datasetFolders: datasetFolders)
    configuration.pluginFolder = options.plugins ?? pluginFolder
    configuration.workspaceFile = workspaceFile
    if workspaceFile == nil { configuration.noWorkspace = noWorkspace }
    configuration.fetchFolder = fetchFolder
    configuration.writtenFile = writtenFile
    configuration.author = user
    configuration.clock = seconds
    configuration.now = now
    configuration.localClock = localClock
    configuration.version = Build.version
    let progress = screen.progress
    configuration.prepare = { services in
      if let progress { services.progressed = { progress.take($0) } }
      // Clear the progress line, since another program is about to use the terminal.
      services.shell = { (command, input, cancellation) throws(Diagnostic) in
        progress?.end()
        return try OutsideCommand.run(command, input, cancellation, lends: isInteractive)
      }
      guard isInteractive else { return }
      let files = services.files
      services.confirm = { (question, cancellation) throws(Diagnostic) in
        progress?.end()
        return try Question.ask(question, cancellation)
      }
      services.editor = { (text) throws(Diagnostic) in
        progress?.end()
        return try Editor.edit(text, files: files)
      }
    }
    return configuration
  }
}
