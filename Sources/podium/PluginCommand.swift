import ArgumentParser
import PodiumAssembly
import PodiumConformance
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumOutside
import PodiumPlugin
import PodiumWorkbench

/// `podium plugin …`: creates, tests, installs, lists and removes external plugins.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium plugin",
    abstract: "Create, test, install, list and remove external plugins.",
    discussion: """
      podium plugin new NAME [language=python|swift|shell]
                                 write a working plugin to the new folder NAME
      podium plugin test DIR     build the plugin in DIR and test everything it registers
      podium plugin test --learner "COMMAND"
                                 test an external learner before 'learner add'
      podium plugin install DIR  copy the plugin in DIR to the plugin folder; 'parquet' comes with podium
      podium plugin list         list the installed plugins
      podium plugin remove NAME  remove an installed plugin

      An external plugin is a program in any language that exchanges JSON with podium. plugins/README.md describes the \
      protocol on one page.
      """)

  @OptionGroup var common: CommonOptions

  @Option(help: ArgumentHelp("Command line of the learner for 'podium plugin test'.", valueName: "command"))
  var learner: String?

  @ArgumentParser.Argument(
    help: "One of new, test, install, list or remove, then its arguments.",
    completion: .list(["new", "test", "install", "list", "remove", "FILE"]))
  var words: [String] = []

  func run() throws {
    let bench = Workbench(common.launch, isInteractive: false, usesPluginDirectory: false)
    let status = bench.supervised { [words, learner] cancellation in
      PluginWords(bench, cancellation).run(words, learner: learner)
    }
    Terminal.exit(status)
  }
}

/// Parses and runs the words after `podium plugin`.
private struct PluginWords {
  private static let verbs = ["new", "test", "install", "list", "remove"]
  private let bench: Workbench
  private let administration: PluginAdministration

  init(_ bench: Workbench, _ cancellation: Cancellation) {
    self.bench = bench
    administration = PluginAdministration(bench.pluginDirectory, beside: bench.builtIn, say: PluginWords.say)
    // Ctrl-C stops builds and handshakes too.
    bench.host.begin(Settings(), cancellation)
  }

  /// Returns the exit status.
  func run(_ words: [String], learner: String?) -> Int32 {
    do throws(Diagnostic) {
      guard let verb = words.first else {
        throw usage("'podium plugin' needs a subcommand", "write: podium plugin " + Self.verbs.joined(separator: "|"))
      }
      let rest = Array(words.dropFirst())
      if let learner {
        guard verb == "test", rest.isEmpty else {
          throw usage("'--learner' applies to 'plugin test' only", "write: podium plugin test --learner \"COMMAND\"")
        }
        return try test(learner: learner) ? 0 : 1
      }
      switch verb {
      case "new": try make(rest)
      case "test": return try test(single(rest, verb, "DIR")) ? 0 : 1
      case "install": try administration.install(folder(single(rest, verb, "DIR or NAME")))
      case "list":
        guard rest.isEmpty else { throw usage("'plugin list' takes no arguments", "write: podium plugin list") }
        administration.list()
      case "remove": try administration.remove(single(rest, verb, "NAME"))
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

  /// The folder of a plugin: a folder, or the name of one that comes with podium.
  private func folder(_ word: String) -> String {
    let here = bench.services.resolve(word)
    guard bench.services.files.kind(of: here) != .folder, FilePath(word).names.count == 1 else { return here }
    let known = Environment.pluginFolders.map { FilePath.join($0, word) }
    return known.first { bench.services.files.kind(of: FilePath.join($0, "plugin.json")) == .file } ?? here
  }

  private static func say(_ text: String) { Terminal.write(SafeText.escapeLines(text) + "\n", to: .output) }

  private func make(_ words: [String]) throws(Diagnostic) {
    let help = "write: podium plugin new NAME [language=" + Skeleton.languages.joined(separator: "|") + "]"
    guard let name = words.first, !name.contains("=") else { throw usage("'plugin new' needs a NAME", help) }
    var language = Skeleton.languages[0]
    for word in words.dropFirst() {
      guard word.hasPrefix("language=") else {
        throw usage("'plugin new' does not take '\(word)'", help)
      }
      language = String(word.dropFirst("language=".count))
    }
    try administration.make(name, language: language, in: bench.services.folder, files: bench.services.files)
    PluginWords.say("next: podium plugin test \(name)")
  }

  // MARK: Tests

  private func test(_ folder: String) throws(Diagnostic) -> Bool {
    let (plugin, registry) = try administration.build(bench.services.resolve(folder))
    var services = bench.services
    services.folder = plugin.origin
    // Durations would differ from run to run in the outputs that are compared.
    services.clock = { 0 }
    services.shell = nil
    services.network = nil
    return try check.run(plugin: plugin.name, tests: FilePath.join(plugin.origin, "tests"), files: bench.services.files)
    {
      [services] in Interpreter(registry: registry, services: services)
    }
  }

  /// Tests an external learner, started as `learner add` starts it.
  private func test(learner command: String) throws(Diagnostic) -> Bool {
    let wanted = OutsideLearner(key: "learner", command: command, folder: bench.services.folder)
    let definition = try bench.host.learner(wanted)
    let targets = definition.capabilities.targets.map(\.rawValue).sorted().joined(separator: " and ")
    let probabilities = definition.capabilities.probabilities ? ", with probabilities" : ""
    PluginWords.say("\(command): predicts \(targets)\(probabilities)")
    return try check.run(learner: definition)
  }

  private var check: PluginCheck {
    let host = bench.host
    return PluginCheck(
      workers: ProcessExecutor(processes: 2, version: Assembly.build),
      isStopping: { host.isStopping }, say: PluginWords.say)
  }
}
