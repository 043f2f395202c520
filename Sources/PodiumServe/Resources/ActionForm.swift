internal import PodiumCore
internal import PodiumPlugin

/// What one action of a kind takes as members of a JSON object, or as inputs of a form: the fields of the record by the names
/// that it is shown with, and the verb's own words and keys by theirs.
struct ActionForm {
  let verb: String
  let inputs: [Input]
  /// The first word, which names the record that the action is about; nil where it makes one.
  let subject: ParameterDescription?
  /// The words and keys that fields are typed as.
  let typed: [Exposure.Typing]
  let key: String
  private let clears: Bool

  /// One word or key of the verb.
  struct Input {
    /// The name of the field, or of the parameter where it is none of a field.
    let name: String
    let parameter: ParameterDescription
    let field: RecordField?
  }

  /// The form of an action; nil where the thing has none of that name.
  init?(_ action: String, of thing: ThingDescription, typed: [Exposure.Typing], in registry: Registry) {
    guard let verb = thing.verbs[action], let signature = registry.command(verb)?.signature else { return nil }
    (self.verb, key) = (verb, thing.key)
    var parameters = signature.parameters.map(\.description)
    subject = action == "add" || action == "new" || parameters.isEmpty ? nil : parameters.removeFirst()
    clears = parameters.contains { $0.name == "clear" }
    parameters.removeAll { ["clear", "now", "request"].contains($0.name) }
    self.typed = typed.filter { typing in parameters.contains { $0.name == typing.name } }
    var free = thing.fields
    var found: [Input] = []
    for parameter in parameters {
      let place = free.firstIndex { $0.key?.name == parameter.name || $0.column.name == parameter.name }
      let field = place.map { free.remove(at: $0) }
      found.append(Input(name: field?.column.name ?? parameter.name, parameter: parameter, field: field?.column))
    }
    // The word that names a new record is its key, whatever the verb calls it.
    if subject == nil, let key = free.first(where: { $0.column.name == thing.key && $0.key == nil })?.column,
      let place = found.firstIndex(where: { $0.field == nil && $0.parameter.isWord }), key.kind.isText
    {
      let isTyped = typed.contains { $0.name == found[place].parameter.name }
      found[place] = Input(
        name: isTyped ? found[place].name : key.name, parameter: found[place].parameter, field: key)
    }
    inputs = found
  }

  /// The input of a member: by the field that it sets, or by the verb's own word.
  func place(_ name: String) -> Int? {
    inputs.firstIndex { $0.name == name } ?? inputs.firstIndex { $0.parameter.name == name }
  }

  /// What a record's fields are typed as in an input; nil where they have no value.
  func text(_ input: Input, of record: Record) -> String? {
    if let typing = typed.first(where: { $0.name == input.parameter.name }) {
      return typing.text(typing.fields.map(record.typed))
    }
    return record.typed(input.name).map(input.typed)
  }

