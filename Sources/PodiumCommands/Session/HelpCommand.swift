internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `help`: what there is and how it is used.
struct HelpCommand: Command {
  static let topic = Parameter<[String]>.words(
    "topic", help: "A verb, learner, plugin, function, setting or topic.",
    completion: .pages(topics: Dictionary(HelpTopic.all.map { ($0.name, $0.summary) }, uniquingKeysWith: { $1 })))
  static let search = Parameter<String?>.text("search", help: "Pages whose help holds this text.")

  let signature = Signature(
    "help", topic: .session, summary: "Explain a verb, a learner, a topic, or what there is.",
    details: """
      ?verb and verb? are short for help verb, and ?"text" for a search of the help. What an example prints is what it printed \
      just now, in a session apart.
      """,
    parameters: [topic.any, search.any],
    examples: [
      Example("help", "the verbs", prints: "compare"),
      Example("help tail", "one verb", prints: "tail [ROWS]"),
      Example("help tree", "one learner", prints: "criterion"),
      Example("?\"undo\"", "a search", prints: "redo"),
      Example("help cvv", "an unknown topic", fails: "unknown-help-topic"),
    ], traits: [.control], seeAlso: ["learners", "plugins"])

  /// Everything comes from the registry, so it cannot be out of date.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let registry = session.registry
    if let text = call[HelpCommand.search] { return [.text(HelpSearch(registry).text(text))] }
    let words = call[HelpCommand.topic]
    if words.isEmpty { return [.text(HelpOverview(registry: registry).text)] }
    let name = words.joined(separator: " ")
    if let page = try page(name, session) { return [.text(page)] }
    let settings = SetCommand().signature.parameters.map(\.description.name)
    let known =
      registry.commands.keys.sorted() + registry.learners.keys + HelpTopic.all.map(\.name)
      + registry.plugins.map(\.name) + ExpressionFunctions.synopses.map(\.name) + settings
    var error = Diagnostic.unknown("help topic", name, among: known, span: call.span(of: HelpCommand.topic))
    let wanted = Abridged.parts(name) == nil ? Session.quote(name) : "\"text\""
    error.help = "help lists the verbs and topics, learners the learners; ?\(wanted) searches the help"
    throw error
  }

  /// The page of a name: a verb before a learner, a topic, a plugin, a function, a setting, a group of verbs.
  private func page(_ name: String, _ session: Session) throws(Diagnostic) -> String? {
    let registry = session.registry
    let run = ExampleRun(session: session)
    let longer = registry.commands.values.map(\.signature).filter { $0.name.hasPrefix(name + " ") }
    if let command = registry.commands[name] {
      return try CommandPage(command.signature, registry, longer: longer).text(run)
    }
    if let learner = registry.learners[name] { return LearnerPage.text(learner) }
    if let topic = HelpTopic.all.first(where: { $0.name == name || $0.others.contains(name) }) {
      return try topic.page(run)
    }
    if let plugin = registry.plugins.first(where: { $0.name == name }) { return text(plugin, registry) }
    if !longer.isEmpty { return HelpOverview.list(longer) }
    if let function = ExpressionFunctions.synopses.first(where: { $0.name == name }) {
      return "\(function.use): \(function.summary)\nuse: head if \(function.use) …; help expressions lists the others"
    }
    if let function = ExpressionAggregates.synopses.first(where: { $0.name == name }) {
      return "\(function.use): \(function.summary)\nuse: = \(function.use); help expressions lists the others"
    }
    if let setting = SetCommand().signature.parameters.map(\.description).first(where: { $0.name == name }) {
      return "set \(name)=…: \(setting.help) (\(setting.allowed))\nset alone shows what it is now"
    }
    return HelpOverview(registry: registry).group(name)
  }

  /// The plugin's own words, then its verbs under their headings with a sentence each.
  private static func guided(_ plugin: PluginEntry, _ registry: Registry) -> [String] {
    var lines = plugin.guide.text.isEmpty ? [] : ["", plugin.guide.text]
    let head = plugin.name + " "
    // Verbs of three words are on the page of the two they begin with, or stand for it where it has no verb.
    let signatures = registry.commands.values.map(\.signature).filter { signature in
      guard signature.name.hasPrefix(head) else { return false }
      let words = signature.name.split(separator: " ")
      return words.count < 3 || registry.commands[words.dropLast().joined(separator: " ")] == nil
    }
    let width = signatures.map(\.name.count).max() ?? 0
    let grouped = Set(plugin.guide.groups.flatMap(\.verbs))
    let others = signatures.map { String($0.name.dropFirst(plugin.name.count + 1)) }
      .filter { !grouped.contains($0) }.sorted(by: CodePointOrder.precedes)
    for group in plugin.guide.groups + [PluginGuide.Group("others", others)] {
      let found = group.verbs.compactMap { verb in signatures.first { $0.name == plugin.name + " " + verb } }
      guard !found.isEmpty else { continue }
      lines += ["", group.title + ":"] + found.map { "  " + $0.name.padded(toWidth: width) + "  " + $0.summary }
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
