internal import PodiumCore
internal import PodiumPlugin

/// What `load X` means: a path and the importer that reads it.
struct LoadSource {
  let path: String
  let shown: String
  let name: String
  let importer: any Importer
  /// The bundled dataset that the words name.
  var bundled: DatasetEntry?
  /// The download, if the words name an address.
  var fetched: FetchedResource?

  /// Resolves the words after `load`; downloads an address once the keys are checked.
  ///
  /// Throws if nothing has that name, if it is ambiguous, and if no importer fits.
  static func resolve(
    _ words: [String], format: String?, keys: [Argument] = [], in session: Session, span: SourceSpan?
  ) throws(Diagnostic) -> LoadSource {
    let registry = session.registry
    guard words.count <= 2, let last = words.last else {
      throw Diagnostic(
        "unexpected-argument", "'load' takes one file, or an importer and its path", span: span,
        help: "put names with spaces in quotes")
    }
    var chosen: (any Importer)?
    if let key = words.count == 2 ? words.first : format {
      guard let importer = registry.importer(key) else {
        throw Diagnostic.unknown(
          "importer", key, among: registry.importers.keys.sorted(), span: span, help: "'plugins' lists the importers")
      }
      chosen = importer
    }
    if WebAddress.scheme(of: last) != nil {
      return try address(last, chosen, keys: keys, in: session, span: span)
    }
    let path = session.services.resolve(last)
    // A path that may not be read is refused whether or not it exists.
    try Diagnostic.located(at: span, session.services.files.permit(path, shown: last, writing: false))
    let kind = session.services.files.kind(of: path)
    let entry = registry.dataset(last)
    if kind != .none, entry != nil, words.count == 1 {
      throw Diagnostic(
        "ambiguous-name", "'\(last)' is both a file in the current directory and a bundled dataset", span: span,
        help: "load ./\(last) for the file")
    }
    if kind == .none {
      if let entry { return try bundled(entry, chosen, session, span) }
      throw missing(last, chosen, in: session, span)
    }
    let importer: any Importer
    if let chosen {
      importer = chosen
    } else {
      importer = try pick(for: path, shown: last, kind, in: session, span: span)
    }
    return LoadSource(path: path, shown: last, name: stem(last), importer: importer)
  }

  private static func bundled(
    _ entry: DatasetEntry, _ chosen: (any Importer)?, _ session: Session, _ span: SourceSpan?
  ) throws(Diagnostic) -> LoadSource {
    guard let importer = chosen ?? session.registry.importer(entry.importer) else {
      throw Diagnostic.unknown(
        "importer", entry.importer, among: session.registry.importers.keys.sorted(), span: span)
    }
    if let path = session.services.path(of: entry) {
      return LoadSource(path: path, shown: entry.name, name: entry.name, importer: importer, bundled: entry)
    }
    throw session.missingDataset(entry, span: span)
  }

  private static func missing(
    _ word: String, _ chosen: (any Importer)?, in session: Session, _ span: SourceSpan?
  ) -> Diagnostic {
    if chosen == nil, session.registry.importer(word) != nil {
      return Diagnostic(
        "missing-argument", "a path must follow the importer '\(word)'", span: span,
        help: "write: load \(CommandText.word(word)) PATH")
    }
    let looksLikePath = FilePath(word).looksLikeFile
    let here = (try? session.services.files.list(session.services.folder, shown: ".")) ?? []
    let names = session.registry.datasets.keys.sorted() + here
    if looksLikePath || chosen != nil {
      var error = Diagnostic.unknown("file", word, among: names, span: span)
      if Suggestion.nearest(to: word, among: names) == nil {
        error.help = "paths are relative to the current directory; 'datasets' lists the bundled tables"
      }
      return error
    }
    var error = Diagnostic.unknown("dataset", word, among: names, span: span)
    error.help = error.help ?? "'datasets' lists the bundled tables; a file name includes its extension"
    return error
  }

  /// The importer for a path, by its extension, or else by its content.
  static func pick(
    for path: String, shown: String, _ kind: FileKind, fetched: FetchedResource? = nil, in session: Session,
    span: SourceSpan?
  ) throws(Diagnostic) -> any Importer {
    let importers = session.registry.importers.values.inCodePointOrder(by: \.key)
    guard kind == .file || kind == .folder else {
      throw Diagnostic("not-a-file", "'\(shown)' is neither a regular file nor a folder", span: span)
    }
    var general: (any Importer)?
    if kind == .file {
      let named = session.registry.importers(ending: FilePath(path).unpacked.ending)
      if let importer = named.first(where: { !$0.isGeneral }) { return importer }
      general = named.first
    }
    let context = try context(of: path, shown, fetched, in: session)
    let recognising = importers.filter { $0.recognises(context) }
    let readers = recognising.filter(\.isReader)
    let fitting = readers.isEmpty ? recognising : readers
    if fitting.count == 1 { return fitting[0] }
    if fitting.count > 1 {
      throw Diagnostic(
        "ambiguous-format", "'\(shown)' could be read by several importers", span: span,
        help: "choose one: " + fitting.map { "load \($0.key) \(CommandText.word(shown))" }.joined(separator: ", "))
    }
    if let general { return general }
    if kind == .folder {
      let readers = importers.filter(\.readsFolders).map(\.key)
      throw Diagnostic(
        "not-a-bundle", "no importer can read the folder '\(shown)'", span: span,
        help: "importers that read folders: " + readers.joined(separator: ", "))
    }
    throw Diagnostic(
      "unknown-format", "cannot detect the format of '\(shown)'", span: span,
      help: "choose it with format=, one of: " + importers.map(\.key).joined(separator: ", "))
  }

  /// The name of a file without its folders and extensions.
  static func stem(_ path: String) -> String { FilePath(path).unpacked.stem }

  func context(in session: Session, span: SourceSpan?) throws(Diagnostic) -> any ImportContext {
    return try Diagnostic.located(at: span, LoadSource.context(of: path, shown, fetched, in: session))
  }

  private static func context(
    of path: String, _ shown: String, _ fetched: FetchedResource?, in session: Session
  ) throws(Diagnostic) -> any ImportContext {
    if let fetched { return try session.importContext(of: fetched).named(shown) }
    return try session.importContext(of: path, shown: shown)
  }
}
