internal import PodiumCore
internal import PodiumPlugin

/// The first page of the help, and the lists of groups of verbs.
struct HelpOverview {
  let registry: Registry

  /// The verbs by group, a first try, and how to ask for more: about a screen.
  var text: String {
    var lines = ["a first try:  load iris; label species; cv tree k=10", ""]
    for topic in Signature.Topic.allCases {
      let names = signatures(topic).map(\.name)
      if names.isEmpty { continue }
      lines.append("  " + topic.rawValue.padded(toWidth: 9) + "  " + HelpOverview.folded(names))
    }
    lines += ["", "  topics     " + HelpTopic.all.map(\.name).joined(separator: ", "), ""]
    lines.append("behind a verb: if CONDITION, in ROWS, as NAME, to FILE; before it: by COLUMN:, time:, quiet:, try:")
    lines.append("help VERB or ?verb explains one with examples; help data lists a group with a sentence a verb")
    lines.append("help LEARNER, PLUGIN, FUNCTION or SETTING explains that; ?\"text\" searches it all")
    return lines.joined(separator: "\n")
  }

  /// The verbs of a group with a sentence each; nil where there is no such group.
  func group(_ name: String) -> String? {
    guard let topic = Signature.Topic(rawValue: name) else { return nil }
    return HelpOverview.list(signatures(topic))
  }

  /// Verbs with a sentence each.
  static func list(_ signatures: [Signature]) -> String {
    let sorted = signatures.sorted { CodePointOrder.precedes($0.name, $1.name) }
    let width = sorted.map(\.name.count).max() ?? 0
    return sorted.map { "  " + $0.name.padded(toWidth: width) + "  " + $0.summary }.joined(separator: "\n")
  }

  private func signatures(_ topic: Signature.Topic) -> [Signature] {
    registry.commands.values.map(\.signature).filter { $0.topic == topic }
      .sorted { CodePointOrder.precedes($0.name, $1.name) }
  }

  /// Names behind each other; verbs of two words that share the first stand as one (`model (list, load)`).
  private static func folded(_ names: [String]) -> String {
    var groups: [(first: String, others: [String])] = []
    for name in names {
      let words = name.split(separator: " ", maxSplits: 1).map { String($0) }
      if words.count == 2, let last = groups.indices.last, groups[last].first == words[0], !groups[last].others.isEmpty
      {
        groups[last].others.append(words[1])
      } else {
        groups.append((words[0], Array(words.dropFirst())))
      }
    }
    return groups.map { first, others in
      if others.isEmpty { return first }
      // A page of its own has room for more than a dozen.
      let list = others.count > 12 ? "\(others.count) verbs: help \(first)" : others.joined(separator: ", ")
      return "\(first) (\(list))"
    }.joined(separator: ", ")
  }
}
