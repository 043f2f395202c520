internal import PodiumCore
public import PodiumEngine
internal import PodiumPlugin

/// The declarations at the top of a written notebook: the data it reads, the plugins it needs, the time it computed with and who
/// its records are by.
struct Declarations: Equatable {
  /// The hashes of the data, by what the notebook calls them.
  private(set) var data: DataHashes = [:]
  private(set) var plugins: [String: String] = [:]
  /// The time of the session that cells computed with.
  private(set) var parameters: [String: String] = [:]
  /// Who the records are by that cells wrote.
  private(set) var author: String?

  /// The files that cells wrote: a replay creates them, so they are not declared.
  private var made: Set<FilePath> = []

  init() {}

  /// The data among some files that a replay read and wrote, in their current state.
  init(_ files: some Sequence<FileUse>, in session: Session) {
    for file in files { add(file, in: session) }
  }

  /// The declarations for some cells.
  init(_ entries: [CellLog.Entry], in session: Session) {
    for entry in entries { add(entry, in: session) }
  }

  /// Adds a cell: the data it reads, and the plugins of its verb and importer.
  mutating func add(_ entry: CellLog.Entry, in session: Session) {
    guard entry.worked, let signature = entry.signature else { return }
    for name in SessionTime.used(in: entry.typed) { parameters[name] = session.parameters[name] }
    use(session.registry.owner(of: "command", signature.name), session)
    if signature.name == "load" { useImporter(of: entry, session) }
    for file in entry.files { add(file, in: session) }
    if entry.wroteWorkspace { author = session.services.store?.author }
  }

  private mutating func useImporter(of entry: CellLog.Entry, _ session: Session) {
    for case .record(let record) in entry.reports.last?.outputs ?? [] {
      guard case .text(let importer)? = record.fields.first(where: { $0.name == "importer" })?.values.first else {
        continue
      }
      use(session.registry.owner(of: "importer", importer), session)
    }
  }

  /// Adds a file that was read, whatever named it; one that was written is made again by a replay.
  private mutating func add(_ file: FileUse, in session: Session) {
    let path = FilePath(file.path)
    if file.isWritten { made.insert(path) }
    guard !file.isWritten, !made.contains(path), !session.services.files.isMade(file.path),
      let name = Declarations.name(of: file, in: session), data[FilePath(name)] == nil,
      let hash = try? NotebookData.hash(of: file.path, shown: name, session)
    else { return }
    data[FilePath(name)] = hash
  }

  /// What a notebook can call a file: as it was named, or its path in the notebook's folder.
  private static func name(of file: FileUse, in session: Session) -> String? {
    let inside = FilePath(file.path).inside(FilePath(session.services.folder))
    return [file.name, inside].compactMap { $0 }.first { NotebookData.path(of: $0, in: session) == file.path }
  }

  private mutating func use(_ owner: String?, _ session: Session) {
    guard let owner, let plugin = session.registry.plugins.first(where: { $0.name == owner }) else { return }
    plugins[plugin.name] = plugin.version
  }
}

extension Notebook {
  /// The front matter with the hashes of the data that its replay read from some place of the log on added if missing;
  /// the hashes in `found` replace those it has.
  public func declaring(
    _ found: DataHashes = [:], readBy interpreter: Interpreter, from start: Int = 0
  ) -> FrontMatter {
    let loaded = Declarations(interpreter.cells.files.dropFirst(start), in: interpreter.session).data
    let missing = loaded.filter { frontMatter.data[$0.key]?.isEmpty ?? true }
    return frontMatter.with(data: missing.merging(found) { $1 })
  }
}

extension FrontMatter {
  init(seed: UInt64, _ declarations: Declarations) {
    self.init()
    format = Notebook.formatVersion
    self.seed = seed
    data = declarations.data
    plugins = declarations.plugins
    text = "---\npodium: \(Notebook.formatVersion)\nseed: \(seed)\n"
    text += FrontMatter.section("data", data.map { ($0.text, $1) })
    text += FrontMatter.section("plugins", plugins.map { ($0, $1) }) + "---\n"
    self = with(author: declarations.author).adding(parameters: declarations.parameters)
  }

  private static func section(_ name: String, _ pairs: [(name: String, value: String)]) -> String {
    // A name that the small grammar would read differently is not declared.
    let plain = pairs.filter { isPlainName($0.name) }
    if plain.isEmpty { return "" }
    return name + ":\n"
      + plain.inCodePointOrder(by: \.name).map { "  \($0.name): \($0.value)\n" }.joined()
  }
}
