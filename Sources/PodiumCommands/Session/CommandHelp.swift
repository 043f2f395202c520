internal import PodiumCore
internal import PodiumShell

/// The help page of a verb, made from its signature alone.
struct CommandHelp {
  let signature: Signature

  init(_ signature: Signature) { self.signature = signature }

  var text: String {
    var lines = [signature.synopsis, "", signature.summary]
    if !signature.details.isEmpty { lines.append(signature.details) }
    let parameters = signature.parameters.map(\.description)
    if !parameters.isEmpty { lines.append("") }
    let width = parameters.map { label($0).count }.max() ?? 0
    for parameter in parameters {
      var line = "  " + label(parameter).padded(toWidth: width) + "  " + parameter.help
      if parameter.form == .key {
        line += " (\(parameter.allowed)\(parameter.standard.map { "; default " + $0 } ?? ""))"
      }
      lines.append(line)
    }
    if signature.traits.contains(.rows) {
      lines.append("  " + "if, in".padded(toWidth: width) + "  The rows: if temperature < 0, in 1..50.")
    }
    // Examples of mistakes are for the tests.
    let examples = signature.examples.filter { $0.fails == nil }
    if !examples.isEmpty { lines += ["", "examples:"] }
    for example in examples {
      lines.append("  " + (example.setup + [example.line]).joined(separator: "; "))
      lines.append("      " + example.caption)
    }
    if !signature.seeAlso.isEmpty { lines += ["", "see also: " + signature.seeAlso.joined(separator: ", ")] }
    return lines.joined(separator: "\n")
  }

  private func label(_ parameter: ParameterDescription) -> String {
    parameter.form == .key ? parameter.name + "=" : parameter.name.uppercased()
  }
}
