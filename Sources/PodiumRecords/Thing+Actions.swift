public import PodiumCore
public import PodiumPlugin

/// A thing, whatever the type of its items.
public protocol DeclaredThing: Sendable {
  /// As forms, services and checks read it.
  var description: ThingDescription { get }

  /// Registers its verbs and its description.
  func register(into registry: inout Registry) throws(Diagnostic)
}

extension Thing: DeclaredThing {
  /// The same thing, found in a way of its own.
  public func found(_ naming: Naming<Item>) -> Thing {
    var copy = self
    copy.naming = naming
    return copy
  }

  /// The same thing with verbs; without any its records are made by other verbs.
  ///
  /// - Parameters:
  ///   - actions: What can be done with it.
  ///   - shown: The field that Tab offers, and the one beside it.
  ///   - lister: The verb that lists it, where that is another one.
  ///   - sample: Names for the examples of actions that have none of their own.
  ///   - title: What outputs about a record are called; by default its name.
  ///   - word: What a typed word means, such as `last`; by default a name.
  ///   - screen: The outputs about a record; by default its fields and who entered it.
  ///   - check: Checks or completes the values of a new record (nil) or a change of one.
  public func actions(
    _ actions: [ThingAction], shown: (column: String, note: String?)? = nil, lister: String? = nil,
    sample: ThingSample? = nil, title: (@Sendable (Item) -> String)? = nil,
    word: (@Sendable (String, inout RecordWork) throws(Diagnostic) -> String)? = nil,
    screen: (@Sendable (Item, Record, inout RecordWork) throws(Diagnostic) -> [Output])? = nil,
    check: (@Sendable (inout [String: Value], Record?, inout RecordWork) throws(Diagnostic) -> Void)? = nil
  ) -> Thing {
    var copy = self
    copy.actions = actions
    if let shown { copy.shown = shown }
    copy.hooks = Hooks(lister: lister, sample: sample, title: title, word: word, screen: screen, check: check)
    return copy
  }

  /// The verbs of two and three words.
  public var commands: [any Command] {
    let head: [any Command] = list.map { [ThingListCommand(self, $0)] } ?? []
    return head + actions.map { command($0) }
  }

  /// Registers the verbs and the description of the thing.
  public func register(into registry: inout Registry) throws(Diagnostic) {
    for command in commands { try registry.add(command) }
    try registry.add(thing: kind) { description }
  }

  /// The thing as forms, services and checks read it.
  public var description: ThingDescription {
    ThingDescription(
      kind: kind, noun: noun, plural: plural, key: key,
      verbs: actions.reduce(into: list != nil || hooks.lister != nil ? ["list": lister] : [:]) {
        $0[$1.name.rawValue] = verb + " " + $1.name.rawValue
      },
      fields: fields.map { field in
        .init(field.column, key: (field.key ?? field.rename)?.parameter.description, link: field.link)
      })
  }

  // MARK: Commands

  private func command(_ action: ThingAction) -> any Command {
    let (thing, verb) = (self, verb + " " + action.name.rawValue)
    let isOfName = action.name != .add && action.name != .new
    let names: @Sendable () -> [Parameter<String>] = { action.names() ?? thing.usualNames(action.name) }
    return ThingCommand(
      signature: Signature(
        verb, topic: .plugins, summary: action.summary ?? usualSummary(action.name), details: action.details(),
        parameters: names().map(\.any) + (action.keys?() ?? thing.usualKeys(action.name)),
        examples: action.examples().isEmpty ? thing.usualExamples(action.name) : action.examples(),
        traits: action.name == .show ? [.afterName, .readsOnly] : isOfName ? .afterName : [],
        seeAlso: [thing.verb] + action.seeAlso()),
      names: names, work: action.work ?? usualWork(action.name))
  }

  private func usualNames(_ action: ThingAction.Name) -> [Parameter<String>] {
    func name(_ name: String, _ help: String, _ completion: Completion) -> Parameter<String> {
      .record(name, one, help: help, completion: completion)
    }
    switch action {
    case .add, .new: return placed.isEmpty ? [name(word, "The new \(noun).", .none)] : []
    case .restore: return [name(word, "The archived \(noun).", names(isArchived: true))]
    case .merge:
      return [
        name("wrong", "The duplicate \(noun), which is removed.", completion),
        name("right", "The \(noun) to keep.", completion),
      ]
    default: return [name(word, "The \(noun).", completion)]
    }
  }

  private func usualSummary(_ action: ThingAction.Name) -> String {
    switch action {
    case .add, .new: "Add \(one)."
    case .edit: "Edit \(one)."
    case .archive: "Archive \(one) and keep all records that refer to it."
    case .restore: "Restore an archived \(noun)."
    case .delete: "Delete \(one) that no record refers to."
    case .merge: "Merge a duplicate \(noun) into another."
    case .rename: "Rename \(one) in every record that uses it."
    case .show: "Show \(one)."
    }
  }

