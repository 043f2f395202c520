internal import PodiumCore
internal import PodiumPlugin

/// The help page of a verb, made from its signature and the output of its examples.
struct CommandPage {
  let signature: Signature
  /// Verbs with one more word: `ski pair add` for `ski pair`.
  private let longer: [Signature]
  /// Its own examples and those of plugins, without those that fail: they are for the tests.
  private let examples: [Example]

  init(_ signature: Signature, _ registry: Registry, longer: [Signature] = []) {
    self.signature = signature
    examples = registry.examples(of: signature.name).filter { $0.fails == nil }
    self.longer = longer
  }

  func text(_ run: ExampleRun) throws(Diagnostic) -> String {
    var lines = ["usage  " + signature.synopsis, "", signature.summary]
    if !signature.details.isEmpty { lines.append(signature.details) }
    if !arguments.isEmpty { lines += [""] + arguments }
    if !examples.isEmpty { lines += ["", "examples:"] + (try run.lines(examples)) }
    if !longer.isEmpty { lines += ["", "subcommands:", HelpOverview.list(longer)] }
    if !signature.seeAlso.isEmpty { lines += ["", "see also: " + signature.seeAlso.joined(separator: ", ")] }
    return lines.joined(separator: "\n")
  }

  /// One line per argument: its help, the allowed values and the default.
  var arguments: [String] {
    let parameters = signature.parameters.map(\.description)
    let width = parameters.map { label($0).count }.max() ?? 0
    var lines = parameters.map { parameter in
      var line = "  " + label(parameter).padded(toWidth: width) + "  " + parameter.help
      // The name of a positional argument already gives its type; only bounds and choices add to it.
      let isTelling = parameter.allowed.hasPrefix("one of") || parameter.allowed.contains { $0.isNumber }
      if parameter.form == .key || isTelling {
        line += " (\(parameter.allowed)\(parameter.standard.map { "; default " + $0 } ?? ""))"
      }
      return line
    }
    if signature.has(.rows) {
      lines.append("  " + "if, in".padded(toWidth: width) + "  Which rows to use: if temperature < 0, in 1..50.")
    }
    return lines
  }

  /// A verb and each of its arguments as values: types, bounds, words to choose from.
  static func values(of signature: Signature) -> [RecordOutput] {
    var command = RecordOutput(signature.name)
    command.add("command", .text(signature.name))
    command.add("summary", .text(signature.summary))
    command.add("topic", .text(signature.topic.rawValue))
    command.add("reads_only", .boolean(signature.has(.readsOnly)))
    let rows = signature.has(.rows) ? ["if", "in"] : []
    let groups = signature.has(.groups) || signature.has(.ownGroups) ? ["by"] : []
    command.add("clauses", list: (rows + groups).map(Value.text))
    return [command]
      + signature.parameters.map(\.description).map { parameter in
        var record = RecordOutput("\(signature.name) \(parameter.name)")
        record.add("parameter", .text(parameter.name))
        record.add("positional", .boolean(parameter.form != .key))
        record.add("many", .boolean(parameter.form == .positional(many: true)))
        record.add("required", .boolean(parameter.isRequired))
        record.add("type", .text(parameter.type.name))
        if let range = parameter.type.range {
          record.add("low", .real(range.lowerBound))
          record.add("high", .real(range.upperBound))
        }
        let choices = parameter.type.choices
        if !choices.isEmpty { record.add("choices", list: choices.map(Value.text)) }
        record.add("default", parameter.standard.map(Value.text) ?? .missing)
        record.add("help", .text(parameter.help))
        return record
      }
  }

  private func label(_ parameter: ParameterDescription) -> String {
    parameter.form == .key ? parameter.name + "=" : parameter.name.uppercased()
  }
}
