internal import PodiumCore
internal import PodiumPlugin

/// The pages of commands: one a group of podium's own verbs, one a plugin.
struct CommandPages {
  let registry: Registry
  let examples: ManualExamples

  private static let titles: [Signature.Topic: (title: String, summary: String)] = [
    .data: ("Commands for data", "Load, look at and save tables."),
    .shaping: ("Commands for shaping tables", "Change rows, columns and cells, and make tables of tables."),
    .preparing: ("Commands for preparing data", "Choose the target and the features, encode, scale and impute."),
    .learning: ("Commands for learning", "Evaluate and compare learners, fit models and predict."),
    .results: ("Commands for results", "Show, name, check and repeat what earlier commands returned."),
    .session: ("Commands for the session", "Settings, help, undo, scripts, notebooks and the workspace."),
    .plugins: ("Commands of plugins", "Verbs that belong to no single plugin."),
  ]

  /// The pages of podium's own verbs, then those of plugins.
  func pages() throws(Diagnostic) -> [ManualPage] {
    var pages: [ManualPage] = []
    let signatures = registry.commands.values.map(\.signature)
    let plugins = registry.plugins.map(\.name)
    for topic in Signature.Topic.allCases {
      let own = signatures.filter { signature in
        signature.topic == topic && !plugins.contains { signature.name.hasPrefix($0 + " ") }
      }
      guard !own.isEmpty, let (title, summary) = CommandPages.titles[topic] else { continue }
      pages.append(try page("commands-" + topic.rawValue, title, summary, "", own))
    }
    for plugin in registry.plugins {
      let own = signatures.filter { $0.name.hasPrefix(plugin.name + " ") }
      guard !own.isEmpty else { continue }
      let title = "Commands of the plugin " + plugin.name
      let guide =
        plugin.guide.text.isEmpty ? "" : MarkdownText.block(plugin.guide.text.split(separator: "\n").map { String($0) })
      pages.append(try page("commands-" + plugin.name, title, plugin.summary, guide, own))
    }
    return pages
  }

  private func page(
    _ name: String, _ title: String, _ summary: String, _ guide: String, _ signatures: [Signature]
  ) throws(Diagnostic) -> ManualPage {
    let sorted = signatures.inCodePointOrder(by: \.name)
    let rows = sorted.map { signature in
      [
        "[\(MarkdownText.code(signature.name))](#\(MarkdownText.anchor(signature.name)))",
        MarkdownText.text(signature.summary),
      ]
    }
    let parts = [MarkdownText.text(summary), guide, MarkdownText.table(["command", "purpose"], rows)].filter {
      !$0.isEmpty
    }
    var page = ManualPage(name, title, summary: summary, introduction: parts.joined(separator: "\n\n"))
    for signature in sorted { page.sections.append(ManualSection(signature.name, isName: true, try body(signature))) }
    return page
  }

  private func body(_ signature: Signature) throws(Diagnostic) -> String {
    var parts = [MarkdownText.text(signature.summary), MarkdownText.block(CommandPages.folded(signature.synopsis))]
    if !signature.details.isEmpty { parts.append(MarkdownText.text(signature.details)) }
    if !signature.parameters.isEmpty { parts.append(ParameterTable.markdown(signature.parameters)) }
    let clauses = CommandPages.clauses(signature)
    if !clauses.isEmpty { parts.append(clauses) }
    let shown = try examples.markdown(registry.examples(of: signature.name), of: signature.name)
    if !shown.isEmpty { parts.append(shown) }
    if !signature.seeAlso.isEmpty {
      parts.append("See also: " + signature.seeAlso.map { MarkdownText.code($0) }.joined(separator: ", ") + ".")
    }
    return parts.joined(separator: "\n\n")
  }

  /// A synopsis in lines of at most the width of an example; arguments stay whole.
  private static func folded(_ synopsis: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for part in synopsis.replacing(" [", with: "\n[").split(separator: "\n") {
      if !line.isEmpty, line.count + part.count >= ManualExamples.width {
        lines.append(line)
        line = "  " + part
      } else {
        line += (line.isEmpty ? "" : " ") + part
      }
    }
    return lines + [line]
  }

  /// What else the grammar allows with a command.
  private static func clauses(_ signature: Signature) -> String {
    var sentences: [String] = []
    if signature.has(.rows) { sentences.append("`if CONDITION` and `in ROWS` choose the rows.") }
    if signature.has(.ownGroups) {
      sentences.append("`by COLUMN:` before the command gives it the groups.")
    } else if signature.has(.groups) {
      sentences.append("`by COLUMN:` before the command runs it once per group.")
    }
    // The details say it where it names something else, as of a model.
    if signature.has(.namesTable), !signature.details.contains("'as NAME'") {
      sentences.append("`as NAME` names the table it makes.")
    }
    if signature.has(.lasting) { sentences.append("`undo` cannot reverse it.") }
    return sentences.joined(separator: " ")
  }
}

/// Parameters as a table of Markdown.
enum ParameterTable {
  static func markdown(_ parameters: [AnyParameter]) -> String {
    let rows = parameters.map(\.description).map { parameter in
      [
        MarkdownText.code(parameter.form == .key ? parameter.name + "=" : parameter.name.uppercased()),
        MarkdownText.text(parameter.help), MarkdownText.text(parameter.allowed),
        parameter.isRequired ? "required" : parameter.standard.map { MarkdownText.code($0) } ?? "",
      ]
    }
    return MarkdownText.table(["argument", "meaning", "values", "default"], rows)
  }
}