  /// What an action takes beside records, where the thing says nothing else.
  public func usualKeys(_ action: ThingAction.Name) -> [AnyParameter] {
    switch action {
    case .add, .new: (placed + keys).map(\.parameter)
    case .edit:
      (fields.compactMap(\.key) + fields.compactMap(\.rename)).map(\.parameter) + [Clearing.parameter.any]
    default: []
    }
  }

  private func usualWork(
    _ action: ThingAction.Name
  ) -> @Sendable (inout RecordWork) throws(Diagnostic) -> [Output] {
    switch action {
    case .add, .new: add
    case .edit, .rename: edit
    case .archive: { (work) throws(Diagnostic) in try put(away: true, &work) }
    case .restore: { (work) throws(Diagnostic) in try put(away: false, &work) }
    case .delete: delete
    case .merge: merged
    case .show: show
    }
  }

  /// What a new record is given by place.
  private var placed: [TypedField] { fields.compactMap(\.positional) }
  /// The keys of a new record; a change takes those of what was given by place too.
  private var keys: [TypedField] { fields.compactMap { $0.positional == nil ? $0.key : nil } }

  // MARK: What they do

  private func add(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    var values = try typed(&work, isNew: true)
    if placed.isEmpty { values[key] = .text(try RecordName.checked(work.name, noun, at: work.span)) }
    try hooks.check?(&values, nil, &work)
    let name = values[key] ?? .missing
    try refuseTaken(name, in: work.store, at: work.span)
    return try screen(of: try work.store.insert(kind, values), &work)
  }

  private func show(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    try screen(of: try found(&work).record, &work)
  }

  private func edit(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (item, record) = try found(&work)
    var values = try typed(&work)
    let old = record[key]
    try hooks.check?(&values, record, &work)
    if let new = values[key], new != old {
      guard !new.isMissing else {
        throw Diagnostic("bad-name", "\(one) needs a name", span: work.span, help: "write another one, or leave it")
      }
      try refuseTaken(new, in: work.store, at: work.span)
      let links = RecordLinks(to: kind, in: work.session.registry)
      let count = try links.rename(old.fileText, to: new.fileText, in: work.store, at: work.span)
      work.note(
        "\(count.counted("record")) of the \(word) \(count == 1 ? "now has" : "now have") the new "
          + key.split(separator: "_").joined(separator: " "))
    }
    return try work.change(record, values, title: title(of: item), key: key)
  }

  private func put(away isArchived: Bool, _ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (item, record) = try found(&work)
    return try work.change(
      record, ["archived": isArchived ? .boolean(true) : .missing], title: title(of: item), key: key)
  }

  private func delete(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (item, record) = try found(&work, isWhole: true)
    let links = RecordLinks(to: kind, in: work.session.registry)
    let name = name(of: item)
    let canArchive = actions.contains { $0.name == .archive }
    try links.refuseInUse(
      noun, name, of: record[key].fileText, in: work.store, at: work.span,
      way: canArchive
        ? "use \(verb) archive \(CommandText.word(record[key].fileText)) instead" : "delete those first")
    try links.removeParts(of: record[key].fileText, in: work.store)
    try work.store.remove(record)
    return [.note("removed " + (hooks.title?(item) ?? "\(noun) '\(name)'"))] + work.remarks
  }

  private func merged(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (from, to) = (name(of: try found(&work).item), name(of: try found(&work, place: 1).item))
    let count = try merge(&work)
    return [.note("\(noun) '\(from)' is now '\(to)': \(count.counted("record")) moved")] + work.remarks
  }

  /// Merges the first record of the call into the second; returns the number of records that referred to it.
  ///
  /// Throws `same-record` for one record, and `merge-conflict` if both have a record of which there can be one.
  public func merge(_ work: inout RecordWork) throws(Diagnostic) -> Int {
    let ((from, old), (to, kept)) = (try found(&work, isWhole: true), try found(&work, place: 1))
    guard old.id != kept.id else {
      throw Diagnostic("same-record", "'\(name(of: from))' cannot be merged with itself", span: work.otherSpan)
    }
    let count = try RecordLinks(to: kind, in: work.session.registry).rename(
      old[key].fileText, to: kept[key].fileText, in: work.store, at: work.span)
    guard kept["archived"] != .boolean(true) || old["archived"] == .boolean(true) else {
      throw Diagnostic(
        "merge-conflict",
        "'\(name(of: to))' is archived, and what belongs to '\(name(of: from))' would be hidden with it",
        span: work.otherSpan, help: "restore it first: \(verb) restore \(CommandText.word(kept[key].fileText))")
    }
    for field in fields where field.key != nil {
      let (mine, other) = (kept[field.column.name], old[field.column.name])
      guard !mine.isMissing, !other.isMissing, mine != other else { continue }
      work.note("\(field.column.name) differed (\(other.fileText)); kept \(mine.fileText) of '\(name(of: to))'")
    }
    // The record that stays gets the values that it lacks; those of one that is archived say nothing about it.
    let gained = old.fields.filter { kept.fields[$0.key] == nil && $0.key != "archived" }
    if !gained.isEmpty { try work.store.update(kept, gained) }
    try work.store.remove(old)
    return count
  }
}
