internal import PodiumCore
internal import PodiumPlugin

/// What one action of a kind takes as members of a JSON object, or as inputs of a form: fields of the record by their names,
/// and what the verb takes beside them.
struct ActionForm {
  let verb: String
  let inputs: [Input]
  /// The first word, which names the record that the action is about; nil where it makes one.
  let subject: ParameterDescription?
  private let clears: Bool

  /// One member.
  struct Input {
    /// The name of the field, or of the parameter where it is none of a field.
    let name: String
    let parameter: ParameterDescription
    let field: RecordField?
  }

  /// The form of an action; nil where the thing has none of that name.
  init?(_ action: String, of thing: ThingDescription, in registry: Registry) {
    guard let verb = thing.verbs[action], let signature = registry.command(verb)?.signature else { return nil }
    self.verb = verb
    var parameters = signature.parameters.map(\.description)
    subject = action == "add" || action == "new" || parameters.isEmpty ? nil : parameters.removeFirst()
    clears = parameters.contains { $0.name == "clear" }
    parameters.removeAll { ["clear", "now", "request"].contains($0.name) }
    var found: [Input] = []
    var free = thing.fields
    for parameter in parameters {
      let place = free.firstIndex { $0.key?.name == parameter.name || $0.column.name == parameter.name }
      let field = place.map { free.remove(at: $0) }
      found.append(Input(name: field?.column.name ?? parameter.name, parameter: parameter, field: field?.column))
    }
    // The word that names a new record is its key, whatever the verb calls it.
    if subject == nil, let key = free.first(where: { $0.column.name == thing.key && $0.key == nil })?.column,
      let place = found.firstIndex(where: { $0.parameter.form != .key && $0.field == nil && $0.parameter.isRequired }),
      key.kind.isText
    {
      found[place] = Input(name: key.name, parameter: found[place].parameter, field: key)
    }
    inputs = found
  }

  /// The command that sets what a body names; a null clears.
  ///
  /// Throws `not-settable` for a member that is none of the form, naming the nearest.
  func command(_ members: [(String, JSONValue)], about record: String?) throws(Diagnostic) -> ServedCommand {
    var words: [(order: Int, text: String)] = []
    var keys: [(name: String, value: String)] = []
    var cleared: [String] = []
    for (name, value) in members {
      let place = inputs.firstIndex { $0.name == name } ?? inputs.firstIndex { $0.parameter.name == name }
      guard let place else {
        let known = Diagnostic.unknown("member", name, among: inputs.map(\.name))
        throw Diagnostic("not-settable", "'\(Abridged.text(name))' cannot be set here", help: known.help)
      }
      let parameter = inputs[place].parameter
      if case .null = value {
        if clears, parameter.form == .key { cleared.append(parameter.name) }
        continue
      }
      let takesList = parameter.form == .positional(many: true) || parameter.type == .list
      if value.bool != nil {
        switch parameter.type {
        case .flag, .choice: break
        default: throw RequestBody.bad("'\(Abridged.text(name))' is not a matter of true or false")
        }
      }
      if value.array != nil, !takesList { throw RequestBody.bad("'\(Abridged.text(name))' takes one value") }
      if parameter.form == .key {
        keys.append((parameter.name, try RequestBody.text(of: value, name)))
      } else {
        let list = takesList ? value.array : nil
        for item in list ?? [value] { words.append((place, try RequestBody.text(of: item, name))) }
      }
    }
    for input in inputs where input.parameter.isRequired && input.parameter.form != .key {
      guard members.contains(where: { $0.0 == input.name || $0.0 == input.parameter.name }) else {
        throw Diagnostic("missing-member", "'\(input.name)' is required", help: input.parameter.help)
      }
    }
    if !cleared.isEmpty { keys.append(("clear", cleared.joined(separator: ","))) }
    let ordered = words.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    return ServedCommand(verb: verb, words: (record.map { [$0] } ?? []) + ordered.map(\.element.text), keys: keys)
  }
}
