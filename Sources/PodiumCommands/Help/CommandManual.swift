package import PodiumPlugin

/// What the manual needs beyond signatures: help topics and settings.
package enum CommandManual {
  /// A help topic with its examples.
  package struct Topic {
    package let name: String
    package let summary: String
    /// The text as printed, line by line.
    package let text: String
    package let examples: [Example]
  }

  /// The topics, in the order an analyst meets them.
  package static var topics: [Topic] {
    HelpTopic.all.map { Topic(name: $0.name, summary: $0.summary, text: $0.text, examples: $0.examples) }
  }

  /// The settings, in the order that `set` lists them.
  package static var settings: [ParameterDescription] { SetCommand().signature.parameters.map(\.description) }
}
