public import PodiumCore
public import PodiumPlugin

/// Creates, tests, installs, lists and removes external plugins; reports each step as a line.
public struct PluginAdministration {
  private let directory: PluginDirectory
  private let registry: Registry
  private let say: (String) -> Void

  /// `registry` is podium without the installed plugins.
  public init(_ directory: PluginDirectory, beside registry: Registry, say: @escaping (String) -> Void) {
    self.directory = directory
    self.registry = registry
    self.say = say
  }

  /// Writes a working plugin to a new folder with its name.
  ///
  /// Throws what `Skeleton` throws, and `taken-name`.
  public func make(_ name: String, language: String, in folder: String, files: any FileAccess) throws(Diagnostic) {
    let skeleton = try Skeleton(name, language: language)
    // Better to report this now than at installation.
    try registry.check(pluginName: name)
    for path in try skeleton.write(into: folder, files: files) { say("wrote \(path)") }
  }

  /// Builds the plugin in a folder and asks what it registers; returns it, and the registry that includes it.
  public func build(_ folder: String) throws(Diagnostic) -> (plugin: OutsidePlugin, registry: Registry) {
    let plugin = try directory.plugin(in: folder) { say("  " + $0) }
    var all = registry
    try all.add(plugin)
    say("\(plugin.name) \(plugin.version): \(plugin.summary)")
    sayWhatBrings(plugin)
    return (plugin, all)
  }

  /// Copies the plugin in a folder to the plugin directory.
  public func install(_ folder: String) throws(Diagnostic) {
    let plugin = try directory.install(folder, beside: registry) { say("  " + $0) }
    say("installed \(plugin.name) \(plugin.version) in \(plugin.origin)")
    sayWhatBrings(plugin)
  }

  public func remove(_ name: String) throws(Diagnostic) {
    try directory.remove(name)
    say("removed \(name)")
  }

  public func list() {
    let entries = directory.entries()
    if entries.isEmpty { say("no plugin is installed in \(directory.folder)") }
    for entry in entries {
      switch entry.plugin {
      case .success(let plugin):
        let language = plugin.language.isEmpty ? "" : " (\(plugin.language))"
        say("\(plugin.name) \(plugin.version)\(language): \(plugin.summary)")
      case .failure(let error): say("\(entry.name): not loaded: \(error.message)")
      }
    }
  }

  /// Reports what a plugin registers, one line per kind.
  private func sayWhatBrings(_ plugin: OutsidePlugin) {
    var registry = registry
    guard (try? registry.add(plugin)) != nil else { return }
    var lines: [String] = []
    var last: String?
    for (kind, name) in registry.registered(by: plugin.name) {
      if kind == last, !lines.isEmpty {
        lines[lines.count - 1] += ", " + name
      } else {
        lines.append(kind + " " + name)
      }
      last = kind
    }
    let variables = plugin.manifest.environment
    if !variables.isEmpty { lines.append("reads the environment variables " + variables.joined(separator: ", ")) }
    for line in lines { say("  " + line) }
  }
}
