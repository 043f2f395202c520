internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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
