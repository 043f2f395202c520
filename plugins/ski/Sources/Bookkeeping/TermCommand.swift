internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski term`: shows the terms that records use: brands, types, bases, tags, grindings, types of snow, places; commands
/// of three words act on one.
struct TermCommand: Command {
  static let lists = Terms.List.allCases.map(\.rawValue)
  static let list = Parameter<String?>.text(
    "list", positional: true, help: "List of terms; default: count the terms of all lists.", completion: .words(lists))
  static let word = Parameter<String?>.text(
    "word", positional: true, help: "One term of the list; default: all terms.", completion: terms)
  /// Completes the terms of the list named before them.
  static let terms = Completion.steps(
    CompletionSteps(
      first: .none,
      after: Dictionary(Terms.List.allCases.map { ($0.rawValue, [.terms($0), .terms($0)]) }, uniquingKeysWith: { $1 })))

  let signature = Signature(
    "ski term", topic: .plugins, summary: "List brands, types, bases, tags, grindings, types of snow and places.",
    details: """
      'ski term' counts the terms of each list; 'ski term grinding' lists the terms of one list and how many records \
      use each. Terms are also added when they are first used.
      """, parameters: [list.any, word.any],
    exampleLines: """
      all lists: ski import ski-thesis; ski term -> grinding
      one list: ski import ski-thesis; ski term grinding -> wet+old
      one term: ski import ski-thesis; ski term base White -> White
      an unknown list: ski term colour -> !bad-value
      """, traits: .readsOnly, seeAlso: ["ski term add", "ski term rename", "ski pair", "ski session"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let text = call[Self.list] else { return try overview(workspace) }
    let list = try Self.chosenList(text, call.span(of: Self.list))
    guard let word = call[Self.word] else { return try table(of: list, workspace) }
    return try Self.named(list, word, workspace, call.span(of: Self.word))
  }

  static func chosenList(_ text: String, _ span: SourceSpan?) throws(Diagnostic) -> Terms.List {
    guard let list = Terms.List(rawValue: text) else { throw .unknownWord("list", text, among: lists, span: span) }
    return list
  }

  static func record(_ list: Terms.List, _ name: String, _ workspace: SkiWorkspace) throws(Diagnostic) -> Record {
    let key: [String: Value] = ["list": .text(list.rawValue), "name": .text(name)]
    guard let record = try workspace.store.records(SkiKinds.term, key).first else {
      throw Diagnostic("unknown-record", "there is no \(list.noun) '\(name)'")
    }
    return record
  }

  /// The lists and how many terms each has.
  private func overview(_ workspace: SkiWorkspace) throws(Diagnostic) -> [Output] {
    var terms = workspace.terms
    try terms.read(Terms.List.allCases)
    let known = Terms.List.allCases.map { (terms.known[$0] ?? []).inCodePointOrder() }
    let table = try Table([
      Column("list", .text(Self.lists)), Column("words", .integer(known.map(\.count))),
      Column(
        "first",
        .text(
          known.map { $0.isEmpty ? nil : $0.listed(5) })),
    ])
    return [.table(TableOutput(table, title: "terms").showing(["list", "first"]))]
  }

  static func named(
    _ list: Terms.List, _ text: String, _ workspace: SkiWorkspace, _ span: SourceSpan?
  ) throws(Diagnostic) -> [Output] {
    var terms = workspace.terms
    let name = try terms.existing(list, text, at: span)
    let record = try Self.record(list, name, workspace)
    var output = RecordOutput("\(list.noun) \(name)")
    output.add(Term.thing.fields.map(\.column.name).filter { $0 != "archived" }, of: record)
    output.stamp(record)
    return [.record(output)]
  }

  /// The terms of a list with their fields and how many records use each.
  private func table(of list: Terms.List, _ workspace: SkiWorkspace) throws(Diagnostic) -> [Output] {
    var fields = ["name", "description"]
    switch list {
    case .grinding: fields += ["best_snow", "best_above_c", "best_below_c"]
    case .snow: fields += ["counts_as", "icssg"]
    case .place: fields += ["latitude", "longitude"]
    default: break
    }
    let table = try workspace.store.table(
      RecordQuery(SkiKinds.term, where: [.equals("list", .text(list.rawValue))], order: [("name", false)]),
      fields: fields + ["archived"])
    var uses: [String: Int] = [:]
    for field in SkiThings.links(to: list).fields {
      for text in try workspace.store.texts(field.field, of: field.kind) {
        for word in field.names(in: text) { uses[word, default: 0] += 1 }
      }
    }
    let names = RecordRows(table).texts("name")
    let used = Column("used_by", .integer(names.map { $0.flatMap { uses[$0] } ?? 0 }))
    let output = TableOutput(try table.setting(used), title: list.nouns + ": " + table.rowCount.counted("term"))
    return [.table(output.showing(["name", "used_by"]))]
  }
}
