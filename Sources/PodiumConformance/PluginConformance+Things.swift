internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// What every thing must do: be listed when there is none, be made, shown, changed, cleared, archived, deleted and brought back, be
/// refused twice, and say why a value is refused.
extension PluginConformance {
  /// The things of the plugin that a verb adds.
  var addedThings: [ThingDescription] {
    let registry = makeSession().registry
    return registry.describedThings.filter {
      registry.owner(of: "thing", $0.kind) == name && ($0.verbs["add"] ?? $0.verbs["new"]) != nil
    }
  }

  func thingProblems() -> [String] {
    addedThings.flatMap { thing in
      var trial = ThingTrial(thing, makeSession())
      trial.run()
      return trial.problems.map { "\(thing.kind): \($0)" }
    }
  }
}

/// One thing, tried from an empty list to a record that was deleted and brought back.
private struct ThingTrial {
  let thing: ThingDescription
  var session: Interpreter
  private(set) var problems: [String] = []
  private var error: Diagnostic?
  private var rows: Int?

  init(_ thing: ThingDescription, _ session: Interpreter) { (self.thing, self.session) = (thing, session) }

  mutating func run() {
    if let list = thing.verbs["list"] {
      expect(list, "an empty list is an empty table, not an error")
      if rows == nil { problems.append("'\(list)' gives no table") }
    }
    guard let verb = thing.verbs["add"] ?? thing.verbs["new"], let command = session.registry.commands[verb],
      let example = command.signature.examples.first(where: { $0.prints != nil })
    else { return problems.append("its first verb has no example that works") }
    for line in example.setup { perform(line) }
    let before = Set(records().map(\.id))
    expect(example.line, "its example adds a record")
    guard let record = records().first(where: { !before.contains($0.id) }) else {
      return problems.append("'\(example.line)' makes no record")
    }
    if let list = thing.verbs["list"] { expect(list, "a list with a record") }
    describe(verb)
    if thing.verbs["add"] != nil { again(example.line, record) }
    act("show", record)
    edit(record)
    archive(record)
    delete(record)
  }

  /// Every key of a field is one of the verb's, described alike.
  private mutating func describe(_ verb: String) {
    for verb in [verb, thing.verbs["edit"]].compactMap(\.self) {
      let keys = session.registry.commands[verb]?.signature.parameters.map(\.description) ?? []
      for key in thing.fields.compactMap(\.key) where key.help.isEmpty { problems.append("'\(key.name)=' has no help") }
      for field in thing.fields {
        guard let key = field.key, let other = keys.first(where: { $0.name == key.name && $0.form == .key }) else {
          continue
        }
        if other.allowed != key.allowed {
          problems.append("'\(verb)' describes '\(key.name)=' otherwise than the thing")
        }
      }
    }
  }

  /// The same record again is refused, or stays one.
  private mutating func again(_ line: String, _ record: Record) {
    let count = records().count
    perform(line)
    guard error == nil else { return }
    if records().count != count, self.record(record.id) != nil, !isNumbered {
      problems.append("'\(line)' twice makes two records of one name")
    }
  }

  private mutating func edit(_ record: Record) {
    guard let verb = thing.verbs["edit"] else { return }
    for field in thing.fields where field.key != nil && !field.column.isRequired {
      guard let key = field.key, let now = self.record(record.id), !now[field.column.name].isMissing,
        field.column.name != thing.key
      else { continue }
      expect("\(verb) \(names(record)) clear=\(key.name)", "a value is cleared")
      if self.record(record.id)?[field.column.name].isMissing == false {
        problems.append("'clear=\(key.name)' leaves the value")
      }
      perform("undo")
    }
    perform("\(verb) \(names(record)) no-such-key=1")
    if error == nil { problems.append("'\(verb)' takes a key that it does not know") }
  }

  private mutating func archive(_ record: Record) {
    guard thing.verbs["archive"] != nil else { return }
    act("archive", record)
    if self.record(record.id)?["archived"] != .boolean(true) { problems.append("it is not archived") }
    act("restore", record)
    if self.record(record.id)?["archived"] == .boolean(true) { problems.append("it is not restored") }
  }

  private mutating func delete(_ record: Record) {
    guard let verb = thing.verbs["delete"] else { return }
    // A key that belongs to another action must not be ignored.
    if let key = thing.fields.compactMap(\.key).first {
      perform("\(verb) \(names(record)) \(key.name)=1")
      if error == nil { problems.append("'\(verb)' ignores '\(key.name)='") }
    }
    let kept = self.record(record.id)
    act("delete", record)
    if self.record(record.id) != nil { problems.append("it is not deleted") }
    perform("undo")
    if self.record(record.id)?.fields != kept?.fields { problems.append("'undo' does not bring it back as it was") }
    guard session.registry.commands[verb]?.signature.parameters.count(where: { $0.description.form != .key }) == 1
    else {
      return
    }
    let head = verb.split(separator: " ").dropLast().joined(separator: " ")
    expect("\(head) \(names(record)) delete", "the former order of words is understood")
  }

  private mutating func act(_ action: String, _ record: Record) {
    guard let verb = thing.verbs[action] else { return }
    expect("\(verb) \(names(record))", "\(action) finds the record by its key")
  }

  // MARK: Running

  private var isNumbered: Bool {
    (try? session.store().kinds())?.first { $0.name == thing.kind }?.numbered != nil
  }

  private func records() -> [Record] { (try? session.store().records(RecordQuery(thing.kind))) ?? [] }

  private func record(_ id: RecordID) -> Record? { records().first { $0.id == id } }

  /// What names a record in its verbs: the fields that other positionals are called after, and its key.
  private func names(_ record: Record) -> String {
    let verb = thing.verbs["show"] ?? thing.verbs["delete"] ?? ""
    let places = session.registry.commands[verb]?.signature.parameters.map(\.description).filter {
      $0.form != .key && $0.isRequired
    }
    let words = (places ?? []).map { place in
      let own = place.name == thing.key ? Value.missing : record[place.name]
      return CommandText.quoted((own.isMissing ? record[thing.key] : own).fileText)
    }
    return words.isEmpty ? CommandText.quoted(record[thing.key].fileText) : words.joined(separator: " ")
  }

  private mutating func perform(_ line: String) {
    var found: Diagnostic?
    var shown: Int?
    _ = session.run(line) { report in
      found = found ?? report.error
      for case .table(let table) in report.outputs { shown = table.table.rowCount }
    }
    (error, rows) = (found, shown)
  }

  private mutating func expect(_ line: String, _ what: String) {
    perform(line)
    if let error { problems.append("\(what): '\(line)' failed: \(error.message)") }
  }
}
