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
    let known = Terms.List.allCases.map { (terms.known[$0] ?? []).sorted(by: CodePointOrder.precedes) }
    let table = try Table([
      Column("list", .text(Self.lists)), Column("words", .integer(known.map(\.count))),
      Column(
        "first",
        .text(
          known.map { names in
            names.isEmpty ? nil : names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
          })),
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

extension TermCommand {
  private static let chosen = Parameter<String>.record(
    "list", "one of " + lists.joined(separator: ", "), help: "List of terms.", completion: .words(lists))
  private static let term = Parameter<String>.record("word", "a term of the list", help: "Term.", completion: terms)

  static let actions: [ThingAction] = [
    ThingAction(
      .add, names: [chosen, .record("word", "a term", help: "New term.", completion: .none)],
      summary: "Add a term to a list.",
      exampleLines: """
        a grinding and its purpose: ski term add grinding C2 snow=new above=0 description="coarse" -> C2
        a type of snow: ski term add snow Machine-made counts-as=old icssg=MM -> old
        an existing term: ski term add base White; ski term add base White -> !taken-key
        """, work: add),
    ThingAction(.show, names: [chosen, term], summary: "Show a term.") { (work) throws(Diagnostic) in
      let found = try find(&work)
      return try work.ski { (ski) throws(Diagnostic) in try named(found.list, found.name, ski, nil) } + work.remarks
    },
    ThingAction(
      .edit, names: [chosen, term], summary: "Edit a term.",
      exampleLines: """
        a description: ski term add base White; ski term edit base White description="for wet snow" -> for wet snow
        an unknown list: ski term edit colour Red -> !bad-value
        """, work: edit),
    ThingAction(
      .rename, names: [chosen, term, .record("new", "a term", help: "New name of the term.", completion: .none)],
      summary: "Rename a term in every record that uses it.",
      exampleLines: """
        a new name: ski import ski-thesis; ski term rename base White Vit -> 12
        an existing name: ski import ski-thesis; ski term rename base White Black -> !taken-key
        """, seeAlso: ["ski term merge"], work: rename),
    ThingAction(
      .merge,
      names: [
        chosen, .record("wrong", "a term of the list", help: "Term to remove.", completion: terms),
        .record("right", "a term of the list", help: "Term to keep.", completion: terms),
      ], summary: "Merge a term into another, in every record that uses it.",
      exampleLines: """
        two terms for one thing: ski import ski-thesis; ski term merge base White Black -> is now 'Black'
        with itself: ski import ski-thesis; ski term merge base White White -> !same-record
        """, seeAlso: ["ski term rename"], work: merge),
    ThingAction(
      .archive, names: [chosen, term], summary: "Archive a term; records that use it keep it.",
      seeAlso: ["ski term restore"]
    ) { (work) throws(Diagnostic) in try put(away: true, &work) },
    ThingAction(
      .restore, names: [chosen, term], summary: "Restore an archived term.", seeAlso: ["ski term archive"]
    ) { (work) throws(Diagnostic) in try put(away: false, &work) },
    ThingAction(
      .delete, names: [chosen, term], summary: "Delete a term that no record uses.",
      details: "A term in use can be archived, or merged into another.",
      exampleLines: """
        a term added by mistake: ski term add base White; ski term delete base White -> removed
        a term in use: ski import ski-thesis; ski term delete base White -> !record-in-use
        """, seeAlso: ["ski term archive", "ski term merge"], work: delete),
  ]

  private static func add(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let list = try chosenList(work.name, work.span)
    let name = try RecordName.checked(work.other, list.noun, at: work.otherSpan)
    let (values, span) = (try Term.thing.typed(&work, isNew: true), work.otherSpan)
    try check(values, of: list, [:], work)
    return try work.ski { (ski) throws(Diagnostic) in
      try ski.terms.read([list])
      if let there = ski.terms.named(list, name) {
        throw Diagnostic(
          "taken-key", "\(list.noun) '\(there)' already exists", span: span, help: "use ski term edit to change it")
      }
      try ski.terms.add(list, name, values)
      return try named(list, name, ski, span)
    } + work.remarks
  }

  private static func edit(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let found = try find(&work)
    let values = try Term.thing.typed(&work)
    try check(values, of: found.list, found.record.fields, work)
    return try work.change(found.record, values, title: "\(found.list.noun) \(found.name)")
  }

  /// Throws `unexpected-key` for a field of other lists, and `bad-value` for half a place.
  private static func check(
    _ values: [String: Value], of list: Terms.List, _ kept: [String: Value], _ work: RecordWork
  ) throws(Diagnostic) {
    let own: [(list: Terms.List, fields: [String])] = [
      (.snow, ["counts_as", "icssg"]), (.grinding, ["best_snow", "best_above_c", "best_below_c"]),
      (.place, ["latitude", "longitude"]),
    ]
    for (other, fields) in own where other != list {
      guard let field = fields.first(where: { values[$0].map { !$0.isMissing } ?? false }) else { continue }
      throw Diagnostic(
        "unexpected-key", "'\(field)' is a property of a \(other.noun), and this is a \(list.noun)",
        span: work.call.verbSpan, help: "use ski term edit \(other.rawValue) NAME")
    }
    let all = kept.merging(values) { $1 }
    guard (all["latitude"] ?? .missing).isMissing != (all["longitude"] ?? .missing).isMissing else { return }
    throw Diagnostic(
      "bad-value", "a place has both a latitude and a longitude, or none", span: work.call.verbSpan,
      help: "add the other one")
  }

  private static func put(away isArchived: Bool, _ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let found = try find(&work)
    return try work.change(
      found.record, ["archived": isArchived ? .boolean(true) : .missing], title: "\(found.list.noun) \(found.name)")
  }

  private static func rename(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let found = try find(&work)
    let new = try RecordName.checked(work.names[2], found.list.noun, at: work.spans[2])
    let there = try work.ski { (ski) throws(Diagnostic) in ski.terms.named(found.list, new) }
    if let there, there != found.name {
      throw Diagnostic(
        "taken-key", "\(found.list.noun) '\(there)' already exists", span: work.spans[2],
        help:
          "use ski term merge \(found.list.rawValue) \(CommandText.word(found.name)) \(CommandText.word(there)) to merge them"
      )
    }
    try work.store.update(found.record, ["name": .text(new)])
    return try moved(found.list, found.name, new, &work)
  }

  private static func merge(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let found = try find(&work)
    let (text, span) = (work.names[2], work.spans[2])
    let right = try work.ski { (ski) throws(Diagnostic) in try ski.terms.existing(found.list, text, at: span) }
    guard right != found.name else {
      throw Diagnostic("same-record", "'\(found.name)' cannot be merged with itself", span: span)
    }
    let outputs = try moved(found.list, found.name, right, &work)
    try work.store.remove(found.record)
    return outputs
  }

  private static func delete(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let found = try find(&work)
    let (list, name) = (found.list, found.name)
    try SkiThings.links(to: list).refuseInUse(
      list.noun, name, of: name, in: work.store, at: work.otherSpan,
      way: "use ski term archive \(list.rawValue) \(CommandText.word(name)), or ski term merge to replace it")
    try work.store.remove(found.record)
    return [.note("removed \(list.noun) '\(name)'")]
  }

  /// The term that the first two arguments name.
  private static func find(
    _ work: inout RecordWork
  ) throws(Diagnostic) -> (list: Terms.List, name: String, record: Record) {
    let list = try chosenList(work.name, work.span)
    let (text, span) = (work.other, work.otherSpan)
    return try work.ski { (ski) throws(Diagnostic) in
      let name = try ski.terms.existing(list, text, at: span)
      return (list, name, try record(list, name, ski))
    }
  }

  private static func moved(
    _ list: Terms.List, _ old: String, _ new: String, _ work: inout RecordWork
  ) throws(Diagnostic) -> [Output] {
    let count = try SkiThings.links(to: list).rename(old, to: new, in: work.store, at: work.otherSpan)
    var record = RecordOutput("\(list.noun) '\(old)' is now '\(new)'")
    record.add("name", .text(new))
    record.add("changed_records", .integer(count))
    return [.record(record)] + work.remarks
  }
}
