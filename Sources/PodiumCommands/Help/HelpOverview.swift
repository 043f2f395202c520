internal import PodiumCore
internal import PodiumPlugin

/// The first help page, and the lists of verbs by group.
struct HelpOverview {
  let registry: Registry

  /// A first example, the verbs by group and how to find more; it fits one screen.
  var text: String {
    var lines = ["to start:  load iris; label species; cv tree k=10", ""]
    for topic in Signature.Topic.allCases {
      let names = signatures(topic).map(\.name)
      if names.isEmpty { continue }
      lines.append("  " + topic.rawValue.padded(toWidth: 9) + "  " + HelpOverview.folded(names))
    }
    lines.append("  topics     " + HelpTopic.all.map(\.name).joined(separator: ", "))
    lines.append("after a verb: if EXPR, in ROWS, as NAME, to FILE; before: by COL:, quiet:, try:")
    lines.append("help VERB or ?verb explains a verb with examples; help data a group of verbs")
    lines.append("help explains learners, plugins, functions, settings too; ?\"text\" searches all")
    return lines.joined(separator: "\n")
  }

  /// The verbs of a group with their summaries; nil if there is no such group.
  func group(_ name: String) -> String? {
    guard let topic = Signature.Topic(rawValue: name) else { return nil }
    return HelpOverview.list(signatures(topic))
  }

  /// Verbs with their summaries.
  static func list(_ signatures: [Signature]) -> String {
    let sorted = signatures.inCodePointOrder(by: \.name)
    let width = sorted.map(\.name.count).max() ?? 0
    return sorted.map { "  " + $0.name.padded(toWidth: width) + "  " + $0.summary }.joined(separator: "\n")
  }

  private func signatures(_ topic: Signature.Topic) -> [Signature] {
    registry.commands.values.map(\.signature).filter { $0.topic == topic }
      .inCodePointOrder(by: \.name)
  }

  /// A list of names; verbs with the same first word become one entry (`model (list, load)`).
  private static func folded(_ names: [String]) -> String {
    var groups: [(first: String, others: [String])] = []
    for name in names {
      let words = name.split(separator: " ", maxSplits: 1).map { String($0) }
      if words.count == 2, let last = groups.indices.last, groups[last].first == words[0] {
        groups[last].others.append(words[1])
      } else {
        groups.append((words[0], Array(words.dropFirst())))
      }
    }
    return groups.map { first, others in
      if others.isEmpty { return first }
      // More than a dozen fit better on their own page.
      let list = others.count > 12 ? "\(others.count) verbs: help \(first)" : others.joined(separator: ", ")
      return "\(first) (\(list))"
    }.joined(separator: ", ")
  }
}
