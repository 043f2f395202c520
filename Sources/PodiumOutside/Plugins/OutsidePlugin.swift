public import PodiumCore
public import PodiumPlugin

/// An external plugin: what it registered when it was installed, and how to start it.
///
/// Its importers, evaluators, learners and commands are registered like any others; none of them starts a program
/// before it is used.
public struct OutsidePlugin: Plugin {
  /// The folder it is installed in.
  public let origin: String
  let manifest: PluginManifest
  let handshake: Handshake
  let program: OutsideProgram

  init(manifest: PluginManifest, handshake: Handshake, folder: String, host: OutsideHost) throws(Diagnostic) {
    guard handshake.name == manifest.name else {
      throw Diagnostic(
        "wrong-name", "the program gives its name as '\(handshake.name)', but plugin.json as '\(manifest.name)'",
        help: "use the same name in both")
    }
    self.manifest = manifest
    self.handshake = handshake
    origin = folder
    program = OutsideProgram(manifest.launch(in: folder), host: host, greeting: handshake)
  }

  public var name: String { manifest.name }
  public var version: String { handshake.version }
  public var summary: String { handshake.summary }
  /// The language it is written in, according to its manifest.
  public var language: String { manifest.language }

  /// Registers everything it declares.
  public func register(into registry: inout Registry) throws(Diagnostic) {
    for entry in handshake.importers {
      // Otherwise the first importer registered would read everyone's files with that extension.
      // One that only says what to do with a file gives way.
      let readers = registry.importers.values.filter(\.isReader)
      for other in readers.inCodePointOrder(by: \.key) {
        if let ending = entry.extensions.first(where: { other.extensions.contains($0) }) {
          throw Diagnostic(
            "taken-name",
            "importer '\(entry.key)' has the file extension .\(ending), which belongs to importer '\(other.key)'",
            help: "remove that extension; 'load \(entry.key) FILE' still reads such files")
        }
      }
      try registry.add(OutsideImporter(entry: entry, program: program))
    }
    for entry in handshake.exporters { try registry.add(OutsideExporter(entry: entry, program: program)) }
    for entry in handshake.evaluators { try registry.add(OutsideEvaluator(entry: entry, program: program)) }
    for entry in handshake.figures { try registry.add(OutsideFigure(entry: entry, program: program)) }
    for entry in handshake.learners {
      try registry.add(ProgramLearner.definition(entry, key: entry.key, program: program))
    }
    for entry in handshake.commands { try registry.add(OutsideCommand(entry: entry, program: program)) }
    // Paths of datasets are looked up in several folders, and the root of the file system is one of them.
    for entry in handshake.datasets {
      try registry.add(
        DatasetEntry(
          entry.name, path: FilePath.joined(FilePath(origin).names + [entry.path]), importer: entry.importer,
          summary: entry.summary,
          target: entry.target))
    }
  }
}
