internal import Glibc
public import PodiumCore
internal import PodiumFiles
public import PodiumPlugin

/// The folder that plugins from outside are installed in, one folder each.
public struct PluginDirectory: Sendable {
  /// What an installed plugin said it brings, as `install` wrote it down.
  static let record = "registered.json"

  /// The folder; it need not be there.
  public let folder: String
  private let files: any FileAccess
  private let host: OutsideHost

  /// Looks at a folder.
  public init(_ folder: String, files: any FileAccess, host: OutsideHost) {
    self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    self.files = files
    self.host = host
  }

  /// A folder in the plugin directory: a plugin, or why there is none.
  public struct Entry: Sendable {
    /// The name of the folder.
    public let name: String
    /// The plugin, or what is wrong with it.
    public let plugin: Result<OutsidePlugin, Diagnostic>
  }

  /// What is installed, by name; only small files are read and nothing is started.
  public func entries() -> [Entry] {
    Folder.names(folder).filter { Folder.isFolder(folder + "/" + $0) }.map { name in
      Entry(name: name, plugin: Result { () throws(Diagnostic) in try plugin(name) })
    }
  }

  private func plugin(_ name: String) throws(Diagnostic) -> OutsidePlugin {
    let path = folder + "/" + name
    let manifest = try PluginDirectory.manifest(in: path, files)
    guard manifest.name == name else {
      throw Diagnostic(
        "wrong-name", "the folder is '\(name)', and plugin.json has the name '\(manifest.name)'",
        help: "install it with podium plugin install DIR")
    }
    guard files.kind(of: path + "/" + PluginDirectory.record) == .file else {
      throw Diagnostic(
        "not-installed", "it was not installed", help: "podium --plugins \(folder) plugin install \(path)")
    }
    let bytes = try files.read(path + "/" + PluginDirectory.record, shown: PluginDirectory.record)
    return try OutsidePlugin(
      manifest: manifest, handshake: Handshake(JSONReader.value(bytes)), folder: path, host: host)
  }

  static func manifest(in folder: String, _ files: any FileAccess) throws(Diagnostic) -> PluginManifest {
    let path = folder + "/" + PluginManifest.file
    guard files.kind(of: path) == .file else {
      throw Diagnostic(
        "not-a-plugin", "there is no '\(PluginManifest.file)' in '\(folder)'",
        help: "create a plugin with podium plugin new NAME")
    }
    return try PluginManifest(files.read(path, shown: PluginManifest.file))
  }

  /// Adds what is installed to a registry; what cannot be is left out, with the reason.
  public func register(into registry: inout Registry) -> [(name: String, reason: Diagnostic)] {
    var left: [(name: String, reason: Diagnostic)] = []
    for entry in entries() {
      do throws(Diagnostic) { try registry.add(entry.plugin.get()) } catch { left.append((entry.name, error)) }
    }
    return left
  }

  /// The plugin in a folder that need not be in the plugin directory, built and asked what it brings.
  ///
  /// `say` receives what the build prints.
  public func plugin(in path: String, say: (String) -> Void) throws(Diagnostic) -> OutsidePlugin {
    let path = Folder.resolved(path)
    let manifest = try PluginDirectory.manifest(in: path, files)
    if let command = manifest.build {
      try Build(name: manifest.name, command: command, folder: path, host: host).run(say)
    }
    let handshake = try OutsideProgram(manifest.launch(in: path), host: host).introduce()
    return try OutsidePlugin(manifest: manifest, handshake: handshake, folder: path, host: host)
  }

  /// Copies a plugin's folder into the plugin directory, builds it there, asks it what it brings, and puts it in the place of an
  /// older one; nothing changes when any of it fails.
  ///
  /// `registry` is what it must fit into: podium without the plugins of the plugin directory.
  public func install(_ path: String, beside registry: Registry, say: (String) -> Void) throws(Diagnostic)
    -> OutsidePlugin
  {
    let source = Folder.resolved(path)
    let manifest = try PluginDirectory.manifest(in: source, files)
    let home = folder + "/" + manifest.name
    let draft = folder + "/.new-\(manifest.name)-\(getpid())"
    // What was put in the plugin directory by hand is asked where it lies.
    if Folder.resolved(home) == source {
      try accept(try plugin(in: source, say: say), at: source, beside: registry)
      return try plugin(manifest.name)
    }
    try Folder.make(folder)
    DiskFiles.remove(tree: draft)
    defer { DiskFiles.remove(tree: draft) }
    try Folder.copy(source, to: draft)
    try accept(try plugin(in: draft, say: say), at: draft, beside: registry)
    let old = folder + "/.old-\(manifest.name)-\(getpid())"
    if Folder.exists(home) { try Folder.move(home, to: old) }
    do throws(Diagnostic) { try Folder.move(draft, to: home) } catch {
      try? Folder.move(old, to: home)
      throw error
    }
    DiskFiles.remove(tree: old)
    return try plugin(manifest.name)
  }

  /// Writes down beside a plugin what it brings, when that fits to all others.
  private func accept(_ tried: OutsidePlugin, at place: String, beside registry: Registry) throws(Diagnostic) {
    var others = registry
    for entry in entries() where entry.name != tried.name {
      if let other = try? entry.plugin.get() { try? others.add(other) }
    }
    try others.add(tried)
    let record = place + "/" + PluginDirectory.record
    try files.write(
      Array((tried.handshake.text + "\n").utf8), to: record, shown: PluginDirectory.record,
      mode: Folder.exists(record) ? .replace : .new)
  }

  /// Takes a plugin from the plugin directory.
  ///
  /// Throws `unknown-plugin`.
  public func remove(_ name: String) throws(Diagnostic) {
    let names = Folder.names(folder).filter { Folder.isFolder(folder + "/" + $0) }
    guard names.contains(name) else { throw Diagnostic.unknown("plugin", name, among: names) }
    DiskFiles.remove(tree: folder + "/" + name)
  }

  /// A plugin's build, whose output is passed on.
  private struct Build {
    static let seconds = 1800
    let name: String
    let command: String
    let folder: String
    let host: OutsideHost

    func run(_ say: (String) -> Void) throws(Diagnostic) {
      // Compilers reserve far more than they use, so the bound is for the program alone.
      var child = try ChildProcess.start(command + " 2>&1", folder: folder, megabytes: .max)
      let stop = OutsideProgram.Stop(host, nil)
      let deadline = ChildProcess.now() + Double(Build.seconds)
      while true {
        do throws(ChildFailure) {
          let line = try child.line(until: deadline, limit: 1 << 20) { stop.isAsked }
          say(String(decoding: line, as: UTF8.self))
        } catch {
          if error == .stopped {
            child.interrupt()
            throw .interrupted
          }
          if error == .ended { child.waitForEnd(seconds: 5) }
          let ending = child.end()
          if error == .ended, ending == .status(0) { return }
          throw Diagnostic("build-failed", "the build of '\(name)' failed", help: "its command is: " + command)
        }
      }
    }
  }
}
