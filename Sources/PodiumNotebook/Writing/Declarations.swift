internal import PodiumCore
internal import PodiumEngine
public import PodiumPlugin

/// The declarations at the top of a written notebook: the data it loads and the plugins it needs.
struct Declarations: Equatable {
  /// The hashes of the data, by the names under which the notebook loads them.
  private(set) var data: [String: String] = [:]
  private(set) var plugins: [String: String] = [:]

  /// The files that cells wrote: a replay creates them, so they are not declared.
  private var made: Set<FilePath> = []

  init() {}

  /// The data that the cells of a notebook load, in their current state; data named by a parameter are left out.
  init(of notebook: Notebook, in session: Session) {
    for case .cell(let cell) in notebook.blocks where !cell.options.isSkipped {
      for piece in Script(cell.source).pieces {
        guard case .command(let syntax)? = (try? SyntaxTree(piece.text, grammar: session.grammar).checked())?.body
        else { continue }
        add(syntax, verb: syntax.verb.text, in: session)
      }
    }
  }

  /// The declarations for some cells.
  init(_ entries: [CellLog.Entry], in session: Session) {
    for entry in entries { add(entry, in: session) }
  }

  /// Adds a cell: the data it loads, and the plugins of its verb and importer.
  mutating func add(_ entry: CellLog.Entry, in session: Session) {
    guard entry.worked, case .command(let syntax)? = entry.statement?.body, let signature = entry.signature else {
      return
    }
    use(session.registry.owner(of: "command", signature.name), session)
    if signature.name == "load" { useImporter(of: entry, session) }
    add(syntax, verb: signature.name, in: session)
  }

  private mutating func useImporter(of entry: CellLog.Entry, _ session: Session) {
    for case .record(let record) in entry.reports.last?.outputs ?? [] {
      guard case .text(let importer)? = record.fields.first(where: { $0.name == "importer" })?.values.first else {
        continue
      }
      use(session.registry.owner(of: "importer", importer), session)
    }
  }

  /// Adds the data that a command loads, and notes the files it writes.
  private mutating func add(_ syntax: CommandSyntax, verb: String, in session: Session) {
    if case .file(let word, _)? = syntax.sink { made.insert(FilePath(session.services.resolve(word.text))) }
    // The file is the last word. An address has no stable hash, and a saved table is not a file.
    guard let name = syntax.arguments.last(where: { $0.key == nil })?.value.single?.name else { return }
    if verb == "save" { made.insert(FilePath(session.services.resolve(name))) }
    guard verb == "load", data[name] == nil, WebAddress.scheme(of: name) == nil,
      let path = NotebookData.path(of: name, in: session), !made.contains(FilePath(path)),
      !session.services.files.isMade(path), let hash = try? NotebookData.hash(of: path, shown: name, session)
    else { return }
    data[name] = hash
  }

  private mutating func use(_ owner: String?, _ session: Session) {
    guard let owner, let plugin = session.registry.plugins.first(where: { $0.name == owner }) else { return }
    plugins[plugin.name] = plugin.version
  }
}

extension ArgumentValue.Item {
  /// The text, quoted or not.
  fileprivate var name: String? {
    switch kind {
    case .word(let text), .quoted(let text): text
    case .reference, .call: nil
    }
  }
}

extension Notebook {
  /// The front matter with the hashes of all data that the cells load added if missing; the hashes in `found` replace
  /// those it has.
  public func declaring(_ found: [String: String] = [:], in session: Session) -> FrontMatter {
    let loaded = Declarations(of: self, in: session).data
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
    text += FrontMatter.section("data", data) + FrontMatter.section("plugins", plugins) + "---\n"
  }

  private static func section(_ name: String, _ pairs: [String: String]) -> String {
    // A name that the small grammar would read differently is not declared.
    let plain = pairs.filter { isPlainName($0.key) }
    if plain.isEmpty { return "" }
    return name + ":\n"
      + plain.sorted { CodePointOrder.precedes($0.key, $1.key) }.map { "  \($0.key): \($0.value)\n" }.joined()
  }
}
