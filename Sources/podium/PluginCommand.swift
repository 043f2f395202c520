import ArgumentParser
import PodiumConsole
import PodiumCore
import PodiumOutside
import PodiumPlugin

/// `podium plugin …`: plugins from outside, from the first line to the installed one.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium plugin",
    abstract: "Make, test, install and remove plugins that are programs of their own.",
    discussion: """
      podium plugin new NAME [language=python|swift|shell]
                                 write a working plugin into the folder NAME
      podium plugin test DIR     build it and try all it registers
      podium plugin test --learner "COMMAND"
                                 try a learner for learner add
      podium plugin install DIR  copy it to the folder of plugins
      podium plugin list         what is installed
      podium plugin remove NAME  take it away

      plugins/README.md has the protocol on one page.
      """)

  @OptionGroup var common: CommonOptions

  @Option(help: ArgumentHelp("The command of a learner that 'test' tries.", valueName: "command"))
  var learner: String?

  @ArgumentParser.Argument(help: "new, test, install, list or remove, and what it takes.")
  var words: [String] = []

  func run() throws {
    let bench = Workbench(common.launch, isInteractive: false, usesPluginDirectory: false)
    let status = bench.supervised { [words, common, learner] cancellation in
      PluginWork(bench, common, cancellation).run(words, learner: learner)
    }
    Terminal.exit(status)
  }
}

/// The work of `podium plugin`.
struct PluginWork {
  private static let verbs = ["new", "test", "install", "list", "remove"]
  private let bench: Workbench
  private let cancellation: Cancellation

  init(_ bench: Workbench, _ options: CommonOptions, _ cancellation: Cancellation) {
    self.bench = bench
    self.cancellation = cancellation
    // Builds and greetings stop when the user wants it.
    bench.host.begin(Settings(), cancellation)
  }

  /// Does what the words say; returns the exit status.
  func run(_ words: [String], learner: String?) -> Int32 {
    do throws(Diagnostic) {
      guard let verb = words.first else {
        throw usage("a word must follow 'plugin'", "write: podium plugin " + Self.verbs.joined(separator: "|"))
      }
      let rest = Array(words.dropFirst())
      if let learner {
        guard verb == "test", rest.isEmpty else {
          throw usage("'--learner' goes with 'plugin test' alone", "write: podium plugin test --learner \"COMMAND\"")
        }
        return try PluginCheck(bench).run(learner: learner) ? 0 : 1
      }
      switch verb {
      case "new": try make(rest)
      case "test": return try PluginCheck(bench).run(single(rest, verb, "DIR")) ? 0 : 1
      case "install": try install(single(rest, verb, "DIR"))
      case "list":
        guard rest.isEmpty else { throw usage("'list' takes nothing more", "write: podium plugin list") }
        list()
      case "remove": try remove(single(rest, verb, "NAME"))
      default: throw Diagnostic.unknown("command", verb, among: Self.verbs)
      }
      return 0
    } catch {
      Terminal.write(bench.screen.words(of: error), to: .error)
      if error.code == Diagnostic.interrupted.code { return 130 }
      return ["usage", "unknown-command"].contains(error.code) ? 2 : 1
    }
  }

  private func usage(_ message: String, _ help: String) -> Diagnostic { Diagnostic("usage", message, help: help) }

  private func single(_ words: [String], _ verb: String, _ what: String) throws(Diagnostic) -> String {
    guard words.count == 1, let word = words.first, !word.isEmpty else {
      throw usage("'plugin \(verb)' takes one \(what)", "write: podium plugin \(verb) \(what)")
    }
    return word
  }

  private func say(_ text: String) { Terminal.write(SafeText.escapeLines(text) + "\n", to: .output) }

  private func make(_ words: [String]) throws(Diagnostic) {
    let help = "write: podium plugin new NAME [language=" + Skeleton.languages.joined(separator: "|") + "]"
    guard let name = words.first, !name.contains("=") else { throw usage("'plugin new' takes a NAME", help) }
    var language = Skeleton.languages[0]
    for word in words.dropFirst() {
      guard word.hasPrefix("language=") else {
        throw usage("'plugin new' does not know what to do with '\(word)'", help)
      }
      language = String(word.dropFirst("language=".count))
    }
    let skeleton = try Skeleton(name, language: language)
    // Better now than when it is installed.
    try bench.builtIn.check(pluginName: name)
    let written = try skeleton.write(into: bench.services.folder, files: bench.services.files)
    for path in written { say("wrote \(path)") }
    say("next: podium plugin test \(name)")
  }

  private func install(_ folder: String) throws(Diagnostic) {
    let plugin = try bench.pluginDirectory.install(bench.services.resolve(folder), beside: bench.builtIn) {
      say("  " + $0)
    }
    say("installed \(plugin.name) \(plugin.version) in \(plugin.origin)")
    for line in bench.brought(by: plugin) { say("  " + line) }
  }

  private func remove(_ name: String) throws(Diagnostic) {
    try bench.pluginDirectory.remove(name)
    say("removed \(name)")
  }

  private func list() {
    let entries = bench.pluginDirectory.entries()
    if entries.isEmpty { say("no plugin is installed in \(bench.pluginDirectory.folder)") }
    for entry in entries {
      switch entry.plugin {
      case .success(let plugin):
        let language = plugin.language.isEmpty ? "" : " (\(plugin.language))"
        say("\(plugin.name) \(plugin.version)\(language): \(plugin.summary)")
      case .failure(let error): say("\(entry.name): left out, \(error.message)")
      }
    }
  }
}
