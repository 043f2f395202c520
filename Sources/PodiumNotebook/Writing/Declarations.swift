internal import PodiumCore
internal import PodiumShell

/// What a written notebook says of itself at its top: the data it loads and the plugins it needs.
struct Declarations: Equatable {
  /// The hashes of the data, by the names under which the notebook loads them.
  private(set) var data: [String: String] = [:]
  /// The versions of the plugins.
  private(set) var plugins: [String: String] = [:]

  /// Nothing yet.
  init() {}

  /// What some cells need.
  init(_ entries: [CellLog.Entry], in session: Session) {
    for entry in entries { add(entry, in: session) }
  }

  /// Takes in a cell: what it loads, and whose verb and importer it uses.
  mutating func add(_ entry: CellLog.Entry, in session: Session) {
    guard entry.worked, case .command(let syntax)? = entry.statement?.body, let signature = entry.signature else {
      return
    }
    use(session.registry.owner(of: "command", signature.name), session)
    guard signature.name == "load" else { return }
    for case .record(let record) in entry.reports.last?.outputs ?? [] {
      guard case .text(let importer)? = record.fields.first(where: { $0.name == "importer" })?.values.first else {
        continue
      }
      use(session.registry.owner(of: "importer", importer), session)
    }
    // The file is the last word. An address has no hash that stays, a saved table no file.
    guard let name = syntax.arguments.last(where: { $0.key == nil })?.value.single?.name, data[name] == nil,
      WebAddress.scheme(of: name) == nil, let path = NotebookData.path(of: name, in: session),
      let hash = try? NotebookData.hash(of: path, shown: name, session)
    else { return }
    data[name] = hash
  }

  private mutating func use(_ owner: String?, _ session: Session) {
    guard let owner, let plugin = session.registry.plugins.first(where: { $0.name == owner }) else { return }
    plugins[plugin.name] = plugin.version
  }
}

extension ArgumentValue.Item {
  /// The word, in quotes or not.
  fileprivate var name: String? {
    switch kind {
    case .word(let text), .quoted(let text): text
    case .reference, .call: nil
    }
  }
}

extension FrontMatter {
  /// The front matter of a notebook that is written.
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
    // A name that the small grammar would read as something else is not declared.
    let plain = pairs.filter { name, _ in
      !name.isEmpty && !name.contains(where: { ":#\"'".contains($0) || $0.isNewline }) && !name.hasPrefix("-")
        && name.first != " " && name.last != " "
    }
    if plain.isEmpty { return "" }
    return name + ":\n"
      + plain.sorted { CodePointOrder.precedes($0.key, $1.key) }.map { "  \($0.key): \($0.value)\n" }.joined()
  }
}
