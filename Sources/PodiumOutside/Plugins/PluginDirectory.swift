internal import Glibc
public import PodiumCore
internal import PodiumFiles
public import PodiumPlugin

/// The folder in which external plugins are installed, one folder each.
public struct PluginDirectory: Sendable {
  /// The handshake of an installed plugin, as saved by `install`.
  static let record = "registered.json"

  /// The path; the folder may not exist.
  public let folder: String
  private let files: any FileAccess
  private let host: OutsideHost

  public init(_ folder: String, files: any FileAccess, host: OutsideHost) {
    self.folder = folder
    self.files = files
    self.host = host
  }

  /// A folder in the plugin directory: a plugin, or the reason why it is not one.
  public struct Entry: Sendable {
    public let name: String
    public let plugin: Result<OutsidePlugin, Diagnostic>
  }

  /// The installed plugins, by name; this reads small files and starts no program.
  public func entries() -> [Entry] {
    Folder.names(folder).filter { Folder.isFolder(FilePath.join(folder, $0)) }.map { name in
      Entry(name: name, plugin: Result { () throws(Diagnostic) in try plugin(name) })
    }
  }

  private func plugin(_ name: String) throws(Diagnostic) -> OutsidePlugin {
    let path = FilePath.join(folder, name)
    let manifest = try PluginDirectory.manifest(in: path, files)
    guard manifest.name == name else {
      throw Diagnostic(
        "wrong-name", "the folder is called '\(name)', but plugin.json names the plugin '\(manifest.name)'",
        help: "install it with podium plugin install DIR")
    }
    guard files.kind(of: FilePath.join(path, PluginDirectory.record)) == .file else {
      throw Diagnostic(
        "not-installed", "it was not installed",
        help: "install it: podium --plugins \(ShellWord.quoted(folder)) plugin install \(ShellWord.quoted(path))")
    }
    let bytes = try files.read(FilePath.join(path, PluginDirectory.record), shown: PluginDirectory.record)
    return try OutsidePlugin(
      manifest: manifest, handshake: Handshake(JSONReader.value(bytes)), folder: path, host: host)
  }

  static func manifest(in folder: String, _ files: any FileAccess) throws(Diagnostic) -> PluginManifest {
    let path = FilePath.join(folder, PluginManifest.file)
    guard files.kind(of: path) == .file else {
      throw Diagnostic(
        "not-a-plugin", "there is no '\(PluginManifest.file)' in '\(folder)'",
        help: "use podium plugin new NAME to create a plugin")
    }
    return try PluginManifest(files.read(path, shown: PluginManifest.file))
  }

  /// Adds the installed plugins to a registry; returns those that cannot be added, with the reason.
  public func register(into registry: inout Registry) -> [(name: String, reason: Diagnostic)] {
    var left: [(name: String, reason: Diagnostic)] = []
    for entry in entries() {
      do throws(Diagnostic) { try registry.add(entry.plugin.get()) } catch { left.append((entry.name, error)) }
    }
    return left
  }

  /// The plugin in any folder, built and asked what it registers.
  ///
  /// `say` gets the output of the build.
  public func plugin(in path: String, say: (String) -> Void) throws(Diagnostic) -> OutsidePlugin {
    let path = Folder.resolved(path)
    let manifest = try PluginDirectory.manifest(in: path, files)
    if let command = manifest.build {
      try Build(
        name: manifest.name, command: command, folder: path, environment: manifest.environment, host: host
      ).run(say)
    }
    let handshake = try OutsideProgram(manifest.launch(in: path), host: host).introduce()
    return try OutsidePlugin(manifest: manifest, handshake: handshake, folder: path, host: host)
  }

  /// Copies a plugin's folder to the plugin directory, builds it there, asks what it registers, and replaces an older
  /// version; if any of this fails, nothing changes.
  ///
  /// `registry` is podium without the installed plugins; the plugin must not conflict with it.
  public func install(_ path: String, beside registry: Registry, say: (String) -> Void) throws(Diagnostic)
    -> OutsidePlugin
  {
    let source = Folder.resolved(path)
    let manifest = try PluginDirectory.manifest(in: source, files)
    let home = FilePath.join(folder, manifest.name)
    let draft = FilePath.join(folder, ".new-\(manifest.name)-\(getpid())")
    // A plugin that was put in the plugin directory by hand stays where it is.
    if Folder.resolved(home) == source {
      try accept(try plugin(in: source, say: say), at: source, beside: registry)
      return try plugin(manifest.name)
    }
    try Folder.make(folder)
    DiskFiles.remove(tree: draft)
    defer { DiskFiles.remove(tree: draft) }
    try Folder.copy(source, to: draft)
    try accept(try plugin(in: draft, say: say), at: draft, beside: registry)
    let old = FilePath.join(folder, ".old-\(manifest.name)-\(getpid())")
    if Folder.exists(home) { try Folder.move(home, to: old) }
    do throws(Diagnostic) { try Folder.move(draft, to: home) } catch {
      try? Folder.move(old, to: home)
      throw error
    }
    DiskFiles.remove(tree: old)
    return try plugin(manifest.name)
  }

  /// Saves what a plugin registers, if that does not conflict with the others.
  private func accept(_ tried: OutsidePlugin, at place: String, beside registry: Registry) throws(Diagnostic) {
    var others = registry
    for entry in entries() where entry.name != tried.name {
      if let other = try? entry.plugin.get() { try? others.add(other) }
    }
    try others.add(tried)
    let record = FilePath.join(place, PluginDirectory.record)
    try files.write(
      Array((tried.handshake.text + "\n").utf8), to: record, shown: PluginDirectory.record,
      mode: Folder.exists(record) ? .replace : .new)
  }

  ///
  /// Throws `unknown-plugin`.
  public func remove(_ name: String) throws(Diagnostic) {
    let names = Folder.names(folder).filter { Folder.isFolder(FilePath.join(folder, $0)) }
    guard names.contains(where: { FilePath.isSame($0, name) }) else {
      throw Diagnostic.unknown("plugin", name, among: names)
    }
    DiskFiles.remove(tree: FilePath.join(folder, name))
  }

  /// A plugin's build.
  private struct Build {
    static let seconds = 1800
    let name: String
    let command: String
    let folder: String
    let environment: [String]
    let host: OutsideHost

    func run(_ say: (String) -> Void) throws(Diagnostic) {
      // Compilers reserve far more memory than they use, so the limit applies to the program only.
      var child = try ChildProcess.start(
        command + " 2>&1", folder: folder, megabytes: .max, environment: .limited(environment))
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
          throw Diagnostic("build-failed", "the build of '\(name)' failed", help: "check its build command: " + command)
        }
      }
    }
  }
}
