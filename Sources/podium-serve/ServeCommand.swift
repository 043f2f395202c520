import ArgumentParser
// The argument parser needs it, and only a target compiled with -static-stdlib links its static libraries.
import FoundationEssentials
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumFiles
import PodiumRender
import PodiumServe

/// `podium serve …`, which the program `podium` becomes by exec.
@main
enum ServeCommand {
  static func main() async {
    Terminal.occupyClosedStreams()
    DiskFiles.prepareProcess()
    let arguments = Terminal.arguments
    var rest = arguments
    guard let place = placeOfWord(arguments) else { return await perform(ServeRunCommand.self, arguments) }
    rest.remove(at: place)
    switch arguments[place] {
    case "user": await perform(UserCommand.self, rest)
    case "token": await perform(TokenCommand.self, rest)
    case "check": await perform(CheckCommand.self, rest)
    case let word:
      fail(
        Diagnostic.unknown("command", word, among: ["user", "token", "check"], help: "podium serve --help lists them"))
    }
  }

  /// Options may come before the word as well as after it, as those of podium may.
  private static func placeOfWord(_ arguments: [String]) -> Int? {
    var place = 0
    // The options of the service itself have values too, and no word follows.
    while place < arguments.count, ["--workspace", "--accounts", "--format"].contains(arguments[place]) { place += 2 }
    return place < arguments.count && !arguments[place].hasPrefix("-") ? place : nil
  }

  private static func perform<Chosen: ServeStep>(_ type: Chosen.Type, _ arguments: [String]) async {
    if let name = repeated(arguments) {
      fail(Diagnostic("usage", "'\(Abridged.text(name))' is given twice", help: "give it once"))
    }
    let command: Chosen
    do { command = try type.parse(arguments) } catch {
      let code = type.exitCode(for: error)
      let message = SafeText.escapeLines(type.fullMessage(for: error))
      Terminal.write(
        (message.hasPrefix("Error: ") ? "error: " + message.dropFirst(7) : message) + "\n",
        to: code == .success ? .output : .error)
      Terminal.exit(code == .success ? 0 : 2)
    }
    do throws(Diagnostic) { try await command.perform() } catch { fail(error) }
    Terminal.exit(0)
  }

  /// An option that is given twice, although only one of its values would count.
  private static func repeated(_ arguments: [String]) -> String? {
    let names = arguments.filter { $0.hasPrefix("--") && $0.utf8.count > 2 }.map { String($0.prefix { $0 != "=" }) }
    return names.first { name in
      !["--public", "--host", "--limit", "--time", "--scope"].contains(name) && names.count { $0 == name } > 1
    }
  }

  /// Prints what is wrong; the service cannot start, or nothing was changed.
  static func fail(_ error: Diagnostic) -> Never {
    Terminal.write(TextRenderer(style: .plain).render(error, input: ""), to: .error)
    Terminal.exit(2)
  }
}

protocol ServeStep: ParsableArguments {
  func perform() async throws(Diagnostic)
}

struct ServeFiles: ParsableArguments {
  @Option(help: ArgumentHelp("Workspace that is served; your own by default.", valueName: "file"))
  var workspace: String?

  @Option(help: ArgumentHelp("File of the accounts; beside the workspace by default.", valueName: "file"))
  var accounts: String?

  /// The file of the workspace; throws `no-workspace`.
  func workspacePath() throws(Diagnostic) -> String {
    guard workspace != ":memory:" else {
      throw Diagnostic("no-workspace", "a service needs a workspace in a file", help: "name one with --workspace")
    }
    guard let path = workspace.map(ServeFiles.absolute) ?? Environment.workspaceFile else {
      throw Diagnostic(
        "no-workspace", "you have no workspace file: \(Environment.noWorkspace)", help: "name one with --workspace")
    }
    return path
  }

  func accountsFile() throws(Diagnostic) -> AccountsFile {
    if let accounts { return AccountsFile(ServeFiles.absolute(accounts)) }
    return AccountsFile(besideWorkspace: try workspacePath())
  }

  static func absolute(_ path: String) -> String {
    FilePath(path).isAbsolute ? path : FilePath.join(Environment.currentFolder, path)
  }
}
