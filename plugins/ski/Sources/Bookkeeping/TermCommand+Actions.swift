internal import PodiumCore
internal import PodiumPlugin

extension TermCommand {
  private static let chosen = Parameter<String>.record(
    "list", "one of " + lists.joined(separator: ", "), help: "List of terms.", completion: .words(lists))
  private static let term = Parameter<String>.record(
    "word", "a term of the list", help: "Term.", completion: terms)
  private static let thesis = ["ski import ski-thesis"]

  /// The actions on a term.
  static let actions: [any Command] = [
    RecordCommand(
      "ski term add", [chosen, .record("word", "a term", help: "New term.", completion: .none)],
      keys: fields.map(\.any), summary: "Add a term to a list.",
      examples: [
        Example(
          "ski term add grinding C2 snow=new above=0 description=\"coarse\"", "a grinding and its purpose",
          prints: "C2"),
        Example("ski term add snow Machine-made counts-as=old icssg=MM", "a type of snow", prints: "old"),
        Example("ski term add base White", after: ["ski term add base White"], "an existing term", fails: "taken-key"),
      ], work: add),
    RecordCommand(
      "ski term edit", [chosen, term], keys: fields.map(\.any) + [Clearing.parameter.any],
      summary: "Edit a term.",
      examples: [
        Example(
          "ski term edit base White description=\"for wet snow\"", after: ["ski term add base White"], "a description",
          prints: "for wet snow"),
        Example("ski term edit colour Red", "an unknown list", fails: "bad-value"),
      ]
    ) { (given) throws(Diagnostic) in
      let found = try find(&given)
      return try given.workspace.change(
        found.record, try fields.values(given.call, &given.workspace), title: "\(found.list.noun) \(found.name)")
    },
    RecordCommand(
      "ski term rename",
      [chosen, term, .record("new", "a term", help: "New name of the term.", completion: .none)],
      summary: "Rename a term in every record that uses it.",
      examples: [
        Example("ski term rename base White Vit", after: thesis, "a new name", prints: "12"),
        Example("ski term rename base White Black", after: thesis, "an existing name", fails: "taken-key"),
      ], seeAlso: ["ski term merge"], work: rename),
    RecordCommand(
      "ski term merge",
      [
        chosen, .record("wrong", "a term of the list", help: "Term to remove.", completion: terms),
        .record("right", "a term of the list", help: "Term to keep.", completion: terms),
      ], summary: "Merge a term into another, in every record that uses it.",
      examples: [
        Example("ski term merge base White Black", after: thesis, "two terms for one thing", prints: "is now 'Black'"),
        Example("ski term merge base White White", after: thesis, "with itself", fails: "same-record"),
      ], seeAlso: ["ski term rename"], work: merge),
    RecordCommand(
      "ski term archive", [chosen, term], summary: "Archive a term; records that use it keep it.",
      examples: [
        Example("ski term archive base White", after: thesis, "a term no longer used", prints: "archived"),
        Example("ski term archive base Grey", after: thesis, "an unknown term", fails: "unknown-base"),
      ], seeAlso: ["ski term restore"]
    ) { (given) throws(Diagnostic) in try put(away: true, &given) },
    RecordCommand(
      "ski term restore", [chosen, term], summary: "Restore an archived term.",
      examples: [
        Example(
          "ski term restore base White", after: thesis + ["ski term archive base White"], "a term back in use",
          prints: "archived"),
        Example("ski term restore base Grey", after: thesis, "an unknown term", fails: "unknown-base"),
      ], seeAlso: ["ski term archive"]
    ) { (given) throws(Diagnostic) in try put(away: false, &given) },
    RecordCommand(
      "ski term delete", [chosen, term], summary: "Delete a term that no record uses.",
      details: "A term in use can be archived, or merged into another.",
      examples: [
        Example(
          "ski term delete base White", after: ["ski term add base White"], "a term added by mistake", prints: "removed"
        ),
        Example("ski term delete base White", after: thesis, "a term in use", fails: "record-in-use"),
      ], seeAlso: ["ski term archive", "ski term merge"], work: delete),
  ]

  private static func add(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let list = try chosenList(given.name, given.span)
    let name = try Terms.checked(given.other, list.noun, at: given.otherSpan)
    try refuseTaken(list, name, given.workspace, given.otherSpan, help: "use ski term edit to change it")
    try given.workspace.terms.add(list, name, try fields.values(given.call, &given.workspace))
    return try named(list, name, given.workspace, given.otherSpan)
  }

  private static func rename(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let found = try find(&given)
    let new = try Terms.checked(given.names[2], found.list.noun, at: given.spans[2])
    if let there = given.workspace.terms.named(found.list, new), there != found.name {
      throw Diagnostic(
        "taken-key", "\(found.list.noun) '\(there)' already exists", span: given.spans[2],
        help:
          "use ski term merge \(found.list.rawValue) \(Session.quoted(found.name)) \(Session.quoted(there)) to merge them"
      )
    }
    _ = try given.workspace.store.update(
      found.record.id, of: SkiKinds.term, setting: ["name": .text(new)], revision: found.record.revision)
    return try moved(found.list, found.name, new, &given.workspace, given.otherSpan)
  }

  private static func merge(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let found = try find(&given)
    let right = try given.workspace.terms.existing(found.list, given.names[2], at: given.spans[2])
    guard right != found.name else {
      throw Diagnostic("same-record", "'\(found.name)' cannot be merged with itself", span: given.spans[2])
    }
    let outputs = try moved(found.list, found.name, right, &given.workspace, given.otherSpan)
    try given.workspace.store.remove(found.record.id, of: SkiKinds.term, revision: found.record.revision)
    return outputs
  }

  private static func put(away isArchived: Bool, _ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let found = try find(&given)
    return try given.workspace.change(
      found.record, ["archived": isArchived ? .boolean(true) : .missing], title: "\(found.list.noun) \(found.name)")
  }

  private static func delete(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let found = try find(&given)
    let (list, name) = (found.list, found.name)
    try SkiLinks.refuseInUse(
      list.noun, name, SkiLinks.term(list), in: given.workspace.store, at: given.otherSpan,
      way: "use ski term archive \(list.rawValue) \(Session.quoted(name)), or ski term merge to replace it")
    try given.workspace.store.remove(found.record.id, of: SkiKinds.term, revision: found.record.revision)
    return [.note("removed \(list.noun) '\(name)'")]
  }

  /// The term that the first two arguments name.
  private static func find(
    _ given: inout RecordCall
  ) throws(Diagnostic) -> (list: Terms.List, name: String, record: Record) {
    let list = try chosenList(given.name, given.span)
    let name = try given.workspace.terms.existing(list, given.other, at: given.otherSpan)
    return (list, name, try record(list, name, given.workspace))
  }

  private static func refuseTaken(
    _ list: Terms.List, _ name: String, _ workspace: SkiWorkspace, _ span: SourceSpan?, help: String
  ) throws(Diagnostic) {
    guard let there = workspace.terms.named(list, name) else { return }
    throw Diagnostic("taken-key", "\(list.noun) '\(there)' already exists", span: span, help: help)
  }

  private static func moved(
    _ list: Terms.List, _ old: String, _ new: String, _ workspace: inout SkiWorkspace, _ span: SourceSpan?
  ) throws(Diagnostic) -> [Output] {
    let count = try SkiLinks.rename(old, to: new, SkiLinks.term(list), in: workspace.store, at: span)
    var record = RecordOutput("\(list.noun) '\(old)' is now '\(new)'")
    record.add("name", .text(new))
    record.add("changed_records", .integer(count))
    return [.record(record)] + workspace.remarks
  }
}
