internal import PodiumCore
internal import PodiumPlugin

extension NamedRecords {
  private var verb: String { "ski " + noun }

  private func one(_ help: String, _ completion: Completion? = nil) -> Parameter<String> {
    .record(noun, "a " + noun, help: help, completion: completion ?? names.current)
  }

  /// The actions on these records.
  var actions: [any Command] {
    let (first, second) = samples
    let add = "\(verb) add \(first)"
    let unknown = "an unknown \(noun)"
    return [
      RecordCommand(
        verb + " add", [one("The new \(noun).", Completion.none)], keys: fields.map(\.any),
        summary: "Add a \(noun).",
        examples: [
          Example("\(add) comment=new", "a new \(noun)", prints: first),
          Example(add, after: [add], "an existing \(noun)", fails: "taken-key"),
        ], work: self.add),
      RecordCommand(
        verb + " edit", [one("The \(noun).")], keys: fields.map(\.any) + [Clearing.parameter.any],
        summary: "Edit a \(noun).",
        examples: [
          Example("\(verb) edit \(first) comment=\"World Cup\"", after: [add], "a comment", prints: "World Cup"),
          Example("\(verb) edit \(second) comment=x", after: [add], unknown, fails: "unknown-" + noun),
        ], work: edit),
      RecordCommand(
        verb + " archive", [one("The \(noun).")], summary: "Archive a \(noun) and keep all records that refer to it.",
        examples: [
          Example("\(verb) archive \(first)", after: [add], "a former \(noun)", prints: "archived"),
          Example("\(verb) archive \(second)", after: [add], unknown, fails: "unknown-" + noun),
        ], seeAlso: [verb + " restore"]
      ) { (given) throws(Diagnostic) in try put(away: true, &given) },
      RecordCommand(
        verb + " restore", [one("The archived \(noun).", names.archived)],
        summary: "Restore an archived \(noun).",
        examples: [
          Example(
            "\(verb) restore \(first)", after: [add, "\(verb) archive \(first)"], "back in use",
            prints: "archived"),
          Example("\(verb) restore \(second)", after: [add], unknown, fails: "unknown-" + noun),
        ], seeAlso: [verb + " archive"]
      ) { (given) throws(Diagnostic) in try put(away: false, &given) },
      RecordCommand(
        verb + " delete", [one("The \(noun).")], summary: "Delete a \(noun) that no record refers to.",
        examples: [
          Example("\(verb) delete \(first)", after: [add], "added by mistake", prints: "removed"),
          Example("\(verb) delete \(second)", after: [add], unknown, fails: "unknown-" + noun),
        ], seeAlso: [verb + " archive"], work: delete),
      RecordCommand(
        verb + " merge",
        [
          .record("wrong", "a " + noun, help: "The duplicate \(noun), which is removed.", completion: names.current),
          .record("right", "a " + noun, help: "The \(noun) to keep.", completion: names.current),
        ], summary: "Merge a duplicate \(noun) into another.",
        details: "Everything that refers to WRONG then refers to RIGHT.",
        examples: [
          Example(
            "\(verb) merge \(second) \(first)", after: [add, "\(verb) add \(second)"], "a duplicate",
            prints: "is now '\(first)'"),
          Example("\(verb) merge \(first) \(first)", after: [add], "with itself", fails: "same-record"),
        ], work: merge),
    ]
  }

  private func add(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let name = try check(given.name, given.span)
    try given.workspace.refuseTaken(kind, field, name, noun, at: given.span)
    var values = try fields.values(given.call, &given.workspace)
    values[field] = .text(name)
    _ = try given.workspace.store.insert(kind, values)
    return try show(name, given.workspace)
  }

  private func edit(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let name = try existing(given.name, given.workspace, given.span)
    let values = try fields.values(given.call, &given.workspace)
    return try given.workspace.change(try given.workspace.record(kind, field, name), values, title: name)
  }

  private func put(away isArchived: Bool, _ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let name = try existing(given.name, given.workspace, given.span)
    return try given.workspace.change(
      try given.workspace.record(kind, field, name), ["archived": isArchived ? .boolean(true) : .missing], title: name)
  }

  private func delete(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let name = try existing(given.name, given.workspace, given.span)
    try SkiLinks.refuseInUse(
      noun, name, links, in: given.workspace.store, at: given.span,
      way: "use ski \(noun) archive \(Session.quoted(name)) instead")
    let record = try given.workspace.record(kind, field, name)
    try given.workspace.store.remove(record.id, of: kind, revision: record.revision)
    return [.note("removed \(noun) '\(name)'")]
  }

  private func merge(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let from = try existing(given.name, given.workspace, given.span)
    let to = try existing(given.other, given.workspace, given.otherSpan)
    guard from != to else {
      throw Diagnostic("same-record", "'\(from)' cannot be merged with itself", span: given.otherSpan)
    }
    let count = try SkiLinks.rename(from, to: to, links, in: given.workspace.store, at: given.span)
    let record = try given.workspace.record(kind, field, from)
    try given.workspace.store.remove(record.id, of: kind, revision: record.revision)
    return [.note("\(noun) '\(from)' is now '\(to)': \(count.counted("record")) moved")] + given.workspace.remarks
  }
}