  /// The command that sets what a body names; a null clears.
  ///
  /// Throws `not-settable` for a member that is none of the form, naming the nearest. `fields` are those that the account reads:
  /// without a value they set nothing in a new record.
  func command(
    _ members: [(String, JSONValue)], about record: Record?, fields: Set<String> = []
  ) throws(Diagnostic) -> ServedCommand {
    var words: [(order: Int, text: String)] = []
    var keys: [(name: String, value: String)] = []
    var cleared: [String] = []
    for (place, name, value) in try placed(members, record, fields) {
      let input = inputs[place]
      let parameter = input.parameter
      if case .null = value {
        if clears, parameter.form == .key { cleared.append(parameter.name) }
        continue
      }
      let takesList = parameter.form == .positional(many: true) || parameter.type == .list
      if value.bool != nil, input.field?.kind != .boolean {
        switch parameter.type {
        case .flag, .choice: break
        default: throw RequestBody.bad("'\(Abridged.text(name))' is not a matter of true or false")
        }
      }
      if value.array != nil, !takesList { throw RequestBody.bad("'\(Abridged.text(name))' takes one value") }
      if parameter.form == .key {
        keys.append((parameter.name, input.typed(try RequestBody.text(of: value, name))))
      } else {
        for item in (takesList ? value.array : nil) ?? [value] {
          let text = try RequestBody.text(of: item, name)
          // Words that a record keeps are lines of one text.
          let lines =
            parameter.form == .positional(many: true) ? text.split(whereSeparator: \.isNewline).map(String.init) : []
          words += (lines.isEmpty ? [text] : lines).map { (place, $0) }
        }
      }
    }
    for (place, input) in inputs.enumerated()
    where input.parameter.isWord && !words.contains(where: { $0.order == place }) {
      let given = Set(members.map(\.0))
      let fields = typed.first { $0.name == input.parameter.name && !given.isDisjoint(with: $0.fields) }?.fields
      let name = fields?.first { !given.contains($0) } ?? input.name
      throw Diagnostic("missing-member", "'\(name)' is required", help: input.parameter.help)
    }
    if !cleared.isEmpty { keys.append(("clear", cleared.joined(separator: ","))) }
    let ordered = words.enumerated().ordered { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    let subject = record.map { [$0.everyField(key).fileText] } ?? []
    return ServedCommand(verb: verb, words: subject + ordered.map(\.element.text), keys: keys)
  }

  /// The members by the inputs that they go into, those fields included that are typed as one.
  private func placed(
    _ members: [(String, JSONValue)], _ record: Record?, _ fields: Set<String>
  ) throws(Diagnostic) -> [(place: Int, name: String, value: JSONValue)] {
    var found: [(place: Int, name: String, value: JSONValue)] = []
    // A new record's word may go by its key, where nothing else gives it.
    let word = record == nil ? inputs.firstIndex { $0.field?.name == key && $0.parameter.isWord } : nil
    let others = word.map { place in
      [inputs[place].name, inputs[place].parameter.name]
        + typed.filter { $0.name == inputs[place].parameter.name }.flatMap(\.fields)
    }
    let isByKey = others.map { others in !members.contains { $0.0 != key && others.contains($0.0) } } ?? false
    for (name, value) in members {
      let typing = typed.filter { $0.fields.contains(name) }
      if isByKey, name == key, let word {
        found.append((word, name, value))
      } else if let place = place(name), !typing.contains(where: { $0.name == inputs[place].parameter.name }) {
        found.append((place, name, value))
      } else if typing.isEmpty {
        if record == nil, fields.contains(name), case .null = value { continue }
        let known = Diagnostic.unknown("member", name, among: inputs.map(\.name) + typed.flatMap(\.fields))
        throw Diagnostic("not-settable", "'\(Abridged.text(name))' cannot be set here", help: known.help)
      }
    }
    for typing in typed {
      guard let place = place(typing.name), !found.contains(where: { $0.place == place }),
        members.contains(where: { typing.fields.contains($0.0) && !(isByKey && $0.0 == key) })
      else { continue }
      var texts: [String?] = []
      for field in typing.fields {
        if let value = members.first(where: { $0.0 == field })?.1 {
          if case .null = value { texts.append(nil) } else { texts.append(try RequestBody.text(of: value, field)) }
        } else {
          texts.append(record?.typed(field))
        }
      }
      found.append((place, typing.name, typing.text(texts).map(JSONValue.string) ?? .null))
    }
    return found
  }
}

extension Record {
  /// A field as it is typed; nil without a value.
  fileprivate func typed(_ field: String) -> String? {
    let value = everyField(field)
    if case .boolean(let flag) = value { return flag ? "yes" : "no" }
    return value.isMissing ? nil : value.fileText
  }
}

extension ActionForm.Input {
  /// A text as it is typed: yes and no are the two words of a choice, the first is yes.
  func typed(_ text: String) -> String {
    guard field?.kind == .boolean, case .choice(let words) = parameter.type, words.count == 2, !words.contains(text)
    else { return text }
    switch text {
    case "yes", "true": return words[0]
    case "no", "false": return words[1]
    default: return text
    }
  }
}

extension ParameterDescription {
  var isWord: Bool { isRequired && form != .key }
}
