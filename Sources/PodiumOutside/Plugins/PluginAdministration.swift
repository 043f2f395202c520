public import PodiumCore
public import PodiumPlugin

/// Plugins from outside, from the first line to the installed one; what is done is said line by line.
public struct PluginAdministration {
  private let directory: PluginDirectory
  private let registry: Registry
  private let say: (String) -> Void

  /// Works on a plugin directory; `registry` is podium without what is installed there.
  public init(_ directory: PluginDirectory, beside registry: Registry, say: @escaping (String) -> Void) {
    self.directory = directory
    self.registry = registry
    self.say = say
  }

  /// Writes a working plugin into a new folder of its name.
  ///
  /// Throws what `Skeleton` throws, and that a name is taken.
  public func make(_ name: String, language: String, in folder: String, files: any FileAccess) throws(Diagnostic) {
    let skeleton = try Skeleton(name, language: language)
    // Better now than when it is installed.
    try registry.check(pluginName: name)
    for path in try skeleton.write(into: folder, files: files) { say("wrote \(path)") }
  }

  /// Builds the plugin of a folder where it lies and asks it what it brings; returns it with everything it fits into.
  public func build(_ folder: String) throws(Diagnostic) -> (plugin: OutsidePlugin, registry: Registry) {
    let plugin = try directory.plugin(in: folder) { say("  " + $0) }
    var all = registry
    try all.add(plugin)
    say("\(plugin.name) \(plugin.version): \(plugin.summary)")
    sayWhatBrings(plugin)
    return (plugin, all)
  }

  /// Copies the plugin of a folder to the plugin directory.
  public func install(_ folder: String) throws(Diagnostic) {
    let plugin = try directory.install(folder, beside: registry) { say("  " + $0) }
    say("installed \(plugin.name) \(plugin.version) in \(plugin.origin)")
    sayWhatBrings(plugin)
  }

  /// Takes a plugin from the plugin directory.
  public func remove(_ name: String) throws(Diagnostic) {
    try directory.remove(name)
    say("removed \(name)")
  }

  /// Says what is installed.
  public func list() {
    let entries = directory.entries()
    if entries.isEmpty { say("no plugin is installed in \(directory.folder)") }
    for entry in entries {
      switch entry.plugin {
      case .success(let plugin):
        let language = plugin.language.isEmpty ? "" : " (\(plugin.language))"
        say("\(plugin.name) \(plugin.version)\(language): \(plugin.summary)")
      case .failure(let error): say("\(entry.name): left out, \(error.message)")
      }
    }
  }

  /// Says what a plugin registers, a line a kind.
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
    for line in lines { say("  " + line) }
  }
}
