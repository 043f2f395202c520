import FoundationEssentials
import PodiumAssembly
import PodiumConformance
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumOutside
import PodiumPlugin

/// `podium plugin test DIR`: the suites that podium's own plugins pass, and the sessions the folder holds.
struct PluginCheck {
  private let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  /// Builds the plugin, tries everything, prints what was looked at; whether nothing is wrong.
  func run(_ typed: String) throws(Diagnostic) -> Bool {
    let folder = bench.services.resolve(typed)
    let plugin = try bench.pluginDirectory.plugin(in: folder) { say("  " + $0) }
    var registry = bench.builtIn
    try registry.add(plugin)
    say("\(plugin.name) \(plugin.version): \(plugin.summary)")
    for line in bench.brought(by: plugin) { say("  " + line) }

    let session = session(registry, plugin)
    let suite = PluginConformance(
      plugin.name, archive: PluginCheck.archive, workers: PluginCheck.workers, session: session)
    var isGood = true
    for check in PluginConformance.Check.allCases {
      let count = suite.count(check)
      if count == 0, check != .names { continue }
      let problems = suite.problems(check)
      say((problems.isEmpty ? "ok     " : "wrong  ") + check.rawValue + " (\(count))")
      for problem in problems { say("       " + problem) }
      isGood = isGood && problems.isEmpty
      if bench.host.isStopping { throw .interrupted }
    }
    isGood = try replay(plugin, session) && isGood
    say(isGood ? "\(plugin.name) holds what every plugin must" : "\(plugin.name) is not ready")
    return isGood
  }

  /// Tries a learner that is a program of its own, as `learner add` would start it; whether nothing is wrong.
  func run(learner command: String) throws(Diagnostic) -> Bool {
    let key = "learner"
    let definition = try bench.host.learner(OutsideLearner(key: key, command: command, folder: bench.services.folder))
    let targets = definition.capabilities.targets.map(\.rawValue).sorted().joined(separator: " and ")
    say("\(command): predicts \(targets)\(definition.capabilities.probabilities ? ", with probabilities" : "")")
    let suite = LearnerConformance(
      LearnerCatalogue([definition]), archive: PluginCheck.archive, workers: PluginCheck.workers)
    var isGood = true
    for check in LearnerConformance.Check.allCases {
      let problems = suite.problems(of: key, check)
      if bench.host.isStopping { throw .interrupted }
      say((problems.isEmpty ? "ok     " : "wrong  ") + check.rawValue)
      for problem in problems { say("       " + problem) }
      isGood = isGood && problems.isEmpty
    }
    say(isGood ? "it holds what every learner must" : "it is not ready")
    return isGood
  }

  /// Does jobs in other processes of this program.
  private static var workers: any Executor { ProcessExecutor(processes: 2, version: Build.version) }

  private func say(_ text: String) { Terminal.write(SafeText.escapeLines(text) + "\n", to: .output) }

  private func session(_ registry: Registry, _ plugin: OutsidePlugin) -> @Sendable () -> Interpreter {
    var services = bench.services
    services.folder = plugin.origin
    // No time may show in what is compared.
    services.clock = { 0 }
    services.shell = nil
    services.network = nil
    return { [services] in Interpreter(registry: registry, services: services) }
  }

  private func replay(_ plugin: OutsidePlugin, _ session: @Sendable () -> Interpreter) throws(Diagnostic) -> Bool {
    let folder = plugin.origin + "/tests"
    let files = bench.services.files
    guard files.kind(of: folder) == .folder else {
      say("none   sessions: there is no folder 'tests'")
      return true
    }
    var isGood = true
    for file in try files.list(folder, shown: "tests") where file.hasSuffix(".session") {
      let text = String(decoding: try files.read(folder + "/" + file, shown: file), as: UTF8.self)
      let script = ScriptedSession(text)
      var fresh = session()
      let differences = script.replay(in: &fresh).differences
      say((differences.isEmpty ? "ok     " : "wrong  ") + "tests/\(file) (\(script.steps.count))")
      for difference in differences {
        say("       line \(difference.step.line): \(difference.step.input)")
        say("       expected:\n\(difference.step.expected)       found:\n\(difference.found)")
      }
      isGood = isGood && differences.isEmpty
    }
    return isGood
  }

  private static let archive = LearnerConformance.Archive(
    encode: { model in
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return Array(try encoder.encode(model))
    },
    decode: { type, bytes in try JSONDecoder().decode(type, from: Data(bytes)) })
}
