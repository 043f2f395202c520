internal import PodiumCore
internal import PodiumPlugin

extension TermCommand {
  private static let chosen = Parameter<String>.record(
    "list", "one of " + lists.joined(separator: ", "), help: "The list.", completion: .words(lists))
  private static let term = Parameter<String>.record(
    "word", "a word of the list", help: "The word.", completion: terms)
  private static let thesis = ["ski import ski-thesis"]

  /// What is done with a word beside showing it.
  static let actions: [any Command] = [
    RecordCommand(
      "ski term add", [chosen, .record("word", "a word", help: "The new word.", completion: .none)],
      keys: fields.map(\.any), summary: "Enter a new word of a list.",
      examples: [
        Example(
          "ski term add grinding C2 snow=new above=0 description=\"coarse\"", "a grinding and what it is for",
          prints: "C2"),
        Example("ski term add snow Machine-made counts-as=old icssg=MM", "a type of snow", prints: "old"),
        Example("ski term add base White", after: ["ski term add base White"], "a word twice", fails: "taken-key"),
      ], work: add),
    RecordCommand(
      "ski term edit", [chosen, term], keys: fields.map(\.any) + [Clearing.parameter.any],
      summary: "Change what is kept of a word.",
      examples: [
        Example(
          "ski term edit base White description=\"for wet snow\"", after: ["ski term add base White"], "what it is",
          prints: "for wet snow"),
        Example("ski term edit colour Red", "no such list", fails: "bad-value"),
      ]
    ) { (given) throws(Diagnostic) in
      let found = try find(&given)
      return try given.workspace.change(
        found.record, try fields.values(given.call, &given.workspace), title: "\(found.list.noun) \(found.name)")
    },
    RecordCommand(
      "ski term rename",
      [chosen, term, .record("new", "a word", help: "What it is called from now on.", completion: .none)],
      summary: "Give a word another name, in every record that uses it.",
      examples: [
        Example("ski term rename base White Vit", after: thesis, "another name", prints: "12"),
        Example("ski term rename base White Black", after: thesis, "a word that is there", fails: "taken-key"),
      ], seeAlso: ["ski term merge"], work: rename),
    RecordCommand(
      "ski term merge",
      [
        chosen, .record("wrong", "a word of the list", help: "The word that is one too many.", completion: terms),
        .record("right", "a word of the list", help: "The word that it is.", completion: terms),
      ], summary: "Make one of two words, in every record that uses the first.",
      examples: [
        Example("ski term merge base White Black", after: thesis, "two words for one thing", prints: "is now 'Black'"),
        Example("ski term merge base White White", after: thesis, "with itself", fails: "same-record"),
      ], seeAlso: ["ski term rename"], work: merge),
    RecordCommand(
      "ski term archive", [chosen, term], summary: "Put a word away; records that use it keep it.",
      examples: [
        Example("ski term archive base White", after: thesis, "a word of the past", prints: "archived"),
        Example("ski term archive base Grey", after: thesis, "a word nobody knows", fails: "unknown-base"),
      ], seeAlso: ["ski term restore"]
    ) { (given) throws(Diagnostic) in try put(away: true, &given) },
    RecordCommand(
      "ski term restore", [chosen, term], summary: "Bring back a word that was put away.",
      examples: [
        Example(
          "ski term restore base White", after: thesis + ["ski term archive base White"], "a word that came back",
          prints: "archived"),
        Example("ski term restore base Grey", after: thesis, "a word nobody knows", fails: "unknown-base"),
      ], seeAlso: ["ski term archive"]
    ) { (given) throws(Diagnostic) in try put(away: false, &given) },
    RecordCommand(
      "ski term delete", [chosen, term], summary: "Remove a word that nothing uses.",
      details: "A word in use is archived, or made one with another.",
      examples: [
        Example("ski term delete base White", after: ["ski term add base White"], "a slip", prints: "removed"),
        Example("ski term delete base White", after: thesis, "a word in use", fails: "record-in-use"),
      ], seeAlso: ["ski term archive", "ski term merge"], work: delete),
  ]

  private static func add(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let list = try chosenList(given.name, given.span)
    let name = try Terms.checked(given.other, list.noun, at: given.otherSpan)
    try refuseTaken(list, name, given.workspace, given.otherSpan, help: "ski term edit changes it")
    try given.workspace.terms.add(list, name, try fields.values(given.call, &given.workspace))
    return try named(list, name, given.workspace, given.otherSpan)
  }

  private static func rename(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let found = try find(&given)
    let new = try Terms.checked(given.names[2], found.list.noun, at: given.spans[2])
    if let there = given.workspace.terms.find(found.list, new), there != found.name {
      throw Diagnostic(
        "taken-key", "there is a \(found.list.noun) '\(there)' already", span: given.spans[2],
        help:
          "ski term merge \(found.list.rawValue) \(Session.quoted(found.name)) \(Session.quoted(there)) makes them one")
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
      way: "ski term archive \(list.rawValue) \(Session.quoted(name)) puts it away; merge moves what uses it")
    try given.workspace.store.remove(found.record.id, of: SkiKinds.term, revision: found.record.revision)
    return [.note("removed \(list.noun) '\(name)'")]
  }

  /// The word that the first two arguments name.
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
    guard let there = workspace.terms.find(list, name) else { return }
    throw Diagnostic("taken-key", "there is a \(list.noun) '\(there)' already", span: span, help: help)
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
