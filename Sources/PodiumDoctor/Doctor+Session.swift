internal import PodiumCore
public import PodiumOutside
public import PodiumPlugin

extension Doctor {
  /// A session's workspace, plugins and datasets; `trust` explains what needs trust.
  public mutating func addSession(_ session: Session, plugins directory: PluginDirectory, trust: String) {
    do throws(Diagnostic) {
      let info = try session.store().info()
      add("session", "workspace", "version \(info.version), \(info.datasets.counted("saved table"))")
    } catch {
      add("session", "workspace", error.message, isBroken: true)
    }
    let plugins = session.registry.plugins.map {
      "\($0.name) \($0.version) (\($0.origin == "built in" ? "built in" : "external"))"
    }
    add("session", "plugins", plugins.joined(separator: ", "))
    add("session", "trust", trust)
    for entry in directory.entries() {
      switch entry.plugin {
      case .failure(let error):
        add("session", "plugin " + entry.name, "not loaded: " + error.message, isBroken: true)
      case .success:
        add("session", "plugin " + entry.name, "external, in " + shown(directory.folder))
      }
    }
    let datasets = session.registry.datasets.keys.inCodePointOrder()
    add("session", "datasets", datasets.joined(separator: ", "))
  }
}
