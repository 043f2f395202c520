internal import PodiumCore
internal import PodiumPlugin

/// The help page of a verb, made from its signature and from what its examples print.
struct CommandPage {
  let signature: Signature
  /// The verbs that go on with one more word.
  private let longer: [Signature]
  /// Its own examples and those of plugins; those of mistakes are for the tests.
  private let examples: [Example]

  init(_ signature: Signature, _ registry: Registry, longer: [Signature] = []) {
    self.signature = signature
    examples = registry.examples(of: signature.name).filter { $0.fails == nil }
    self.longer = longer
  }

  /// The whole page.
  func text(_ run: ExampleRun) throws(Diagnostic) -> String {
    var lines = ["usage  " + signature.synopsis, "", signature.summary]
    if !signature.details.isEmpty { lines.append(signature.details) }
    if !arguments.isEmpty { lines += [""] + arguments }
    if !examples.isEmpty { lines += ["", "examples:"] + (try run.lines(examples)) }
    if !longer.isEmpty { lines += ["", "what is done with it:", HelpOverview.list(longer)] }
    if !signature.seeAlso.isEmpty { lines += ["", "see also: " + signature.seeAlso.joined(separator: ", ")] }
    return lines.joined(separator: "\n")
  }

  /// One line an argument: what it is for, the values allowed, the one it has when left out.
  var arguments: [String] {
    let parameters = signature.parameters.map(\.description)
    let width = parameters.map { label($0).count }.max() ?? 0
    var lines = parameters.map { parameter in
      var line = "  " + label(parameter).padded(toWidth: width) + "  " + parameter.help
      // What stands by its place is named after what it is; only bounds and words add to that.
      let isTelling = parameter.allowed.hasPrefix("one of") || parameter.allowed.contains { $0.isNumber }
      if parameter.form == .key || isTelling {
        line += " (\(parameter.allowed)\(parameter.standard.map { "; default " + $0 } ?? ""))"
      }
      return line
    }
    if signature.has(.rows) {
      lines.append("  " + "if, in".padded(toWidth: width) + "  The rows: if temperature < 0, in 1..50.")
    }
    return lines
  }

  private func label(_ parameter: ParameterDescription) -> String {
    parameter.form == .key ? parameter.name + "=" : parameter.name.uppercased()
  }
}
