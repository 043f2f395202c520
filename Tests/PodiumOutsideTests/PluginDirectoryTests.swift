import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

@testable import PodiumOutside

/// Installing plugins, and the plugin directory afterwards.
struct PluginDirectoryTests {
  private let home = Script("")
  private let host = OutsideHost(version: "test")
  private var directory: PluginDirectory {
    PluginDirectory(home.folder.path + "/plugins", files: DiskFiles(), host: host)
  }

  /// A plugin with this handshake, in a folder with its name; `more` adds cases to its shell script.
  @discardableResult
  private func write(_ name: String, greeting: String, more: String = "", manifest: String? = nil) -> String {
    home.write(manifest ?? #"{"name":"\#(name)","run":"sh ./plugin.sh","language":"shell"}"#, to: name + "/plugin.json")
    home.write(
      """
      while read -r l; do
        case $l in
        *'"do":"hello"'*) cat greeting ;;
        \(more)
        *) echo '{"error":"what?"}' ;;
        esac
      done
      """, to: name + "/plugin.sh")
    home.write(greeting + "\n", to: name + "/greeting")
    return home.folder.path + "/" + name
  }

  private func greeting(_ name: String, _ registers: String, version: Int = 1) -> String {
    #"{"name":"\#(name)","version":"1.0","protocol":\#(version),"summary":"It is a test.","registers":{\#(registers)}}"#
  }

  private static let evaluator = #""evaluators":[{"key":"tide.high","summary":"How high."}]"#

  private func failure(_ work: () throws(Diagnostic) -> Void) -> Diagnostic? {
    do throws(Diagnostic) {
      try work()
      return nil
    } catch {
      return error
    }
  }

  private func install(_ path: String) -> Diagnostic? {
    failure { () throws(Diagnostic) in _ = try directory.install(path, beside: Assembly.registry()) { _ in } }
  }

  @Test func `a plugin put in the plugin directory by hand is installed where it is`() throws {
    let path = write(
      "plugins/tide", greeting: greeting("tide", Self.evaluator), manifest: #"{"name":"tide","run":"sh ./plugin.sh"}"#)
    #expect(failure { () throws(Diagnostic) in _ = try directory.entries()[0].plugin.get() }?.code == "not-installed")
    #expect(install(path) == nil)
    let names = try directory.entries().map { (entry) throws(Diagnostic) in try entry.plugin.get().name }
    #expect(names == ["tide"])
    // Installing again updates what it registers.
    home.write(
      greeting("tide", #""evaluators":[{"key":"tide.low","summary":"How low."}]"#) + "\n", to: "plugins/tide/greeting")
    #expect(install(path) == nil)
    #expect(try directory.entries()[0].plugin.get().handshake.evaluators.map(\.key) == ["tide.low"])
  }

  @Test func `an installed plugin is registered without starting it, and shows its folder`() throws {
    let path = write("tide", greeting: greeting("tide", Self.evaluator))
    #expect(install(path) == nil)
    // From here on it cannot be started.
    unlink(directory.folder + "/tide/plugin.sh")
    var registry = try Assembly.registry()
    #expect(directory.register(into: &registry).isEmpty)
    #expect(registry.evaluators["tide.high"]?.summary == "How high.")
    let entry = try #require(registry.plugins.first { $0.name == "tide" })
    #expect(entry.origin == directory.folder + "/tide")
    #expect(entry.version == "1.0")
    #expect(registry.plugins.first { $0.name == "ski" }?.origin == "built in")
    var session = Interpreter(
      registry: registry,
      services: Assembly.services(folder: "/", datasetFolders: [], clock: { 0 }, version: "test"))
    var text = ""
    _ = session.run("plugins") { text = TextRenderer(style: .plain).render($0) }
    #expect(text.contains("tide.high"))
    #expect(text.contains(directory.folder + "/tide"))
    try directory.remove("tide")
    #expect(directory.entries().isEmpty)
    #expect(failure { () throws(Diagnostic) in try directory.remove("tide") }?.code == "unknown-plugin")
  }

  @Test func `installing again replaces a plugin, and a failed installation changes nothing`() throws {
    let path = write("tide", greeting: greeting("tide", Self.evaluator))
    #expect(install(path) == nil)
    home.write(greeting("tide", #""evaluators":[{"key":"tide.low","summary":"How low."}]"#) + "\n", to: "tide/greeting")
    #expect(install(path) == nil)
    home.write("{}\n", to: "tide/greeting")
    #expect(install(path)?.code == "wrong-protocol")
    var registry = try Assembly.registry()
    #expect(directory.register(into: &registry).isEmpty)
    #expect(registry.evaluators["tide.low"] != nil)
    #expect(registry.evaluators["tide.high"] == nil)
    #expect(try DiskFiles().entries(directory.folder, hidden: true).map(\.name) == ["tide"])
  }

  @Test func `a program whose handshake has changed since its installation is not used`() throws {
    let path = write("tide", greeting: greeting("tide", Self.evaluator))
    #expect(install(path) == nil)
    home.write(
      greeting("tide", #""evaluators":[{"key":"tide.low","summary":"How low."}]"#) + "\n", to: "plugins/tide/greeting")
    var registry = try Assembly.registry()
    #expect(directory.register(into: &registry).isEmpty)
    let evaluator = try #require(registry.evaluators["tide.high"])
    let rows = EvaluatedRows(evaluation: try Self.evaluation(), table: .empty)
    let error = failure { () throws(Diagnostic) in _ = try evaluator.evaluate(rows) }
    #expect(error?.code == "plugin-changed")
    #expect(error?.help?.contains("podium plugin install") == true)
  }

  private static func evaluation() throws -> Evaluation {
    var session = try Assembly.session(folder: "/", datasets: [Checkout.path("datasets")])
    var found: Evaluation?
    for line in ["load iris", "label species", "cv zeror k=2"] {
      _ = session.run(line) { report in
        for case .evaluation(let output) in report.outputs { found = output.evaluation }
      }
    }
    return try #require(found)
  }

  static let refused: [(String, String, String, String)] = [
    ("wrong-protocol", "tide", #""evaluators":[{"key":"tide.high","summary":"How high."}]"#, "version 2"),
    ("bad-reply", "tide", "", "registers nothing"),
    ("bad-reply", "tide", #""plans":[{"key":"tide.high"}]"#, "registers nothing"),
    ("taken-name", "tide", #""learners":[{"key":"svm","summary":"mine"}]"#, "'svm'"),
    ("taken-name", "tide", #""evaluators":[{"key":"ski.risk","summary":"Mine."}]"#, "'ski.risk'"),
    ("unprefixed-name", "tide", #""evaluators":[{"key":"risk","summary":"Mine."}]"#, "'risk'"),
    ("unprefixed-name", "tide", #""commands":[{"name":"flow","summary":"Mine."}]"#, "'flow'"),
    ("taken-name", "tide", #""commands":[{"name":"load","summary":"Mine."}]"#, "'load'"),
    ("taken-name", "tide", #""importers":[{"key":"tide","summary":"Mine.","extensions":["csv"]}]"#, ".csv"),
    ("taken-name", "tide", #""datasets":[{"name":"iris","path":"x","importer":"csv","summary":"Mine."}]"#, "'iris'"),
    ("bad-reply", "tide", #""datasets":[{"name":"x","path":"../../x","importer":"csv","summary":"Mine."}]"#, "below"),
    ("bad-reply", "tide", #""evaluators":7"#, "'evaluators'"),
    ("bad-reply", "tide", #""evaluators":[{"key":"tide.high"}]"#, "'summary'"),
    (
      "bad-reply", "tide",
      #""commands":[{"name":"tide x","summary":"X.","parameters":[{"name":"n","kind":"colour"}]}]"#, "'colour'"
    ),
    (
      "bad-reply", "tide",
      #""learners":[{"key":"tide.x","summary":"x","hyperparameters":[{"name":"n","kind":"integer","min":1,"default":0}]}]"#,
      "default"
    ),
    ("taken-name", "ski", #""evaluators":[{"key":"ski.more","summary":"More."}]"#, "'ski'"),
    ("taken-name", "learner", #""evaluators":[{"key":"learner.more","summary":"More."}]"#, "'learner'"),
    ("taken-name", "load", #""evaluators":[{"key":"load.more","summary":"More."}]"#, "'load'"),
  ]

  @Test(arguments: refused)
  func `a plugin with an invalid handshake is refused with the reason`(
    _ code: String, _ name: String, _ registers: String, _ says: String
  ) throws {
    let greeting = greeting(name, registers, version: code == "wrong-protocol" ? 2 : 1)
    let error = install(write(name, greeting: greeting))
    #expect(error?.code == code)
    #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    #expect(try DiskFiles().entries(directory.folder, hidden: true).isEmpty)
  }

  static let manifests = [
    "", "[]", "{}", #"{"name":"tide"}"#, #"{"name":"Tide","run":"x"}"#, #"{"name":"\u001b[2J","run":"x"}"#,
    #"{"name":"../x","run":"x"}"#, #"{"name":"tide","run":7}"#, #"{"name":"tide","run":"x","memory-mb":1}"#,
    #"{"name":"tide","run":"x","timeout-s":0}"#,
  ]

  @Test(arguments: manifests)
  func `an invalid manifest is refused`(_ manifest: String) {
    let error = install(write("tide", greeting: "{}", manifest: manifest))
    #expect(error?.code == "bad-manifest")
    #expect(error?.help != nil)
  }

  @Test func `broken plugins are not loaded, and the others are`() throws {
    #expect(install(write("tide", greeting: greeting("tide", Self.evaluator))) == nil)
    home.write("{", to: "plugins/broken/plugin.json")
    home.write("", to: "plugins/nothing/README")
    home.write(#"{"name":"other","run":"x"}"#, to: "plugins/misnamed/plugin.json")
    home.write(#"{"name":"copied","run":"x"}"#, to: "plugins/copied/plugin.json")
    home.write("loose", to: "plugins/file.txt")
    var registry = try Assembly.registry()
    let left = directory.register(into: &registry)
    #expect(left.map(\.name) == ["broken", "copied", "misnamed", "nothing"])
    #expect(left.map(\.reason.code) == ["bad-manifest", "not-installed", "wrong-name", "not-a-plugin"])
    #expect(registry.evaluators["tide.high"] != nil)
    // Of two with the same name, the second is not loaded, and the error names both.
    home.write(#"{"name":"surf","run":"x"}"#, to: "plugins/surf/plugin.json")
    home.write(greeting("surf", #""evaluators":[{"key":"surf.x","summary":"X."}]"#), to: "plugins/surf/registered.json")
    var second = try Assembly.registry()
    let taken = directory.register(into: &second).first { $0.name == "surf" }?.reason
    #expect(taken?.code == "taken-name")
    #expect(taken?.message.contains("'surf'") == true)
  }

  @Test func `escape sequences from a plugin never reach the terminal`() throws {
    let summary = #"\u001b]0;owned\u0007 and \u009b31m red"#
    let command = #""commands":[{"name":"tide flow","summary":"\#(summary)","examples":[]}]"#
    let answer =
      #"*) echo '{"outputs":[{"kind":"text","text":"\#(summary)"},{"kind":"record","fields":{"\#(summary)":"\#(summary)"}}]}' ;;"#
    #expect(install(write("tide", greeting: greeting("tide", command), more: answer)) == nil)
    var registry = try Assembly.registry()
    #expect(directory.register(into: &registry).isEmpty)
    var session = Interpreter(
      registry: registry,
      services: Assembly.services(folder: "/", datasetFolders: [], clock: { 0 }, version: "test"))
    var text = ""
    for line in ["tide flow", "help tide flow", "plugins"] {
      _ = session.run(line) { report in
        text += TextRenderer(style: .plain).render(report)
        if let error = report.error { Issue.record("\(line): \(error.message)") }
      }
    }
    #expect(text.contains("owned"))
    #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) })
  }

  @Test func `links, special files and hidden names are not copied`() throws {
    let path = write("tide", greeting: greeting("tide", Self.evaluator))
    home.write("secret", to: "secret.txt")
    home.write("x", to: "tide/.git/config")
    home.write("deep", to: "tide/a/b/c.txt")
    symlink("../secret.txt", path + "/link")
    mkfifo(path + "/pipe", 0o600)
    #expect(install(path) == nil)
    #expect(
      try DiskFiles().entries(directory.folder + "/tide", hidden: true).map(\.name) == [
        "a", "greeting", "plugin.json", "plugin.sh", "registered.json",
      ])
    #expect(Folder.exists(directory.folder + "/tide/a/b/c.txt"))
  }

  @Test func `the build runs first, and if it fails, the error shows its command`() throws {
    var manifest = #"{"name":"tide","build":"echo building; echo made > made","run":"test -e made && sh ./plugin.sh"}"#
    let path = write("tide", greeting: greeting("tide", Self.evaluator), manifest: manifest)
    var said: [String] = []
    _ = try directory.install(path, beside: Assembly.registry()) { said.append($0) }
    #expect(said == ["building"])
    manifest = #"{"name":"tide","build":"echo no compiler; exit 3","run":"sh ./plugin.sh"}"#
    write("tide", greeting: greeting("tide", Self.evaluator), manifest: manifest)
    let error = install(path)
    #expect(error?.code == "build-failed")
    #expect(error?.help?.contains("exit 3") == true)
  }
}
