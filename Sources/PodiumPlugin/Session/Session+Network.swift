public import PodiumCore

extension Session {
  /// The network as the settings and the flag of this session allow it.
  public var network: NetworkAccess {
    NetworkAccess(
      services.network, seconds: state.settings.fetchTimeout, bytes: state.settings.fetchLimit << 20,
      cancellation: cancellation)
  }

  /// Fetches what an http or https address names.
  ///
  /// Throws `network-closed` where the network is closed, and what the network and the server do wrong.
  public func fetch(_ url: String, accept: String? = nil) throws(Diagnostic) -> FetchedResource {
    try network.fetch(url, accept: accept)
  }

  /// What an importer reads a file or folder through; `name` is what the user called it.
  public func importContext(of path: String, shown name: String? = nil) throws(Diagnostic) -> any ImportContext {
    services.files.note(reading: path, shown: name ?? path)
    return try opened(services.importContext(path, cancellation))
  }

  /// What an importer reads a fetched resource through: one file, named so that its extension tells the format.
  ///
  /// Throws `network-closed` where nothing can read it.
  public func importContext(of resource: FetchedResource) throws(Diagnostic) -> any ImportContext {
    guard let make = services.fetchedContext else { throw .networkClosed(resource.url) }
    let endings = Set(registry.importers.values.flatMap(\.extensions))
    return try opened(make(resource.fileName(known: endings), resource.bytes, cancellation))
  }

  /// What an importer reads a word of the user's through: an http or https address, a file or folder here, else a
  /// bundled dataset of an importer with this key, or one of this plugin's.
  ///
  /// Throws `unknown-file`, naming the nearest bundled dataset, `missing-dataset` for one that is not installed, and what the
  /// network does wrong.
  public func importContext(named word: String, bundledFor key: String) throws(Diagnostic) -> any ImportContext {
    if WebAddress.names(word) { return try importContext(of: fetch(word)) }
    let path = services.resolve(word)
    try services.files.permit(path, shown: word, writing: false)
    if services.files.kind(of: path) != .none { return try importContext(of: path, shown: word) }
    let bundled = registry.datasets.values.filter { $0.importer == key || $0.importer.hasPrefix(key + ".") }
    if let entry = bundled.first(where: { $0.name == word }) {
      guard let path = services.path(of: entry) else { throw missingDataset(entry) }
      return try importContext(of: path, shown: word)
    }
    throw Diagnostic.unknown(
      "file", word, among: bundled.map(\.name).inCodePointOrder(),
      help: "paths are relative to the current directory")
  }

  /// The error for a bundled dataset that is not installed.
  public func missingDataset(_ entry: DatasetEntry, span: SourceSpan? = nil) -> Diagnostic {
    let folders = services.datasetFolders.filter { !$0.isEmpty }
    let places = folders.isEmpty ? "share/podium/datasets beside its bin folder" : folders.joined(separator: ", ")
    return Diagnostic(
      "missing-dataset", "the bundled dataset '\(entry.name)' is not installed", span: span,
      help: "install it with make install, or name a file; searched: " + places)
  }

  /// A context with the session's network, on the threads of its settings.
  private func opened(_ context: any ImportContext) -> any ImportContext {
    context.connected(to: network).using(zones: services.zone).using(threads: state.settings.threads)
  }
}
