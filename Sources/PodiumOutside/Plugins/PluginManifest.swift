internal import PodiumCore
internal import PodiumPlugin

/// `plugin.json`: how to build and start a plugin's program, and its limits.
struct PluginManifest: Sendable {
  static let file = "plugin.json"

  let name: String
  let language: String
  /// The shell command that starts the program, in the plugin's folder.
  let run: String
  /// The shell command that builds it; nil if there is nothing to build.
  let build: String?
  let megabytes: Int
  let seconds: Int?
  /// The environment variables that its program and its build get beside those that every program gets.
  let environment: [String]
  /// The maximum number of such variables.
  private static let variableLimit = 100

  /// Reads a manifest.
  ///
  /// Throws `malformed-json`, and `bad-manifest` with what is wrong.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    let value: JSONValue
    do throws(Diagnostic) { value = try JSONReader.value(bytes) } catch { throw PluginManifest.bad(error.message) }
    var fields = WireFields(value: value, program: PluginManifest.file, what: "")
    fields.refusal = { _, text, _ in PluginManifest.bad(text) }
    name = try fields.required("name")
    run = try fields.required("run")
    language = try fields.text("language") ?? ""
    build = try fields.text("build")
    megabytes = try fields.integer("memory-mb") ?? OutsideHost.standardMemory
    seconds = try fields.integer("timeout-s")
    environment = try fields.texts("environment") ?? []
    guard Registry.isPluginName(name) else {
      throw fields.bad("'\(name)' is not a valid name: use lower-case letters, digits and -, starting with a letter")
    }
    guard (16...1_048_576).contains(megabytes) else { throw fields.bad("'memory-mb' must be from 16 to 1048576") }
    guard environment.count <= PluginManifest.variableLimit, environment.allSatisfy(ChildEnvironment.isName) else {
      throw fields.bad("'environment' must be a list of at most \(PluginManifest.variableLimit) names of variables")
    }
    guard (1...86_400).contains(seconds ?? 1) else { throw fields.bad("'timeout-s' must be from 1 to 86400") }
  }

  private static func bad(_ reason: String) -> Diagnostic {
    Diagnostic(
      "bad-manifest", "'\(file)' is not valid: \(reason)", help: "use podium plugin new NAME to write a valid one")
  }

  func launch(in folder: String) -> OutsideProgram.Launch {
    .init(
      name: name, command: run, folder: folder, megabytes: megabytes, seconds: seconds,
      remedy: "fix the plugin, then restart podium", environment: environment)
  }
}
