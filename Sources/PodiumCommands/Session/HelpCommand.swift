internal import PodiumCore
internal import PodiumEngine
internal import PodiumFamiliar
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumRender

struct HelpCommand: Command {
  static let topic = Parameter<[String]>.words(
    "topic", help: "A verb, learner, plugin, function, setting or topic.",
    completion: .pages(topics: Dictionary(HelpTopic.all.map { ($0.name, $0.summary) }, uniquingKeysWith: { $1 })))
  static let search = Parameter<String?>.text("search", help: "Text to search for in all help pages.")

  let signature = Signature(
    "help", topic: .session, summary: "Explain a verb, learner, plugin, function, setting or topic.",
    details: """
      ?verb and verb? are short for help verb; ?"text" searches the help. Examples run in a separate session when you \
      open a page, so their output is always current.
      """,
    parameters: [topic.any, search.any],
    exampleLines: """
      all verbs: help -> compare
      a verb: help tail -> tail [ROWS]
      a learner: help tree -> criterion
      a search: ?"undo" -> redo
      an unknown topic: help cvv -> !unknown-help-topic
      """, traits: [.control, .readsOnly], seeAlso: ["learners", "plugins"])

  /// Everything comes from the registry, so it cannot be out of date.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let registry = session.registry
    if let text = call[HelpCommand.search] { return [.text(HelpSearch(registry).text(text))] }
    let words = call[HelpCommand.topic]
    if words.isEmpty { return [.text(HelpOverview(registry: registry).text)] }
    let name = words.joined(separator: " ")
    if let page = try page(name, session) {
      // Programs get the verb as values too.
      let isForPrograms = session.state.settings.format == JSONRenderer().key
      let values = isForPrograms ? registry.commands[name].map { CommandPage.values(of: $0.signature) } ?? [] : []
      return [.text(page)] + values.map(Output.record)
    }
    let none = "no page is named \(Abridged.quoted(name)); "
    let advice = FamiliarWord.help(name).map { none + $0 }
    if let found = HelpSearch(registry).pages(with: name) {
      return [.text((advice.map { $0 + "\n" } ?? none) + "these mention it:\n" + found)]
    }
    if let advice { return [.text(advice)] }
    let settings = SetCommand().signature.parameters.map(\.description.name)
    let known =
      registry.commands.keys.sorted() + registry.learners.keys + HelpTopic.all.map(\.name)
      + registry.plugins.map(\.name)
      + (ExpressionFunctions.synopses + ExpressionAggregates.synopses + ExpressionWindows.synopses).map(\.name)
      + registry.functions.keys.inCodePointOrder() + settings
    var error = Diagnostic.unknown("help topic", name, among: known, span: call.span(of: HelpCommand.topic))
    let wanted = Abridged.parts(name) == nil ? Session.quote(name) : "\"text\""
    error.help = "'help' lists verbs and topics, 'learners' lists the learners; ?\(wanted) searches the help"
    throw error
  }

  /// The page for a name: the first match of verb, learner, topic, plugin, function, setting, group of verbs.
  private func page(_ name: String, _ session: Session) throws(Diagnostic) -> String? {
    let registry = session.registry
    let run = ExampleRun(session: session)
    let longer = registry.commands.values.map(\.signature).filter { $0.name.hasPrefix(name + " ") }
    if let command = registry.commands[name] {
      return try CommandPage(command.signature, registry, longer: longer).text(run)
    }
    if let learner = registry.learners[name] { return LearnerPage.text(learner) }
    if let page = HelpTopic.leak(name) { return page }
    if let topic = HelpTopic.all.first(where: { $0.name == name || $0.others.contains(name) }) {
      return try topic.page(run)
    }
    if let plugin = registry.plugins.first(where: { $0.name == name }) { return text(plugin, registry) }
    if !longer.isEmpty { return HelpOverview.list(longer) }
    if let function = ExpressionFunctions.synopses.first(where: { $0.name == name }) {
      return
        "\(function.use): \(function.summary)\nexample: derive y = \(function.use); 'help expressions' lists the others"
    }
    if let function = ExpressionAggregates.synopses.first(where: { $0.name == name }) {
      return "\(function.use): \(function.summary)\nexample: = \(function.use); 'help expressions' lists the others"
    }
    if let function = ExpressionWindows.synopses.first(where: { $0.name == name }) {
      return
        "\(function.use): \(function.summary)\nexample: derive y = \(function.use); 'help expressions' lists the others"
    }
    if let function = registry.functions[name] {
      return "\(function.use): \(function.summary)\nexample: "
        + (function.isAggregate || function.use.hasSuffix("()") ? "= \(function.use)" : "derive y = \(function.use)")
        + "; 'help expressions' lists others"
    }
    if let setting = SetCommand().signature.parameters.map(\.description).first(where: { $0.name == name }) {
      return "set \(name)=…: \(setting.help) (\(setting.allowed))\n'set' without arguments shows the current value"
    }
    if let group = HelpOverview(registry: registry).group(name) ?? MeasurePage.text(name, registry) { return group }
    return (registry.importers[name] ?? registry.importers(ending: name).first).map(ImporterPage.text)
  }

  /// The plugin's guide, then its verbs by heading with their summaries.
  private static func guided(_ plugin: PluginEntry, _ registry: Registry) -> [String] {
    var lines = plugin.guide.text.isEmpty ? [] : ["", plugin.guide.text]
    let head = plugin.name + " "
    // Verbs of three words are listed with their first two words, or by themselves if those make no verb.
    let all = registry.commands.values.map(\.signature).filter { $0.name.hasPrefix(head) }
    var actions: [String: [String]] = [:]
    let signatures = all.filter { signature in
      let words = signature.name.split(separator: " ")
      let noun = words.dropLast().joined(separator: " ")
      guard words.count > 2, registry.commands[noun] != nil else { return true }
      actions[noun, default: []].append(String(words[2]))
      return false
    }
    let width = signatures.map(\.name.count).max() ?? 0
    let grouped = Set(plugin.guide.groups.flatMap(\.verbs))
    let others = signatures.map { String($0.name.dropFirst(plugin.name.count + 1)) }
      .filter { !grouped.contains($0) }.inCodePointOrder()
    for group in plugin.guide.groups + [PluginGuide.Group("others", others)] {
      let found = group.verbs.compactMap { verb in signatures.first { $0.name == plugin.name + " " + verb } }
      guard !found.isEmpty else { continue }
      lines += ["", group.title + ":"]
      for verb in found {
        lines.append("  " + verb.name.padded(toWidth: width) + "  " + verb.summary)
        guard let words = actions[verb.name]?.inCodePointOrder() else { continue }
        lines.append("    " + words.map { verb.name + " " + $0 }.joined(separator: ", "))
      }
    }
    return lines + [""]
  }

  private func text(_ plugin: PluginEntry, _ registry: Registry) -> String {
    var lines = ["\(plugin.name) \(plugin.version): \(plugin.summary)", "plugin, " + plugin.origin]
    var brought: [(kind: String, names: [String])] = []
    for (kind, name) in registry.registered(by: plugin.name) {
      if let last = brought.indices.last, brought[last].kind == kind {
        brought[last].names.append(name)
      } else {
        brought.append((kind, [name]))
      }
    }
    if !plugin.guide.groups.isEmpty {
      lines += HelpCommand.guided(plugin, registry)
      brought.removeAll { $0.kind == "command" }
    }
    let width = brought.map(\.kind.count).max() ?? 0
    lines += brought.map { "  " + $0.kind.padded(toWidth: width) + "  " + $0.names.joined(separator: ", ") }
    return lines.joined(separator: "\n")
  }
}
